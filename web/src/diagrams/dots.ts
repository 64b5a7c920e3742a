/** Boxes too small to show more than that they are there -> bitmaps: one serves all scales up to twice its own. */
import type { BoxItem, DiagramItem } from '../protocol/messages'
import type { Inks } from './inks'

/** A bitmap is at most so many times as large as the screen; beyond, only a part of the boxes is on it anyway. */
const MOST_SCREENS = 4
const EDGE = 0.7
export const LEAST_PIXELS = 1.5

interface Sheet {
  readonly canvas: HTMLCanvasElement
  readonly scale: number
  readonly colours: string
}

const SHEETS = new WeakMap<DiagramItem, Sheet>()
const LARGEST = new WeakMap<DiagramItem, number>()

/** The larger side of the largest box. */
export function largestSide(diagram: DiagramItem): number {
  let found = LARGEST.get(diagram)
  if (found === undefined) {
    found = diagram.boxes.reduce((most, { width, height }) => Math.max(most, width, height), 0)
    LARGEST.set(diagram, found)
  }
  return found
}

/** All boxes of a diagram at `pixel` device pixels a unit; null if that is too large for a bitmap. */
export function sheetOf(diagram: DiagramItem, pixel: number, screen: number, inks: Inks): HTMLCanvasElement | null {
  const scale = 2 ** Math.ceil(Math.log2(pixel))
  const [width, height] = [Math.ceil(diagram.width * scale), Math.ceil(diagram.height * scale)]
  if (width * height > MOST_SCREENS * screen || width < 1 || height < 1) return null
  const colours = `${inks.edge} ${inks.raised}`
  const known = SHEETS.get(diagram)
  if (known !== undefined && known.scale === scale && known.colours === colours) return known.canvas
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const context = canvas.getContext('2d')
  if (context === null) return null
  drawDots(context, diagram.boxes, scale, 0, 0, inks)
  SHEETS.set(diagram, { canvas, scale, colours })
  return canvas
}

/** Two rectangles a box: a path of many outlines would be filled point by point. */
export function drawDots(
  context: CanvasRenderingContext2D,
  boxes: readonly BoxItem[],
  scale: number,
  x0: number,
  y0: number,
  inks: Inks,
): void {
  for (const [colour, inset] of [
    [inks.edge, 0],
    [inks.raised, EDGE],
  ] as const) {
    context.fillStyle = colour
    for (const { x, y, width, height } of boxes) {
      const [w, h] = [width * scale, height * scale]
      if (w < LEAST_PIXELS && h < LEAST_PIXELS) continue
      context.fillRect(x0 + x * scale + inset, y0 + y * scale + inset, w - 2 * inset, h - 2 * inset)
    }
  }
}
