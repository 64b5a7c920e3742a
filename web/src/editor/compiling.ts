/** A file -> the line that compiles it: with the other files of the model, if it is one of them. */

const PLAIN = /^[\w.][\w./-]*$/
const LANGUAGES: Readonly<Record<string, string>> = {
  '.t': 'Simnon',
  '.non': 'Simnon 72',
  '.csm': 'CSMP',
  '.sial': 'SIAL',
  '.csl': 'ACSL',
  '.dar': 'DARE-P',
  '.src': 'DESIRE',
  '.des': 'DESIRE',
  '.ode': 'XPP',
}

/** The name of a file as a command takes it. */
export const quoted = (name: string): string => (PLAIN.test(name) ? name : `'${name}'`)

/** Empty if it is a text of no language. */
export const languageOf = (file: string): string => LANGUAGES[/\.\w+$/.exec(file)?.[0].toLowerCase() ?? ''] ?? ''

/** Empty for a macro, and for what is in no language: there is nothing to compile. */
export function compilingLine(file: string, text: string, loaded: readonly string[]): string {
  const isLoaded = loaded.includes(file)
  if ((languageOf(file) === '' && !isLoaded) || isMacro(text)) return ''
  return `SYST ${(isLoaded ? loaded : [file]).map(quoted).join(' ')}`
}

/** Whether the first line that is not a comment begins a macro. */
export const isMacro = (text: string): boolean => /^(?:[ \t]*(?:"[^\n]*)?\n)*[ \t]*MACRO\b/i.test(text)
