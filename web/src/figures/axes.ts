/** Plan -> axes: the scales that map values to the surface, and grid, lines, ticks, numbers and names of the axes.
 *
 * Names are horizontal, at the ends of their axes, with their units in grey: they are read without turning the head, and
 * take no width from the curves.
 */
import {
  strokeOf,
  textAt,
  type Anchor,
  type Part,
  type Path,
  type Pen,
  type Stroke,
  type Surface,
  type Text,
} from './drawing'
import type { Graduation } from './graduation'
import { graduations, verticalNames, windowOf, type Graduations, type Plan } from './layout'
import { placeOne, type Scale, type Viewport } from './paths'
import { axisPen, faintPen, gridPen, inkPen, wordsPen } from './pens'
import { nameOf, shortened, type Name } from './words'

/** The numbers along the axes, and the scales that map values to the surface. */
export interface Axes {
  readonly found: Graduations
  readonly across: Scale
  readonly down: Scale
  readonly downRight: Scale
}

type Points = readonly (readonly [number, number])[]
const GAP = [NaN, NaN] as const

export const downOf = (axes: Axes, isRight: boolean): Scale => (isRight ? axes.downRight : axes.down)

export function axesOf(plan: Plan, surface: Surface): Axes {
  const window = windowOf(plan)
  const found = graduations(plan, surface)
  const down = scaleOf(found.vertical, window.bottom, window.top)
  return {
    found,
    across: scaleOf(found.horizontal, window.left, window.right),
    down,
    downRight: found.right === null ? down : scaleOf(found.right, window.bottom, window.top),
  }
}

const scaleOf = ({ low, high, isLogarithmic }: Graduation, start: number, end: number): Scale => ({
  low,
  high,
  start,
  end,
  isLogarithmic,
})

const pathOf = (points: Points): Path => ({
  x: Float64Array.from(points, ([x]) => x),
  y: Float64Array.from(points, ([, y]) => y),
})

/** Lines at the numbers, behind everything else. */
export function* drawGrid(axes: Axes, plan: Plan, surface: Surface): Generator<Stroke> {
  const { left, top, right, bottom } = windowOf(plan)
  if (!plan.area.has_grid || plan.area.cells !== null) return
  const upright = axes.found.horizontal.ticks.flatMap(({ value }): Points => {
    const x = placeOne(axes.across, value)
    return [[x, top], [x, bottom], GAP]
  })
  const level = axes.found.vertical.ticks.flatMap(({ value }): Points => {
    const y = placeOne(axes.down, value)
    return [[left, y], [right, y], GAP]
  })
  if (upright.length + level.length > 0) yield strokeOf(pathOf([...upright, ...level]), gridPen(surface))
}

/** A line for each axis, with ticks outside, numbers and names. */
export function* drawAxes(axes: Axes, plan: Plan, surface: Surface): Generator<Part> {
  const window = windowOf(plan)
  const [tickX, tickY] = surface.tick
  yield strokeOf(pathOf([...lines(axes, window), ...ticks(axes, window, surface)]), axisPen(surface))
  const numbersY = window.bottom + tickY + surface.gap + surface.lineHeight / 2
  if (plan.detail.hasNumbers) {
    yield* numbersAcross(axes.found.horizontal, axes.across, numbersY, surface)
    yield* numbersDown(axes.found.vertical, axes.down, window.left - tickX - surface.gap, 'end', surface)
    if (axes.found.right !== null)
      yield* numbersDown(axes.found.right, axes.downRight, window.right + tickX + surface.gap, 'start', surface)
  }
  if (!plan.detail.hasLabels) return
  const y = numbersY + surface.lineHeight + surface.gap
  const name = nameOf(plan.area.horizontal, axes.found.horizontal.offset)
  yield* nameBefore(name, window.right, y, window.right - plan.box.left, inkPen(surface), surface)
  yield* namesAbove(axes, plan, surface)
}

function lines(axes: Axes, { left, top, right, bottom }: Viewport): Points {
  const last: Points = axes.found.right === null ? [] : [[right, top]]
  return [[left, top], [left, bottom], [right, bottom], ...last]
}

/** The ticks outside the lines, separated by gaps; those between decades are half as long. */
function ticks(axes: Axes, window: Viewport, surface: Surface): Points {
  const [tickX, tickY] = surface.tick
  const below = lengths(axes.found.horizontal).flatMap(([value, length]): Points => {
    const x = placeOne(axes.across, value)
    return [GAP, [x, window.bottom], [x, window.bottom + length * tickY]]
  })
  const before = lengths(axes.found.vertical).flatMap(([value, length]): Points => {
    const y = placeOne(axes.down, value)
    return [GAP, [window.left - length * tickX, y], [window.left, y]]
  })
  const after = (axes.found.right === null ? [] : lengths(axes.found.right)).flatMap(([value, length]): Points => {
    const y = placeOne(axes.downRight, value)
    return [GAP, [window.right, y], [window.right + length * tickX, y]]
  })
  return [...below, ...before, ...after]
}

const lengths = (graduation: Graduation): Points => [
  ...graduation.ticks.map(({ value }) => [value, 1] as const),
  ...graduation.minor.map((value) => [value, 0.5] as const),
]

/** Numbers below the axis; in the smallest areas, those that do not touch the previous one. */
function* numbersAcross(graduation: Graduation, across: Scale, y: number, surface: Surface): Generator<Text> {
  let free = -Infinity
  for (const { value, text } of graduation.ticks) {
    const [x, half] = [placeOne(across, value), surface.widthOf(text) / 2]
    if (x - half < free) continue
    yield textAt(text, x, y, inkPen(surface), 'middle')
    free = x + half + surface.widthOf(' ')
  }
}

function* numbersDown(
  graduation: Graduation,
  down: Scale,
  x: number,
  anchor: Anchor,
  surface: Surface,
): Generator<Text> {
  let free = Infinity
  for (const { value, text } of graduation.ticks) {
    const y = placeOne(down, value)
    if (y + surface.lineHeight / 2 > free) continue
    yield textAt(text, x, y, inkPen(surface), anchor)
    free = y - surface.lineHeight / 2
  }
}

/** Above the upper ends; the name of an axis with a single curve has the colour of that curve. */
function* namesAbove(axes: Axes, plan: Plan, surface: Surface): Generator<Text> {
  const { area, box } = plan
  const y = box.top + (area.title !== '' ? surface.lineHeight + surface.gap : 0) + surface.lineHeight / 2
  const width = box.right - box.left
  const [left, right] = verticalNames(plan, axes.found)
  if (left === undefined) return
  if (right === undefined) {
    yield* nameAfter(left, box.left, y, width, inkPen(surface), surface)
    return
  }
  yield* nameAfter(left, box.left, y, width / 2, namePen(plan, surface, false), surface)
  yield* nameBefore(right, box.right, y, width / 2, namePen(plan, surface, true), surface)
}

function namePen(plan: Plan, surface: Surface, isRight: boolean): Pen {
  const numbers = [...plan.area.curves.keys()].filter((i) => plan.area.curves[i]?.is_right === isRight)
  const [only] = numbers
  return numbers.length === 1 && only !== undefined ? wordsPen(only, surface) : inkPen(surface)
}

/** A name from `x` on, and its unit after it. */
function* nameAfter(name: Name, x: number, y: number, width: number, pen: Pen, surface: Surface): Generator<Text> {
  const text = fitted(name, width, surface)
  if (text !== '') yield textAt(text, x, y, pen)
  const after = text !== '' ? x + surface.widthOf(`${text} `) : x
  if (name.unit !== '') yield textAt(name.unit, after, y, faintPen(surface))
}

/** A name that ends at `x`, with its unit last. */
function* nameBefore(name: Name, x: number, y: number, width: number, pen: Pen, surface: Surface): Generator<Text> {
  const text = fitted(name, width, surface)
  if (name.unit !== '') yield textAt(name.unit, x, y, faintPen(surface), 'end')
  const before = name.unit !== '' ? x - surface.widthOf(` ${name.unit}`) : x
  if (text !== '') yield textAt(text, before, y, pen, 'end')
}

/** The name as it fits before its unit. */
function fitted({ name, unit }: Name, width: number, surface: Surface): string {
  return shortened(name, unit === '' ? width : Math.max(0, width - surface.widthOf(` ${unit}`)), surface)
}
