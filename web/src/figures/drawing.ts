/** DATA: a picture as strokes and texts in the units of a surface, and what a surface is.
 *
 * As in the package `simnon.graphics`, whose decisions these modules repeat, so that pictures in files look as on the
 * screen. Coordinates increase to the right and downwards; a stroke has a gap wherever a coordinate is not finite.
 */
import type { TextBlock } from '../protocol/figure'
import type { Theme } from './palette'

export type Anchor = 'start' | 'middle' | 'end'

/** The fraction of the length of a text before the point at its position. */
export const BEFORE: Readonly<Record<Anchor, number>> = { start: 0, middle: 0.5, end: 1 }

/** How a line is drawn; `curve` counts the curves of an area from 0 and is null for axes. */
export interface Pen {
  readonly curve: number | null
  readonly colour: string
  readonly width: number
  readonly dash: readonly number[]
}

export interface Path {
  readonly x: Float64Array
  readonly y: Float64Array
}

export interface Stroke extends Path {
  readonly kind: 'stroke'
  readonly pen: Pen
  /** A curve as it was before a change, drawn paler. */
  readonly isGhost: boolean
}

/** Text centred vertically on its position; `isBacked` clears the lines behind the letters. */
export interface Text {
  readonly kind: 'text'
  readonly words: string
  readonly x: number
  readonly y: number
  readonly pen: Pen
  readonly anchor: Anchor
  readonly direction: TextBlock['direction']
  readonly isBacked: boolean
}

/** Rectangles between the edges, from light (0) to dark (1), by rows from the top left; NaN leaves a hole. */
export interface Shades extends Path {
  readonly kind: 'shades'
  readonly darkness: Float64Array
}

/** A polygon, filled with one colour. */
export interface Fill extends Path {
  readonly kind: 'fill'
  readonly colour: string
}

export type Part = Stroke | Text | Shades | Fill
export type Drawing = readonly Part[]

/** What is drawn on: its size, the size of its texts, and a width too small to see. */
export interface Surface {
  readonly width: number
  readonly height: number
  readonly widthOf: (text: string) => number
  readonly lineHeight: number
  readonly gap: number
  /** The length of the ticks of the horizontal and vertical axis. */
  readonly tick: readonly [number, number]
  readonly penWidth: number
  readonly resolution: number
  readonly theme: Theme
  /** The width kept free beside each area for a legend that is not drawn; 0 if legends are drawn, as on paper. */
  readonly readout: number
}

/** A surface with everything in proportion to the size of its texts. */
export function page(
  width: number,
  height: number,
  textSize: number,
  widthOf: (text: string) => number,
  theme: Theme,
): Surface {
  return {
    width,
    height,
    widthOf,
    lineHeight: 1.25 * textSize,
    gap: 0.35 * textSize,
    tick: [0.4 * textSize, 0.4 * textSize],
    penWidth: textSize / 12,
    resolution: textSize / 48,
    theme,
    readout: 0,
  }
}

/** A text; without more it begins at its position and is horizontal. */
export const textAt = (words: string, x: number, y: number, pen: Pen, anchor: Anchor = 'start'): Text => ({
  kind: 'text',
  words,
  x,
  y,
  pen,
  anchor,
  direction: 'horizontal',
  isBacked: false,
})

export const strokeOf = ({ x, y }: Path, pen: Pen): Stroke => ({ kind: 'stroke', x, y, pen, isGhost: false })
