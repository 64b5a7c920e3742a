/** Cells -> shades on the surface, and the key that explains them. */
import type { Area, Cells, Key } from '../protocol/figure'
import { textAt, type Part, type Shades, type Surface } from './drawing'
import { at, clamp, edgesBetween, general, linspace, roundEven } from './numbers'
import { place, type Scale } from './paths'
import { inkPen } from './pens'
import { inBrackets, shortened } from './words'

/** The maximum number drawn along an axis; larger maps are subsampled. */
const MAX_CELLS = 256
/** The number of distinct shades. */
const LEVELS = 32
const LETTERS_OF_A_KEY = 16

export function* drawCells(cells: Cells, across: Scale, down: Scale): Generator<Shades> {
  const [columns, rows] = [shown(cells.x.length), shown(cells.y.length).reverse()]
  if (columns.length === 0 || rows.length === 0) return
  const [low, high] = endsOf(cells)
  const darkness = rows.flatMap((row) =>
    columns.map((column) => {
      const value = at(cells.values, row * cells.x.length + column)
      const share = high > low ? (value - low) / (high - low) : Number.isFinite(value) ? 0.5 : NaN
      return roundEven(share * (LEVELS - 1)) / (LEVELS - 1)
    }),
  )
  const middles = (values: Float64Array, chosen: readonly number[]): Float64Array =>
    Float64Array.from(chosen, (i) => at(values, i))
  yield {
    kind: 'shades',
    x: inside(place(across, edgesBetween(middles(cells.x, columns))), across),
    y: inside(place(down, edgesBetween(middles(cells.y, rows.toReversed()))).reverse(), down),
    darkness: Float64Array.from(darkness),
  }
}

const inside = (positions: Float64Array, { start, end }: Scale): Float64Array =>
  positions.map((position) => clamp(position, Math.min(start, end), Math.max(start, end)))

/** What the shades of an area stand for: those of its map, or of its curves. */
export function keyOf(area: Area): Key | null {
  if (area.cells === null) return area.key
  const [low, high] = endsOf(area.cells)
  return { label: area.cells.label, unit: area.cells.unit, low, high, names: area.cells.names }
}

/** What has the lightest and the darkest shade: with names the first and the last of them, present or not. */
const endsOf = (cells: Cells): readonly [number, number] =>
  cells.names.length > 0 ? [0, cells.names.length - 1] : extentOf(cells.values)

/** The label, and a strip of all shades between the smallest and the largest number, or a patch for each name. */
export function* drawKey(key: Key, left: number, right: number, top: number, surface: Surface): Generator<Part> {
  if (key.names.length > 0) {
    yield* drawNames(key.names, left, right, top, surface)
    return
  }
  const [blank, middle] = [surface.widthOf(' '), top + surface.lineHeight / 2]
  const strip = LETTERS_OF_A_KEY * surface.widthOf('0')
  const [least, greatest] = [general(key.low, 4), general(key.high, 4)]
  const space = right - left - strip - 4 * blank - surface.widthOf(least) - surface.widthOf(greatest)
  const label = shortened(inBrackets({ name: key.label, unit: key.unit }), Math.max(space, 0), surface)
  const before = `${label}  ${least}`.trim()
  yield textAt(before, left, middle, inkPen(surface))
  const start = left + surface.widthOf(before) + blank
  yield {
    kind: 'shades',
    x: linspace(start, start + strip, LETTERS_OF_A_KEY + 1),
    y: Float64Array.of(top + 0.15 * surface.lineHeight, top + 0.85 * surface.lineHeight),
    darkness: linspace(0, 1, LETTERS_OF_A_KEY),
  }
  yield textAt(greatest, start + strip + blank, middle, inkPen(surface))
}

function* drawNames(
  names: readonly string[],
  left: number,
  right: number,
  top: number,
  surface: Surface,
): Generator<Part> {
  const [blank, middle] = [surface.widthOf(' '), top + surface.lineHeight / 2]
  const [patch, share] = [2 * surface.widthOf('0'), (right - left) / names.length]
  let start = left
  for (const [number, name] of names.entries()) {
    const label = shortened(name, Math.max(share - patch - 3 * blank, 0), surface)
    yield {
      kind: 'shades',
      x: Float64Array.of(start, start + patch),
      y: Float64Array.of(top + 0.15 * surface.lineHeight, top + 0.85 * surface.lineHeight),
      darkness: Float64Array.of(names.length > 1 ? number / (names.length - 1) : 0.5),
    }
    yield textAt(label, start + patch + blank, middle, inkPen(surface))
    start += patch + surface.widthOf(label) + 3 * blank
  }
}

/** The smallest and the largest number; zeros if there is none. */
function extentOf(values: Float64Array): readonly [number, number] {
  let [low, high] = [Infinity, -Infinity]
  for (const value of values) {
    if (!Number.isFinite(value)) continue
    low = Math.min(low, value)
    high = Math.max(high, value)
  }
  return low <= high ? [low, high] : [0, 0]
}

function shown(count: number): number[] {
  if (count <= MAX_CELLS) return Array.from({ length: count }, (_, i) => i)
  return Array.from(linspace(0, count - 1, MAX_CELLS), roundEven)
}
