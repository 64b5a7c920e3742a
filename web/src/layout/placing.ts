/** Windows of the session -> windows on the screen, each with a key that dockview keeps. */
import { areaLine } from '../figures/lines'
import type { MessageOf, WindowItem } from '../protocol/messages'
import type { Page } from '../protocol/page'
import { visible } from '../visible'
import { WINDOWS } from '../windows'

export interface Shown {
  readonly kind: string
  readonly subject: string
}

const COMMAND: Shown = { kind: 'command', subject: '' }

/** The command window is always there; icons are not. */
export function windowsShown(windows: MessageOf<'WindowsPart'>): readonly Shown[] {
  const opened = windows.items.filter((item) => !item.is_icon).map(shownOf)
  return [COMMAND, ...opened].filter((each) => each.kind in WINDOWS)
}

export const shownOf = (item: WindowItem): Shown => ({ kind: item.kind_of_window, subject: item.subject })

export const keyOf = ({ kind, subject }: Shown): string => `${kind} ${subject}`.trim()

export function readKey(key: string): Shown {
  const blank = key.indexOf(' ')
  return blank < 0 ? { kind: key, subject: '' } : { kind: key.slice(0, blank), subject: key.slice(blank + 1) }
}

export const placed = ({ kind, subject }: Shown): string => visible(WINDOWS[kind]?.title(subject) ?? kind)

/** The line that opens a window, or brings it back from its icon; empty for the command window. */
export const openingLine = ({ kind, subject }: Shown): string => `${WINDOWS[kind]?.command ?? ''} ${subject}`.trim()

/** The window that a line has opened, or made the current one; undefined if it is no such line. */
export function openedBy(line: string, windows: readonly Shown[]): Shown | undefined {
  const [command = '', ...words] = line.trim().toLowerCase().split(/\s+/)
  if (words.some((word) => word.startsWith('-'))) return undefined
  const subject = words.join(' ').replaceAll("'", '')
  const isNamed = (shown: Shown): boolean => {
    const name = shown.subject.toLowerCase()
    return name === subject || (shown.kind === 'editor' && name.replace(/\.\w+$/, '') === subject)
  }
  return windows.find((shown) => WINDOWS[shown.kind]?.command.toLowerCase() === command && isNamed(shown))
}

/** What stands beside the title. */
export function asideOf({ kind, subject }: Shown, page: Page): string {
  switch (kind) {
    case 'graphics': {
      const part = page.figures[subject]
      if (part === undefined || part.figure.areas.length < 2) return ''
      return `SPLIT ${part.figure.rows} ${part.figure.columns}, ${areaLine(part.figure, part.area)}`
    }
    case 'command':
      return counted(page.replies.filter((reply) => reply.kind === 'Line').length, 'line')
    case 'parameters': {
      const changed = page.values.items.filter((item) => item.role === 'parameter' && item.value !== item.text_value)
      return changed.length === 0 ? '' : `${changed.length} changed`
    }
    case 'values':
      if (page.progress.share >= 0) return page.progress.text
      return page.runs.items.length === 0 ? '' : 'at the end'
    case 'runs':
      return counted(page.runs.items.length, 'run')
    case 'events':
      return page.runs.items.length === 0 ? '' : counted(page.events.count, 'event')
    default:
      return ''
  }
}

const counted = (count: number, noun: string): string =>
  count === 0 ? '' : `${count} ${noun}${count === 1 ? '' : 's'}`
