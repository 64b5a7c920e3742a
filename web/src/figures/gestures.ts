/** What the pointer is doing in a plot: pressed, drawing a box, or moving the view. It ends in an act, a view or none. */

export interface Place {
  readonly x: number
  readonly y: number
}

export type Gesture =
  | { readonly kind: 'none' }
  | { readonly kind: 'pressed'; readonly area: number; readonly from: Place; readonly pans: boolean }
  | { readonly kind: 'box'; readonly area: number; readonly from: Place; readonly to: Place }
  | { readonly kind: 'pan'; readonly area: number; readonly from: Place; readonly to: Place }

export const NO_GESTURE: Gesture = { kind: 'none' }

/** A hand is not steadier than this. */
const STEADY = 4

export const pressed = (area: number, from: Place, pans: boolean): Gesture => ({ kind: 'pressed', area, from, pans })

export function moved(gesture: Gesture, to: Place): Gesture {
  switch (gesture.kind) {
    case 'none':
      return gesture
    case 'pressed': {
      const { area, from, pans } = gesture
      if (Math.hypot(to.x - from.x, to.y - from.y) < STEADY) return gesture
      return { kind: pans ? 'pan' : 'box', area, from, to }
    }
    case 'box':
    case 'pan':
      return { ...gesture, to }
    default:
      return gesture satisfies never
  }
}
