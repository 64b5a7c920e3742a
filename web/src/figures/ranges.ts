/** Area -> what its axes must cover: the given ends, or else the extent of the curves. */
import type { Area, Axis, Curve } from '../protocol/figure'
import type { Ends } from './graduation'
import { at, edgesBetween } from './numbers'
import { jointPath } from './paths'

/** What the axes of an area cover; `right` is null without curves on the right. */
export interface AreaEnds {
  readonly horizontal: Ends
  readonly vertical: Ends
  readonly right: Ends | null
}

/** An area, and its curves as they were before a change; the axes cover both. */
export type DrawnArea = Area & { readonly ghosts?: readonly Curve[] }

type Extent = readonly [number, number]

/** What the axes cover: the given ends, or else the curves, whose heights count only where they are in view. */
export function endsOf(area: DrawnArea): AreaEnds {
  const [xLow, xHigh] = given(area.horizontal)
  const found: Extent[] = []
  const [left, right]: [Extent[], Extent[]] = [[], []]
  let isOrdered = true
  for (const [curveX, curveY, isRight] of pathsOf(area)) {
    const { x, y } = jointPath(curveX, curveY)
    isOrdered = isOrdered && grows(x)
    found.push(...extentOf(x, area.horizontal))
    const isSeen = (_: number, i: number): boolean => at(x, i) >= (xLow ?? -Infinity) && at(x, i) <= (xHigh ?? Infinity)
    const seen = xLow !== null || xHigh !== null ? y.filter(isSeen) : y
    if (isRight) right.push(...extentOf(seen, area.right))
    else left.push(...extentOf(seen, area.vertical))
  }
  if (area.cells !== null) {
    found.push(...extentOf(edgesBetween(area.cells.x), area.horizontal))
    left.push(...extentOf(edgesBetween(area.cells.y), area.vertical))
  }
  const horizontal = jointEnds(area.horizontal, found)
  const vertical = jointEnds(area.vertical, left)
  const hasRight = area.curves.some((curve) => curve.is_right)
  return {
    // Along time the curves fill the axis; a curve in a phase plane keeps clear of the frame.
    horizontal: isOrdered && found.length > 0 ? fixed(horizontal) : horizontal,
    vertical: area.cells === null ? vertical : fixed(vertical),
    right: hasRight ? jointEnds(area.right, right) : null,
  }
}

const fixed = (ends: Ends): Ends => ({ ...ends, isLowFixed: true, isHighFixed: true })

export function grows(x: Float64Array): boolean {
  for (let i = 1; i < x.length; i += 1) if (!(at(x, i) >= at(x, i - 1))) return false
  return true
}

function* pathsOf(area: DrawnArea): Generator<readonly [Float64Array, Float64Array, boolean]> {
  for (const curve of [...area.curves, ...(area.ghosts ?? [])]) yield [curve.x, curve.y, curve.is_right]
  for (const band of area.bands) {
    yield [band.x, band.low, false]
    yield [band.x, band.high, false]
  }
}

function given(axis: Axis): readonly [number | null, number | null] {
  const usable = (end: number | null): number | null =>
    end === null || !Number.isFinite(end) || (axis.is_logarithmic && end <= 0) ? null : end
  const [low, high] = [usable(axis.low), usable(axis.high)]
  return low !== null && high !== null && low > high ? [high, low] : [low, high]
}

function extentOf(values: Float64Array, axis: Axis): readonly Extent[] {
  let [low, high] = [Infinity, -Infinity]
  for (const value of values) {
    if (Number.isNaN(value) || (axis.is_logarithmic && value <= 0)) continue
    if (value < low) low = value
    if (value > high) high = value
  }
  return low <= high ? [[low, high]] : []
}

function jointEnds(axis: Axis, found: readonly Extent[]): Ends {
  const [low, high] = given(axis)
  const lowest = found.length > 0 ? Math.min(...found.map((pair) => pair[0])) : null
  const highest = found.length > 0 ? Math.max(...found.map((pair) => pair[1])) : null
  const isLogarithmic = axis.is_logarithmic
  const some = low ?? high ?? lowest
  if (some === null)
    return isLogarithmic
      ? { low: 1, high: 10, isLowFixed: false, isHighFixed: false, isLogarithmic }
      : { low: 0, high: 1, isLowFixed: false, isHighFixed: false, isLogarithmic }
  let start = low ?? lowest ?? high ?? some
  let end = high ?? highest ?? start
  if (start > end) [start, end] = low !== null ? [start, start] : [end, end]
  return { low: start, high: end, isLowFixed: low !== null, isHighFixed: high !== null, isLogarithmic }
}
