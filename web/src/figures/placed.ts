/** Where an area is on the screen, and the values at its places. */
import type { Area } from '../protocol/figure'
import { axesOf, downOf, type Axes } from './axes'
import type { Surface } from './drawing'
import type { Place } from './gestures'
import { windowOf, type Plan } from './layout'
import { at, clamp } from './numbers'
import { place, valueAt, type Scale, type Viewport } from './paths'
import { isTimePlot, roundedTo } from './readout'
import type { DrawnArea } from './ranges'
import type { Range } from './views'

export interface Placed {
  readonly area: DrawnArea
  readonly plan: Plan
  readonly axes: Axes
  readonly window: Viewport
  readonly isOverTime: boolean
}

/** A recorded point of a curve. */
export interface Point {
  readonly curve: number
  readonly index: number
  readonly x: number
  readonly y: number
}

export const placedOf = (plan: Plan, surface: Surface): Placed => ({
  area: plan.area,
  plan,
  axes: axesOf(plan, surface),
  window: windowOf(plan),
  isOverTime: isTimePlot(plan.area),
})

/** How much a pixel is worth at a position. */
const pixelAt = (scale: Scale, position: number): number =>
  Math.abs(valueAt(scale, position + 0.5) - valueAt(scale, position - 0.5))

/** The value at a position, with the digits that a pixel can tell. */
export function valueNear(scale: Scale, position: number): number {
  const inside = clamp(position, Math.min(scale.start, scale.end), Math.max(scale.start, scale.end))
  return roundedTo(valueAt(scale, inside), pixelAt(scale, inside))
}

export function rangeBetween(scale: Scale, one: number, other: number): Range {
  const [a, b] = [valueNear(scale, one), valueNear(scale, other)]
  return { low: Math.min(a, b), high: Math.max(a, b) }
}

/** The values at the ends of a box; null for a direction in which it is too thin to be meant. */
export function boxOf(placed: Placed, from: Place, to: Place): { horizontal: Range | null; vertical: Range | null } {
  const isWide = Math.abs(to.x - from.x) >= THIN
  const isTall = Math.abs(to.y - from.y) >= THIN
  return {
    horizontal: isWide ? rangeBetween(placed.axes.across, from.x, to.x) : null,
    vertical: isTall ? rangeBetween(placed.axes.down, from.y, to.y) : null,
  }
}

const THIN = 8

/** The recorded point that is nearest on the screen; null if there is none. */
export function nearestPoint({ area, axes }: Placed, near: Place): Point | null {
  let found: Point | null = null
  let least = Infinity
  for (const [curve, each] of area.curves.entries()) {
    const [x, y] = [place(axes.across, each.x), place(downOf(axes, each.is_right), each.y)]
    for (let i = 0; i < Math.min(x.length, y.length); i += 1) {
      const distance = (at(x, i) - near.x) ** 2 + (at(y, i) - near.y) ** 2
      if (!(distance < least)) continue
      least = distance
      found = { curve, index: i, x: at(each.x, i), y: at(each.y, i) }
    }
  }
  return found
}

/** The next recorded point along its curve, or the one before. */
export function pointBeside({ area }: Placed, point: Point | null, direction: 1 | -1): Point | null {
  const number = point?.curve ?? 0
  const curve = area.curves[number]
  if (curve === undefined || curve.x.length === 0) return null
  const wanted = point === null ? 0 : point.index + direction
  const next = area.curves[number + direction]
  // The pieces of a curve that is shaded by the time follow each other, with the point between them in common.
  if (wanted !== clamp(wanted, 0, curve.x.length - 1) && curve.shade !== null && next && next.shade !== null) {
    const beginning = direction === 1 ? 1 : next.x.length - 2
    return { curve: number + direction, index: beginning, x: at(next.x, beginning), y: at(next.y, beginning) }
  }
  const index = clamp(wanted, 0, curve.x.length - 1)
  return { curve: number, index, x: at(curve.x, index), y: at(curve.y, index) }
}

/** The sentence that says what a plot shows. */
export function sentenceOf(area: Area, axes: Axes): string {
  const names = area.curves.filter((curve) => curve.label !== '').map((curve) => curve.label)
  const map = area.cells === null ? [] : [`a map of ${area.cells.label}`]
  const what = [...map, ...names].join(', ') || 'No curves'
  const { horizontal, vertical } = axes.found
  const along = `${area.horizontal.label || 'the horizontal axis'} from ${brief(horizontal.low)} to ${brief(horizontal.high)}`
  const events = area.markers.length
  const marked = events === 0 ? '' : `, ${events} ${events === 1 ? 'event' : 'events'}`
  const unit = area.horizontal.unit === '' ? '' : ` ${area.horizontal.unit}`
  return `${what} over ${along}${unit}, values from ${brief(vertical.low)} to ${brief(vertical.high)}${marked}`
}

const brief = (value: number): string => String(Number(value.toPrecision(4)))
