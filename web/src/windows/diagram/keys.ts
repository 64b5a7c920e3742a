/** Keys in a diagram -> the views and acts that they mean. */
import type { Viewing } from './viewing.svelte'

const LARGER = 1.25

type Act = (viewing: Viewing) => void

const ACTS: Readonly<Record<string, Act>> = {
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
  ',': (viewing) => viewing.walkMembers(-1),
  '.': (viewing) => viewing.walkMembers(1),
  Delete: (viewing) => viewing.acts.remove(),
  F2: (viewing) => viewing.acts.ask('name'),
  Escape: (viewing) => viewing.escape(),
}

const WITH_CONTROL: Readonly<Record<string, Act>> = {
  a: (viewing) => viewing.chooseAll(),
  c: (viewing) => viewing.acts.remember(),
  d: (viewing) => viewing.acts.duplicate(),
  g: (viewing) => viewing.acts.ask('type'),
  v: (viewing) => viewing.acts.paste(),
  arrowleft: (viewing) => viewing.acts.nudge(-1, 0),
  arrowright: (viewing) => viewing.acts.nudge(1, 0),
  arrowup: (viewing) => viewing.acts.nudge(0, -1),
  arrowdown: (viewing) => viewing.acts.nudge(0, 1),
}

/** Whether the key meant something. */
export function pressKey(viewing: Viewing, event: KeyboardEvent): boolean {
  if (event.altKey) return false
  const act = event.ctrlKey || event.metaKey ? WITH_CONTROL[event.key.toLowerCase()] : ACTS[event.key]
  act?.(viewing)
  return act !== undefined
}
