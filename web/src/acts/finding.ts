/** What the session has -> what can be found; what is typed -> the best of it, first. */
import type { IconName } from '../icons'
import type { SuggestionItem } from '../protocol/messages'
import type { Page } from '../protocol/page'
import { ACTS, type Act, type At } from './acts'

export interface Found {
  readonly title: string
  readonly icon: IconName
  /** What stands behind the title: a unit, a meaning, why it cannot be done. */
  readonly note: string
  /** What it gives, or the key of a view. */
  readonly line: string
  readonly isRefused: boolean
  /** Given, put on the prompt because words are missing, or a view. */
  readonly act: Act | 'give' | 'propose'
}

const MOST = 12

/** Everything that can be found without asking the server. */
export function everything(page: Page, at: At): readonly Found[] {
  return [
    ...ACTS.map((act) => ofAct(act, page, at)),
    ...page.values.items.flatMap((item) => ofVariable(item, page)),
    ...page.folder.items.filter((file) => !file.is_folder).flatMap((file) => ofFile(file.name)),
    ...page.runs.items.filter((run) => run.name !== '').flatMap((run) => ofRun(run.name, page)),
  ]
}

function ofAct(act: Act, page: Page, at: At): Found {
  const refusal = act.refusal(page, at)
  const line = act.lines(page, at).join('; ') || act.key
  return { title: act.title, icon: act.icon, note: refusal, line, isRefused: refusal !== '', act }
}

const given = (title: string, icon: IconName, line: string, note = ''): Found => ({
  title,
  icon,
  note,
  line,
  isRefused: false,
  act: 'give',
})

function ofVariable(item: Page['values']['items'][number], page: Page): readonly Found[] {
  const name = item.full_name
  if (item.role === 'parameter')
    return [{ ...given(`Change ${name}`, 'sliders', `PAR ${name}: `, item.unit), act: 'propose' }]
  const figure = page.figures[page.windows.current]
  const area = figure?.area ?? 0
  const columns = figure?.figure.columns ?? 1
  const where = `in area ${Math.floor(area / columns) + 1} ${(area % columns) + 1}`
  return [
    given(`Show ${name} ${where}`, 'curve', `SHOW ${name}`, item.unit),
    given(`Follow ${name}`, 'table', `WDISP ${name}`, item.unit),
  ]
}

function ofFile(name: string): readonly Found[] {
  const stem = name.replace(/\.t$/i, '')
  const edit = given(`Edit ${name}`, 'file', `WEDIT ${quoted(name)}`)
  return stem === name ? [edit] : [edit, given(`Compile ${name}`, 'check', `SYST ${quoted(stem)}`)]
}

function ofRun(name: string, page: Page): readonly Found[] {
  const states = page.values.items.filter((item) => item.role === 'state').slice(0, 1)
  return states.map((state) => given(`Show the run ${name}`, 'layers', `SHOW ${state.full_name}/${name}`))
}

const quoted = (name: string): string => (/^[\w.][\w./-]*$/.test(name) ? name : `'${name}'`)

/** Commands and pages of the manual: what the prompt would complete. */
export function ofCommand(item: SuggestionItem): readonly Found[] {
  return [
    { ...given(item.text, 'prompt', item.text, item.meaning), act: 'propose' },
    given(`Manual: ${item.text}`, 'help', `WHELP ${item.text}`, item.meaning),
  ]
}

/** The best first: the beginning of the title, of a word in it, of the line, anywhere; the note counts least. */
export function ranked(all: readonly Found[], wanted: string): readonly Found[] {
  const words = wanted.toLowerCase().split(/\s+/).filter(Boolean)
  return all
    .map((found, i) => ({ found, i, score: scoreOf(found, words) }))
    .filter(({ score }) => score >= 0)
    .sort((a, b) => b.score - a.score || a.i - b.i)
    .slice(0, MOST)
    .map(({ found }) => found)
}

/** Negative if a word is missing. */
function scoreOf(found: Found, words: readonly string[]): number {
  const title = found.title.toLowerCase()
  const line = found.line.toLowerCase()
  let score = found.isRefused ? 0 : 1
  for (const word of words) {
    if (title === word || line === word) score += 20
    else if (title.startsWith(word) || line.startsWith(word)) score += 10
    else if (beginsWord(title, word)) score += 8
    else if (beginsWord(line, word)) score += 6
    else if (title.includes(word)) score += 3
    else if (`${line} ${found.note.toLowerCase()}`.includes(word)) score += 1
    else return -1
  }
  return score
}

const beginsWord = (text: string, word: string): boolean => text.split(/[^\w]+/).some((part) => part.startsWith(word))

/** Whether a command does something without words, by its usage: `SIMU [start stop]`. */
export function isComplete(usage: string): boolean {
  const alone = usage.split('   ')[0] ?? ''
  let words = alone
  for (let before = ''; before !== words;) {
    before = words
    words = words.replace(/\[[^[\]]*\]/g, '')
  }
  return words.split('|').some((each, i) => each.trim().split(/\s+/).length === 1 && (i === 0 || each.trim() !== ''))
}
