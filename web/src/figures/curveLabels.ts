/** Strokes of several curves -> their labels, each beside its own curve, where it covers nothing.
 *
 * The surface between the axes is divided into small squares; a label takes the first position along its curve at which
 * all squares under it are free. If one of the labels finds none, there are none: the curves have a legend instead.
 */
import { BEFORE, textAt, type Anchor, type Path, type Stroke, type Surface, type Text } from './drawing'
import { at, clamp } from './numbers'
import type { Viewport } from './paths'
import { wordsPen } from './pens'

export const MAX_LABELS = 6
/** Fractions of the width at which a label is tried, the best first: late, where curves have diverged. */
const ALONG = [0.72, 0.6, 0.82, 0.5, 0.4, 0.9, 0.3, 0.66, 0.55, 0.45, 0.77, 0.35, 0.2]
/** How far the middle of a label is from its curve, in heights of a line. */
const APART = 0.75
/** Curves that go through each square so often, on average, leave no space for labels. */
const CROWDED = 2
const ANCHORS: readonly Anchor[] = ['middle', 'start', 'end']

/** A label for each curve, or none at all if one of them does not fit. */
export function placeLabels(
  strokes: readonly Stroke[],
  labels: readonly string[],
  window: Viewport,
  surface: Surface,
): readonly Text[] {
  if (labels.length < 2 || labels.length > MAX_LABELS) return []
  const squares = new Squares(window, surface.lineHeight / 4)
  if (squares.areCrowdedBy(strokes)) return []
  for (const stroke of strokes) squares.takeLine(stroke)
  const placed: Text[] = []
  for (const [number, stroke] of strokes.entries()) {
    const others = strokes.filter((other) => other !== stroke)
    const text = freeText(stroke, others, labels[number] ?? '', window, squares, surface)
    if (text === null) return []
    squares.takeBox(boxOf(text, surface))
    placed.push(text)
  }
  return placed
}

/** Where the label covers nothing, and the curve is so far from the others that it is clear whose label it is. */
function freeText(
  stroke: Stroke,
  others: readonly Stroke[],
  label: string,
  window: Viewport,
  squares: Squares,
  surface: Surface,
): Text | null {
  const pen = wordsPen(stroke.pen.curve ?? 0, surface)
  for (const share of ALONG) {
    const x = window.left + share * (window.right - window.left)
    const middle = heightAt(stroke, x)
    const isNear = others.some((other) => Math.abs(heightAt(other, x) - middle) < 1.2 * surface.lineHeight)
    if (!Number.isFinite(middle) || isNear) continue
    // Beside a steep curve a label fits if it begins or ends there.
    for (const anchor of ANCHORS)
      for (const side of [-1, 1]) {
        const text = textAt(label, x, middle + side * APART * surface.lineHeight, pen, anchor)
        if (squares.isFree(boxOf(text, surface))) return text
      }
  }
  return null
}

/** The height of the curve at `place`, of the first of its lines that passes there; NaN if none does. */
function heightAt({ x, y }: Path, place: number): number {
  for (let i = 0; i + 1 < x.length; i += 1) {
    const left = at(x, i)
    const right = at(x, i + 1)
    if (!((left - place) * (right - place) <= 0)) continue
    const share = right !== left ? (place - left) / (right - left) : 0
    return at(y, i) + share * (at(y, i + 1) - at(y, i))
  }
  return NaN
}

function boxOf(text: Text, surface: Surface): Viewport {
  const [length, tall] = [surface.widthOf(text.words), 0.42 * surface.lineHeight]
  const left = text.x - BEFORE[text.anchor] * length
  return { left: left - surface.gap, top: text.y - tall, right: left + length + surface.gap, bottom: text.y + tall }
}

/** Which squares between the axes are taken; outside the axes all are. */
class Squares {
  readonly #columns: number
  readonly #rows: number
  readonly #taken: Uint8Array

  constructor(
    private readonly window: Viewport,
    private readonly side: number,
  ) {
    this.#columns = Math.max(1, Math.trunc((window.right - window.left) / side)) + 1
    this.#rows = Math.max(1, Math.trunc((window.bottom - window.top) / side)) + 1
    this.#taken = new Uint8Array(this.#columns * this.#rows)
  }

  areCrowdedBy(strokes: readonly Path[]): boolean {
    let length = 0
    for (const { x, y } of strokes)
      for (let i = 0; i + 1 < x.length; i += 1) {
        const step = Math.max(Math.abs(at(x, i + 1) - at(x, i)), Math.abs(at(y, i + 1) - at(y, i)))
        if (step > 0) length += step
      }
    return length > CROWDED * this.#taken.length * this.side
  }

  /** Every square the line goes through, by points as close as the squares. */
  takeLine({ x, y }: Path): void {
    for (let i = 0; i + 1 < x.length; i += 1) {
      const dx = at(x, i + 1) - at(x, i)
      const dy = at(y, i + 1) - at(y, i)
      if (!Number.isFinite(dx + dy)) continue
      const count = 1 + Math.trunc(Math.max(Math.abs(dx), Math.abs(dy)) / this.side)
      for (let k = 0; k < count; k += 1)
        this.#taken[
          this.#row(at(y, i) + (k / count) * dy) * this.#columns + this.#column(at(x, i) + (k / count) * dx)
        ] = 1
    }
  }

  takeBox(box: Viewport): void {
    for (const index of this.#inside(box)) this.#taken[index] = 1
  }

  isFree(box: Viewport): boolean {
    const { left, top, right, bottom } = this.window
    if (box.left < left || box.right > right || box.top < top || box.bottom > bottom) return false
    for (const index of this.#inside(box)) if (this.#taken[index] === 1) return false
    return true
  }

  *#inside(box: Viewport): Generator<number> {
    for (let row = this.#row(box.top); row <= this.#row(box.bottom); row += 1)
      for (let column = this.#column(box.left); column <= this.#column(box.right); column += 1)
        yield row * this.#columns + column
  }

  #column(x: number): number {
    return Math.trunc(clamp((x - this.window.left) / this.side, 0, this.#columns - 1))
  }

  #row(y: number): number {
    return Math.trunc(clamp((y - this.window.top) / this.side, 0, this.#rows - 1))
  }
}
