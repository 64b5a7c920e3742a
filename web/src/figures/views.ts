/** What of a figure is looked at: parts of its axes, the detail that was fetched for them, and the ghost of a trial. */
import type { Area, Axis, Curve, Figure } from '../protocol/figure'
import type { Scale } from './paths'
import type { DrawnArea } from './ranges'

export interface Range {
  readonly low: number
  readonly high: number
}

/** Ranges that differ from those of the session; null for the axes that do not. */
export interface View {
  readonly horizontal: Range | null
  readonly vertical: Range | null
  readonly right: Range | null
}

export const WHOLE: View = { horizontal: null, vertical: null, right: null }

/** The curves of an area in a range of its horizontal axis, as the server has thinned them anew. */
export interface DetailOf extends Range {
  readonly area: number
  readonly x: readonly Float64Array[]
  readonly y: readonly Float64Array[]
}

export const rangeOf = ({ low, high }: Scale): Range => ({ low, high })

/** The range made smaller (factor < 1) or larger about a value, which stays where it is. */
export function zoomed({ low, high }: Range, about: number, factor: number, isLogarithmic: boolean): Range {
  if (isLogarithmic) {
    const logs = zoomed({ low: Math.log10(low), high: Math.log10(high) }, Math.log10(about), factor, false)
    return { low: 10 ** logs.low, high: 10 ** logs.high }
  }
  const found = { low: about - (about - low) * factor, high: about + (high - about) * factor }
  return isUsable(found) ? found : { low, high }
}

/** The range moved by a share of its length. */
export function panned({ low, high }: Range, share: number, isLogarithmic: boolean): Range {
  if (isLogarithmic) {
    const logs = panned({ low: Math.log10(low), high: Math.log10(high) }, share, false)
    return { low: 10 ** logs.low, high: 10 ** logs.high }
  }
  const found = { low: low + share * (high - low), high: high + share * (high - low) }
  return isUsable(found) ? found : { low, high }
}

/** Beyond this the numbers of an axis are all the same. */
const isUsable = ({ low, high }: Range): boolean =>
  Number.isFinite(high - low) && high - low > 1e-11 * Math.max(Math.abs(low), Math.abs(high))

/** The figure as it is looked at. */
export function seen(figure: Figure, views: readonly View[], details: readonly DetailOf[]): Figure {
  return { ...figure, areas: figure.areas.map((area, i) => seenArea(area, views[i] ?? WHOLE, details, i)) }
}

function seenArea(area: DrawnArea, view: View, details: readonly DetailOf[], number: number): DrawnArea {
  const { horizontal, vertical, right } = view
  const detail = horizontal && details.find((each) => each.area === number && covers(each, horizontal))
  return {
    ...area,
    horizontal: withRange(area.horizontal, horizontal),
    vertical: withRange(area.vertical, vertical),
    right: withRange(area.right, right),
    curves: detail ? area.curves.map((curve, i) => withDetail(curve, detail.x[i], detail.y[i])) : area.curves,
  }
}

export const covers = (whole: Range, part: Range): boolean => whole.low <= part.low && part.high <= whole.high

const withRange = (axis: Axis, range: Range | null): Axis => (range === null ? axis : { ...axis, ...range })

const withDetail = (curve: Curve, x: Float64Array | undefined, y: Float64Array | undefined): Curve =>
  x === undefined || y === undefined ? curve : { ...curve, x, y }

/** What is tried, with the session's curves as ghosts; the axes cover both, so that they stay while a slider moves. */
export function withGhosts(tried: Figure, before: Figure): Figure {
  if (tried.areas.length !== before.areas.length) return tried
  const areas = tried.areas.map((area, i): DrawnArea => {
    const ghosts = (before.areas[i]?.curves ?? []).filter((curve, k) => !isSame(curve, area.curves[k]))
    return { ...area, ghosts }
  })
  return withAxesOf({ ...tried, areas }, before)
}

/** Whether a curve is where it was: one of a kept run, or of a constant. */
function isSame(one: Curve, other: Curve | undefined): boolean {
  if (other === undefined || one.label !== other.label) return false
  const [level] = one.y
  if (one.y.every((y) => y === level) && other.y.every((y) => y === level))
    return one.x[0] === other.x[0] && one.x.at(-1) === other.x.at(-1)
  return one.y.length === other.y.length && one.y.every((y, i) => Object.is(y, other.y[i]) && one.x[i] === other.x[i])
}

/** With axes that cover those of the other figure as well. */
export function withAxesOf(figure: Figure, other: Figure): Figure {
  const areas = figure.areas.map((area, i) => {
    const { horizontal, vertical, right } = other.areas[i] ?? area
    return {
      ...area,
      horizontal: union(area.horizontal, horizontal),
      vertical: union(area.vertical, vertical),
      right: union(area.right, right),
    }
  })
  return { ...figure, areas }
}

function union(one: Axis, other: Axis): Axis {
  const low = one.low === null || other.low === null ? null : Math.min(one.low, other.low)
  const high = one.high === null || other.high === null ? null : Math.max(one.high, other.high)
  return { ...one, low, high }
}

/** Whether two areas have the same horizontal axis, so that they can be moved together. */
export const isLinkedTo = (one: Area, other: Area): boolean =>
  one.horizontal.label === other.horizontal.label &&
  one.horizontal.unit === other.horizontal.unit &&
  one.horizontal.is_logarithmic === other.horizontal.is_logarithmic
