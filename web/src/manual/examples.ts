/** A line of an example -> the command in it, if it is one: after a prompt, or beginning with the name of a command. */
import type { PageItem } from '../protocol/messages'

const SESSION = 'simnon-session'

export function commandIn(line: string, language: string, contents: readonly PageItem[]): string | null {
  if (language === SESSION) return line.startsWith('> ') ? line.slice(2) : null
  if (language !== '') return null
  // A usage is no command: it has brackets, choices, repetitions.
  if (/[[|]|\.\.\./.test(line)) return null
  const [word = ''] = line.trim().split(/\s/)
  const isCommand = contents.some((item) => item.chapter === 'Commands' && item.name === word)
  return isCommand ? line.trim() : null
}
