/** A key that is pressed -> the act it means, by the table of acts. */
import { ACTS, UNDO, type Act } from './acts'

export interface Pressed {
  readonly key: string
  readonly code?: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
  readonly shiftKey: boolean
}

/** As the table writes it: `Ctrl+Alt+ArrowLeft`; the command key of a Mac is its Ctrl. */
export function nameOf(pressed: Pressed): string {
  const key = pressed.code === 'Backquote' ? '`' : pressed.key.length === 1 ? pressed.key.toUpperCase() : pressed.key
  const parts = [
    (pressed.ctrlKey || pressed.metaKey) && 'Ctrl',
    pressed.altKey && 'Alt',
    pressed.shiftKey && 'Shift',
    key,
  ]
  return parts.filter((part) => part !== false).join('+')
}

/** In a field, Ctrl+Z takes back what was typed there. */
export function actOf(pressed: Pressed, isTyping: boolean): Act | undefined {
  const name = nameOf(pressed)
  const act = ACTS.find((each) => each.key === name)
  return isTyping && act === UNDO ? undefined : act
}

/** The number of a window in Ctrl+1 to Ctrl+9; 0 if it is another key. */
export function windowNumber(pressed: Pressed): number {
  return Number(/^Ctrl\+([1-9])$/.exec(nameOf(pressed))?.[1] ?? 0)
}

/** As it stands in a menu. */
export const readable = (key: string): string => key.replace(/Arrow(\w+)/, (_, side: string) => ARROWS[side] ?? side)

const ARROWS: Readonly<Record<string, string>> = { Left: '←', Right: '→', Up: '↑', Down: '↓' }

export const isField = (element: Element | null): boolean =>
  element instanceof HTMLElement && (element.matches('input, textarea, select') || element.isContentEditable)
