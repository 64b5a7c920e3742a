/** The slopes of two states on a grid -> arrows of one length, and the lines on which one of them does not change. */
import { strokeOf, textAt, type Drawing, type Part, type Path, type Pen, type Stroke, type Surface } from './drawing'
import { at, linspace } from './numbers'
import { blend, cycled } from './palette'
import { clip, placeOne, type Scale, type Viewport } from './paths'
import type { Placed } from './placed'
import { wordsPen } from './pens'
import { zeroLines, type Point } from './zeroLines'

/** Points across and up. */
export const GRID = { columns: 61, rows: 49 }
/** One of so many has an arrow, the fewest at which arrows are so far apart. */
const EVERY = [1, 2, 3]
const APART = 24
const LENGTH = 11
const HEAD = 3.2
/** Faster is darker, in so many steps. */
const LEVELS = 4
const PALEST = 0.3
const NULLCLINES = { across: 2, up: 3 }

/** Row by row from the bottom, between the ends of the box: left, right, bottom, top. */
export interface Field {
  readonly box: readonly number[]
  readonly names: readonly [string, string]
  readonly across: Float64Array
  readonly up: Float64Array
}

/** The lines on which one of the states does not change. */
export const drawNullclines = (field: Field, placed: Placed, surface: Surface): Drawing => [
  ...nullcline(field, field.across, field.names[0], NULLCLINES.across, placed, surface),
  ...nullcline(field, field.up, field.names[1], NULLCLINES.up, placed, surface),
]

const xsOf = ({ box }: Field): Float64Array => linspace(at(box, 0), at(box, 1), GRID.columns)
const ysOf = ({ box }: Field): Float64Array => linspace(at(box, 2), at(box, 3), GRID.rows)

interface Arrow {
  readonly x: number
  readonly y: number
  /** In pixels. */
  readonly dx: number
  readonly dy: number
}

export function drawArrows(field: Field, { axes, window }: Placed, surface: Surface): readonly Stroke[] {
  const [xs, ys] = [xsOf(field), ysOf(field)]
  const arrows: Arrow[] = []
  const every = everyIn(window)
  for (let row = 1; row < GRID.rows; row += every)
    for (let column = 1; column < GRID.columns; column += every) {
      const i = row * GRID.columns + column
      const [x, y] = [placeOne(axes.across, at(xs, column)), placeOne(axes.down, at(ys, row))]
      const dx = at(field.across, i) * slopeOf(axes.across, at(xs, column))
      const dy = at(field.up, i) * slopeOf(axes.down, at(ys, row))
      const isInside = x > window.left && x < window.right && y > window.top && y < window.bottom
      if (isInside && Number.isFinite(dx + dy) && dx ** 2 + dy ** 2 > 0) arrows.push({ x, y, dx, dy })
    }
  const fastest = Math.max(...arrows.map(({ dx, dy }) => Math.hypot(dx, dy)), Number.MIN_VALUE)
  const levelOf = ({ dx, dy }: Arrow): number => Math.floor(Math.sqrt(Math.hypot(dx, dy) / fastest) * (LEVELS - 0.001))
  return Array.from({ length: LEVELS }, (_, level) => {
    const share = PALEST + ((1 - PALEST) * level) / (LEVELS - 1)
    const pen: Pen = { curve: 0, colour: blend(surface.theme.ground, surface.theme.axis, share), width: 1, dash: [] }
    return strokeOf(joined(arrows.filter((arrow) => levelOf(arrow) === level).map(shapeOf)), pen)
  })
}

/** A large plot has more arrows, not longer ones. */
export function everyIn({ left, top, right, bottom }: Viewport): number {
  const apart = Math.min((right - left) / (GRID.columns - 1), (bottom - top) / (GRID.rows - 1))
  return EVERY.find((every) => every * apart >= APART) ?? Math.max(...EVERY)
}

/** Pixels for each unit at a value. */
function slopeOf(scale: Scale, value: number): number {
  const length = scale.end - scale.start
  if (scale.isLogarithmic) return length / (Math.log(scale.high / scale.low) * value)
  return length / (scale.high - scale.low)
}

/** A line through the point, with a head. */
function shapeOf({ x, y, dx, dy }: Arrow): readonly Point[] {
  const size = Math.hypot(dx, dy)
  const [ux, uy] = [dx / size, dy / size]
  const [tipX, tipY] = [x + (ux * LENGTH) / 2, y + (uy * LENGTH) / 2]
  const barb = (side: number): Point => [tipX - HEAD * (ux - 0.7 * side * uy), tipY - HEAD * (uy + 0.7 * side * ux)]
  return [[x - (ux * LENGTH) / 2, y - (uy * LENGTH) / 2], [tipX, tipY], [NaN, NaN], barb(1), [tipX, tipY], barb(-1)]
}

function joined(shapes: readonly (readonly Point[])[]): Path {
  const points = shapes.flatMap((shape) => [...shape, [NaN, NaN] as const])
  return { x: Float64Array.from(points, ([x]) => x), y: Float64Array.from(points, ([, y]) => y) }
}

/** Dashed, with its name at the upper end. */
function* nullcline(
  field: Field,
  slopes: Float64Array,
  name: string,
  colour: number,
  { axes, window }: Placed,
  surface: Surface,
): Generator<Part> {
  const [xs, ys] = [xsOf(field), ysOf(field)]
  const lines = zeroLines(slopes, GRID.columns, GRID.rows)
  const placed = lines.map((line) =>
    line.map(([i, j]): Point => [placeOne(axes.across, between(xs, i)), placeOne(axes.down, between(ys, j))]),
  )
  const path = clip(joined(placed), window, 0.01)
  if (path.x.length === 0) return
  const pen = wordsPen(colour, surface)
  const width = 1.5
  yield strokeOf(path, { ...pen, colour: cycled(surface.theme.curves, colour, pen.colour), width, dash: [6, 4] })
  let top = 0
  for (let i = 0; i < path.y.length; i += 1) if (at(path.y, i) < at(path.y, top)) top = i
  const isRight = at(path.x, top) > (window.left + window.right) / 2
  const x = at(path.x, top) + (isRight ? -6 : 6)
  const text = textAt(`d${name} = 0`, x, at(path.y, top) + surface.lineHeight, pen, isRight ? 'end' : 'start')
  yield { ...text, isBacked: true }
}

/** The number at an index that is not whole. */
function between(values: Float64Array, index: number): number {
  const below = Math.floor(index)
  return at(values, below) + (index === below ? 0 : (index - below) * (at(values, below + 1) - at(values, below)))
}
