/** The size of a box on the screen -> how much of it is shown; a level fades in over 15 % of the zoom. */

export type Level = 'dot' | 'icon' | 'terminals' | 'values' | 'open'

/** The larger side, in pixels, at which each level begins. */
export const BEGINS = {
  icon: 16,
  ports: 30,
  terminals: 72,
  values: 160,
  open: 280,
  equations: 280,
  parameters: 520,
} as const
const FADE = 0.15

export function levelOf(side: number): Level {
  if (side < BEGINS.icon) return 'dot'
  if (side < BEGINS.terminals) return 'icon'
  if (side < BEGINS.values) return 'terminals'
  return side < BEGINS.open ? 'values' : 'open'
}

const ramp = (share: number, from: number, to: number): number => Math.min(1, Math.max(0, (share - from) / (to - from)))

/** How much is seen of the face of a box and of what is in it: the one goes before the other comes, and soon. */
export const facing = (share: number): number => 1 - ramp(share, 0.35, 0.5)
export const opening = (share: number): number => ramp(share, 0.45, 0.65)

/** From 0, before a level begins, to 1, when it is there. */
export const fadedIn = (side: number, begin: number): number =>
  Math.min(1, Math.max(0, (side - begin) / (FADE * begin)))
