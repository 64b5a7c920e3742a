/** DATA: what the pointer is doing in a diagram, and the lines that a box snaps to. */
import type { End } from '../../diagrams/joining'
import type { Found, Inside } from '../../diagrams/scene'

export type Gesture =
  | { readonly kind: 'none' }
  | { readonly kind: 'pan'; readonly x: number; readonly y: number }
  | {
      readonly kind: 'move'
      readonly found: Found
      /** The box that alone is chosen if it does not move; empty if others stay chosen. */
      readonly alone: string
      readonly x: number
      readonly y: number
      readonly dx: number
      readonly dy: number
    }
  | {
      /** A rectangle around the boxes to be chosen. */
      readonly kind: 'choose'
      readonly x0: number
      readonly y0: number
      readonly x: number
      readonly y: number
    }
  | {
      readonly kind: 'join'
      readonly from: End
      readonly inside: Inside
      readonly x: number
      readonly y: number
      readonly to: End | null
      readonly reason: string
    }

export interface Guide {
  readonly isAcross: boolean
  readonly place: number
}

/** Words beside the pointer. */
export interface Hint {
  readonly x: number
  readonly y: number
  readonly lines: readonly string[]
}
