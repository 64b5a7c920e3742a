/** Keys in a diagram -> the views and acts that they mean. */
import type { Viewing } from './viewing.svelte'

const LARGER = 1.25

const ACTS: Readonly<Record<string, (viewing: Viewing) => void>> = {
  ArrowLeft: (viewing) => viewing.walk('ArrowLeft'),
  ArrowRight: (viewing) => viewing.walk('ArrowRight'),
  ArrowUp: (viewing) => viewing.walk('ArrowUp'),
  ArrowDown: (viewing) => viewing.walk('ArrowDown'),
  Enter: (viewing) => viewing.enter(),
  Backspace: (viewing) => viewing.leave(),
  '[': (viewing) => viewing.go(-1),
  ']': (viewing) => viewing.go(1),
  '+': (viewing) => viewing.zoom(LARGER),
  '=': (viewing) => viewing.zoom(LARGER),
  '-': (viewing) => viewing.zoom(1 / LARGER),
  '0': (viewing) => viewing.fit(),
  Delete: (viewing) => viewing.remove(),
  F2: (viewing) => viewing.beginRenaming(),
  Escape: (viewing) => viewing.escape(),
}

/** Whether the key meant something. */
export function pressKey(viewing: Viewing, event: KeyboardEvent): boolean {
  if (event.ctrlKey && event.key.toLowerCase() === 'g') viewing.beginGrouping()
  else if (event.ctrlKey || event.metaKey || event.altKey) return false
  else if (ACTS[event.key] === undefined) return false
  else ACTS[event.key]?.(viewing)
  return true
}
