/** DATA: what can be done from menus, keys and the finder; an act is a line of text, or a view that changes nothing. */
import type { IconName } from '../icons'
import type { Page } from '../protocol/page'

/** What only changes what is seen; the frame does it. */
export type View =
  | 'find'
  | 'interrupt'
  | 'command'
  | 'next'
  | 'previous'
  | 'largest'
  | 'arrange'
  | 'theme'
  | 'left'
  | 'right'
  | 'up'
  | 'down'
  | 'narrower'
  | 'wider'
  | 'lower'
  | 'higher'

/** What an act is about: the window that is active, and the word that has the focus. */
export interface At {
  readonly kind: string
  /** The line that opens the window; empty for the command window. */
  readonly line: string
  readonly word: string
}

export interface Act {
  readonly title: string
  readonly icon: IconName
  /** As `Ctrl+K`; empty if there is none. */
  readonly key: string
  /** Why it cannot be done now; empty if it can. */
  readonly refusal: (page: Page, at: At) => string
  /** The lines that it gives to the session; none if it is a view. */
  readonly lines: (page: Page, at: At) => readonly string[]
  readonly view?: View
  /** Instead: a line that is put on the prompt, for the user to complete. */
  readonly proposal?: string
}

const always = (): string => ''
const none = (): readonly string[] => []
const needsModel = (page: Page): string => (page.model.files.length === 0 ? 'no system is compiled: SYST file' : '')

const iconRefusal = ({ line }: At): string => (line === '' ? 'the command window is always there' : '')
const closingRefusal = (at: At): string =>
  iconRefusal(at) || (at.line === 'MKWIN' ? 'the first graphics window is always there' : '')

/** The run that the top of the page shows; the session knows its times. */
export const runLines = (page: Page): readonly string[] => [`SIMU ${page.settings.start} ${page.settings.stop}`]

/** With Live on, a change is followed by a run. */
export function followed(page: Page, line: string): readonly string[] {
  return isLive(page) && page.runs.items.length > 0 ? [line, 'SIMU'] : [line]
}

export const isLive = (page: Page): boolean => page.settings.switches['LIVE'] === true

const opens = (title: string, icon: IconName, line: string, key = ''): Act => ({
  title,
  icon,
  key,
  refusal: always,
  lines: () => [line],
})

const views = (title: string, icon: IconName, key: string, view: View): Act => ({
  title,
  icon,
  key,
  refusal: always,
  lines: none,
  view,
})

export const RUN: Act = { title: 'Run', icon: 'play', key: 'F5', refusal: needsModel, lines: runLines }
export const INTERRUPT: Act = {
  ...views('Interrupt', 'stop', 'Escape', 'interrupt'),
  refusal: (page) => (page.progress.share < 0 ? 'nothing is running' : ''),
}
export const UNDO: Act = {
  title: 'Undo',
  icon: 'undo',
  key: 'Ctrl+Z',
  refusal: (page) => (page.prompt.undo_count === 0 ? 'nothing was changed since SYST' : ''),
  lines: (page) => followed(page, 'UNDO'),
}
export const LIVE: Act = {
  title: 'Live: curves follow the slider',
  icon: 'curve',
  key: '',
  refusal: always,
  lines: (page) => [`TURN LIVE ${isLive(page) ? 'OFF' : 'ON'}`],
}
export const FIND = views('Find or do anything', 'search', 'Ctrl+K', 'find')
export const THEME = views('Light or dark', 'theme', '', 'theme')
export const HELP: Act = {
  title: 'Help on what has the focus',
  icon: 'help',
  key: 'F1',
  refusal: always,
  lines: (_page, at) => [`WHELP ${at.word}`.trim()],
}
export const TO_ICON: Act = {
  title: 'Window to an icon',
  icon: 'icon',
  key: '',
  refusal: (_page, at) => iconRefusal(at),
  lines: (_page, at) => [`${at.line} -ICON`],
}
export const CLOSE: Act = {
  title: 'Close the window',
  icon: 'close',
  key: '',
  refusal: (_page, at) => closingRefusal(at),
  lines: (_page, at) => [`${at.line} -CLOSE`],
}
export const LARGEST = views('Largest window', 'largest', 'Ctrl+Alt+Enter', 'largest')

/** What the menu of a window offers. */
export const WINDOW_ACTS: readonly Act[] = [
  TO_ICON,
  LARGEST,
  CLOSE,
  views('Move to the left', 'left', 'Ctrl+Alt+ArrowLeft', 'left'),
  views('Move to the right', 'right', 'Ctrl+Alt+ArrowRight', 'right'),
  views('Move up', 'up', 'Ctrl+Alt+ArrowUp', 'up'),
  views('Move down', 'down', 'Ctrl+Alt+ArrowDown', 'down'),
  views('Narrower', 'left', 'Ctrl+Alt+Shift+ArrowLeft', 'narrower'),
  views('Wider', 'right', 'Ctrl+Alt+Shift+ArrowRight', 'wider'),
  views('Lower', 'up', 'Ctrl+Alt+Shift+ArrowUp', 'lower'),
  views('Higher', 'down', 'Ctrl+Alt+Shift+ArrowDown', 'higher'),
  views('Arrange all windows anew', 'library', '', 'arrange'),
]

export const ACTS: readonly Act[] = [
  RUN,
  INTERRUPT,
  UNDO,
  LIVE,
  FIND,
  HELP,
  THEME,
  views('Command window', 'prompt', 'Ctrl+`', 'command'),
  views('Next window', 'right', 'F6', 'next'),
  views('Previous window', 'left', 'Shift+F6', 'previous'),
  ...WINDOW_ACTS,
  {
    title: 'New graphics window',
    icon: 'curve',
    key: '',
    refusal: always,
    lines: (page) => [`MKWIN ${freeName(page)}`],
  },
  opens('Parameters', 'sliders', 'WPAR'),
  opens('Values', 'table', 'WDISP'),
  opens('Table', 'table', 'WPRINT'),
  opens('Runs', 'layers', 'WRUNS'),
  opens('Events', 'flag', 'WEVENT'),
  opens('Folder', 'folder', 'WFDIR'),
  opens('Library', 'library', 'WLIB'),
  opens('Manual', 'help', 'WHELP'),
  opens('Two-minute tour', 'flag', 'WTOUR'),
  { ...opens('Why the run ended', 'help', 'WHY'), refusal: (page) => (page.events.reason ? '' : 'nothing has run') },
]

function freeName(page: Page): string {
  const taken = new Set(page.windows.items.map((item) => item.subject.toLowerCase()))
  for (let number = 2; ; number += 1) if (!taken.has(`page${number}`)) return `page${number}`
}
