/** Curves, and a place on their horizontal axis -> their values there. */
import type { Area, Curve } from '../protocol/figure'
import { at } from './numbers'
import type { Point } from './placed'
import { grows, type DrawnArea } from './ranges'
import { isDimensionless } from './words'

export interface Reading {
  readonly value: number
  /** Linear between two points that were computed. */
  readonly isBetween: boolean
}

export interface ReadoutRow {
  /** The number of the curve, which its pen has. */
  readonly curve: number
  readonly label: string
  readonly unit: string
  readonly isGhost: boolean
  readonly isRight: boolean
  readonly reading: Reading | null
}

/** The index of the last point that is not beyond `x`; -1 before the first. */
function indexBefore(values: Float64Array, x: number): number {
  let [low, high] = [0, values.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (at(values, middle) <= x) low = middle + 1
    else high = middle
  }
  return low - 1
}

const growing = new WeakMap<Float64Array, boolean>()

/** Whether a curve is one over a growing variable, such as the time. */
export function isOverTime(curve: Curve): boolean {
  const known = growing.get(curve.x)
  if (known !== undefined) return known
  const found = grows(curve.x)
  growing.set(curve.x, found)
  return found
}

export const isTimePlot = (area: Area): boolean => area.curves.length > 0 && area.curves.every(isOverTime)

/** null where the curve is not, or has a gap. */
export function readingOf(curve: Curve, x: number): Reading | null {
  if (!isOverTime(curve)) return null
  const i = indexBefore(curve.x, x)
  if (i < 0 || (i === curve.x.length - 1 && at(curve.x, i) < x)) return null
  const [left, value] = [at(curve.x, i), at(curve.y, i)]
  if (left === x || curve.shape === 'steps') return finite({ value, isBetween: false })
  if (curve.shape === 'points') return null
  const [share, next] = [(x - left) / (at(curve.x, i + 1) - left), at(curve.y, i + 1)]
  return finite({ value: value + share * (next - value), isBetween: next !== value })
}

const finite = (reading: Reading): Reading | null => (Number.isFinite(reading.value) ? reading : null)

/** The rows of the legend; those of ghosts come last, so that nothing moves when they go. */
export function readout(area: DrawnArea, x: number | null): readonly ReadoutRow[] {
  const rows = (curves: readonly Curve[], isGhost: boolean): ReadoutRow[] =>
    [...curves.entries()].flatMap(([curve, each]) => {
      if (each.label === '' || each.ink !== 'own') return []
      const label = isGhost ? `${each.label} before` : each.label
      const unit = isDimensionless(each.unit) ? '' : each.unit
      const reading = x === null ? null : readingOf(each, x)
      return [{ curve, label, unit, isGhost, isRight: each.is_right, reading }]
    })
  return [...rows(area.curves, false), ...rows(area.ghosts ?? [], true)]
}

export interface ShadedRow {
  readonly label: string
  readonly value: string
  readonly unit: string
}

/** A point of a curve whose shade means something, such as the time: its value, and about what the shade means. */
export function shadedRows({ curves, key, vertical }: Area, point: Point | null): readonly ShadedRow[] {
  const curve = curves[point?.curve ?? -1]
  if (point === null || key === null || key.names.length > 0 || curve === undefined || curve.shade === null) return []
  const meant = key.low + curve.shade * (key.high - key.low)
  return [
    { label: curve.label || vertical.label, value: shown(point.y), unit: curve.unit },
    { label: key.label, value: `≈ ${shown(meant)}`, unit: key.unit },
  ]
}

/** The nearest point to the right (1) or to the left (-1) of `x`, of all curves of the area. */
export function nextPoint(area: Area, x: number, direction: 1 | -1): number | null {
  const found = area.curves.filter(isOverTime).flatMap((curve) => {
    let i = indexBefore(curve.x, x)
    if (direction === 1) i += 1
    else while (i >= 0 && at(curve.x, i) >= x) i -= 1
    const next = at(curve.x, i)
    return Number.isFinite(next) ? [next] : []
  })
  if (found.length === 0) return null
  return direction === 1 ? Math.min(...found) : Math.max(...found)
}

export function nextEvent(area: Area, x: number, direction: 1 | -1): number | null {
  const found = area.markers.map((marker) => marker.x).filter((each) => (each - x) * direction > 0)
  if (found.length === 0) return null
  return direction === 1 ? Math.min(...found) : Math.max(...found)
}

/** A value with four digits, as the readout shows it. */
export function shown(value: number): string {
  if (value === 0) return '0.000'
  const size = Math.abs(value)
  if (size >= 1e5 || size < 1e-3) return value.toExponential(3)
  return size >= 1e4 ? value.toFixed(0) : value.toPrecision(4)
}

/** A value rounded to what a pixel can tell, so that the number shown is the number meant. */
export function roundedTo(value: number, pixel: number): number {
  if (!(pixel > 0) || !Number.isFinite(value)) return value
  const power = Math.floor(Math.log10(pixel))
  const rounded = Number(`${Math.round(value / 10 ** power)}e${power}`)
  return Number.isFinite(rounded) ? rounded : value
}
