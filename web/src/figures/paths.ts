/** Points of a curve -> the points of a stroke: mapped to the surface, thinned to what is visible, clipped at the edges.
 *
 * A path has a gap wherever one of its coordinates is not finite.
 */
import type { Path } from './drawing'
import { at, clamp } from './numbers'

/** Points are clamped to this many axis lengths away: the visible part of a line to them looks the same. */
const FAR = 1e7
const SAFE_EXPONENT = 900
const ROUNDING = 1e-6
const LARGEST = Number.MAX_VALUE

/** Maps the values from `low` to `high` to positions from `start` to `end` on the surface. */
export interface Scale {
  readonly low: number
  readonly high: number
  readonly start: number
  readonly end: number
  readonly isLogarithmic: boolean
}

export interface Viewport {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/** The positions of values; they are finite if and only if the values are, however large.
 *
 * On a logarithmic scale, values that are not positive have no position.
 */
export function place(scale: Scale, values: Float64Array): Float64Array {
  if (scale.isLogarithmic)
    return place(
      ofLogarithms(scale),
      values.map((value) => (value > 0 ? Math.log10(value) : NaN)),
    )
  const exponent = exponentOf(Math.max(Math.abs(scale.low), Math.abs(scale.high)))
  if (Math.abs(exponent) > SAFE_EXPONENT) return placeNear(...rescaled(scale, values, exponent))
  return placeNear(scale, values)
}

function placeNear({ low, high, start, end }: Scale, values: Float64Array): Float64Array {
  const factor = (end - start) / (high - low)
  const size = Math.abs(end - start) * FAR
  const positions = new Float64Array(values.length)
  for (let i = 0; i < values.length; i += 1) {
    const value = at(values, i)
    const position = (value - low) * factor
    if (Math.abs(position) <= size) positions[i] = position + start
    else if (Number.isFinite(value)) positions[i] = clamp(Number.isNaN(position) ? 0 : position, -size, size) + start
    else positions[i] = NaN
  }
  return positions
}

function exponentOf(value: number): number {
  return value === 0 || !Number.isFinite(value) ? 0 : Math.floor(Math.log2(value)) + 1
}

/** The largest and smallest numbers, brought near to 1. */
function rescaled(scale: Scale, values: Float64Array, exponent: number): [Scale, Float64Array] {
  const half = Math.trunc(-exponent / 2)
  const scaled = (value: number): number => value * 2 ** half * 2 ** (-exponent - half)
  const near = values.map((value) => (Number.isFinite(value) ? clamp(scaled(value), -LARGEST, LARGEST) : NaN))
  return [{ ...scale, low: scaled(scale.low), high: scaled(scale.high) }, near]
}

/** The position of one value; computed in halves, because `high - low` can overflow. */
export function placeOne(scale: Scale, value: number): number {
  if (scale.isLogarithmic) return value > 0 ? placeOne(ofLogarithms(scale), Math.log10(value)) : NaN
  const share = (value / 2 - scale.low / 2) / (scale.high / 2 - scale.low / 2)
  return scale.start + share * (scale.end - scale.start)
}

/** The value at a position: the way back. */
export function valueAt(scale: Scale, position: number): number {
  if (scale.isLogarithmic) return 10 ** valueAt(ofLogarithms(scale), position)
  const share = (position - scale.start) / (scale.end - scale.start)
  return scale.low * (1 - share) + scale.high * share
}

const ofLogarithms = (scale: Scale): Scale => ({
  ...scale,
  low: Math.log10(scale.low),
  high: Math.log10(scale.high),
  isLogarithmic: false,
})

/** Whether a point is inside, or on the edge but for rounding. */
export function has(window: Viewport, x: number, y: number): boolean {
  const isAcross = window.left - ROUNDING <= x && x <= window.right + ROUNDING
  return isAcross && window.top - ROUNDING <= y && y <= window.bottom + ROUNDING
}

/** The same path, with both coordinates NaN where one is not finite; it is as long as the shorter column. */
export function jointPath(x: Float64Array, y: Float64Array): Path {
  const length = Math.min(x.length, y.length)
  const joint = { x: x.slice(0, length), y: y.slice(0, length) }
  for (let i = 0; i < length; i += 1) {
    if (Number.isFinite(at(x, i)) && Number.isFinite(at(y, i))) continue
    joint.x[i] = NaN
    joint.y[i] = NaN
  }
  return joint
}

/** At most four points per passage through a column as wide as the resolution: first, extremes and last. */
export function thin(path: Path, window: Viewport, resolution: number): Path {
  const starts = startsOf(path.x, window, resolution)
  if (2 * starts.length >= path.x.length) return path
  const found = new Points(4 * starts.length)
  for (let k = 0; k < starts.length; k += 1) {
    const next = starts[k + 1] ?? path.x.length
    thinColumn(path, at(starts, k), next - 1, found)
  }
  return found.path()
}

function thinColumn({ x, y }: Path, start: number, last: number, found: Points): void {
  const first = at(y, start)
  const final = at(y, last)
  let lowest = first
  let highest = first
  for (let i = start + 1; i <= last; i += 1) {
    lowest = Math.min(lowest, at(y, i))
    highest = Math.max(highest, at(y, i))
  }
  const isRising = final >= first
  const second = isRising ? lowest : highest
  const third = isRising ? highest : lowest
  found.add(at(x, start), first)
  if (second !== first) found.add(at(x, start), second)
  if (last === start) return
  if (third !== final) found.add(at(x, last), third)
  found.add(at(x, last), final)
}

/** The indices at which a path enters a column; points outside share one on each side, gaps have their own. */
function startsOf(x: Float64Array, window: Viewport, resolution: number): number[] {
  const most = (window.right - window.left) / resolution + 1
  const starts: number[] = []
  let before = NaN
  for (let i = 0; i < x.length; i += 1) {
    const position = (at(x, i) - window.left) / resolution
    const column = Number.isNaN(position) ? -2 : Math.floor(clamp(position, -1, most))
    if (column !== before) starts.push(i)
    before = column
  }
  return starts
}

/** The path clipped to the window (Liang and Barsky, 1984), with gaps outside it. */
export function clip(path: Path, window: Viewport, slack: number): Path {
  const { x, y } = path
  if (isInside(path, window)) return path
  const found = new Points(3 * x.length)
  let reached = -1
  for (let i = 0; i + 1 < x.length; i += 1) {
    const left = at(x, i)
    const top = at(y, i)
    const dx = at(x, i + 1) - left
    const dy = at(y, i + 1) - top
    const enter = Math.max(
      0,
      entering(left, dx, window.left - slack, window.right + slack),
      entering(top, dy, window.top - slack, window.bottom + slack),
    )
    const leave = Math.min(
      1,
      leaving(left, dx, window.left - slack, window.right + slack),
      leaving(top, dy, window.top - slack, window.bottom + slack),
    )
    // Comparisons with NaN are false, so gaps are never visible.
    if (!(enter <= leave)) continue
    if (reached !== i || enter !== 0) {
      if (found.count > 0) found.add(NaN, NaN)
      found.add(left + enter * dx, top + enter * dy)
    }
    found.add(left + leave * dx, top + leave * dy)
    reached = leave === 1 ? i + 1 : -1
  }
  return found.path()
}

/** The share of a step at which it enters; above 1 if it never does. */
function entering(start: number, step: number, low: number, high: number): number {
  if (step === 0) return start >= low && start <= high ? 0 : 2
  return Math.min((low - start) / step, (high - start) / step)
}

function leaving(start: number, step: number, low: number, high: number): number {
  return step === 0 ? 1 : Math.max((low - start) / step, (high - start) / step)
}

function isInside({ x, y }: Path, window: Viewport): boolean {
  for (let i = 0; i < x.length; i += 1) {
    const across = at(x, i)
    const down = at(y, i)
    if (!(across >= window.left && across <= window.right && down >= window.top && down <= window.bottom)) return false
  }
  return true
}

/** Isolated points are doubled, so that they are drawn as dots. */
export function withDots({ x, y }: Path): Path {
  const isPoint = (i: number): boolean => Number.isFinite(at(x, i) + at(y, i))
  const found = new Points(2 * x.length)
  for (let i = 0; i < x.length; i += 1) {
    found.add(at(x, i), at(y, i))
    if (isPoint(i) && !isPoint(i - 1) && !isPoint(i + 1)) found.add(at(x, i), at(y, i))
  }
  return found.count === x.length ? { x, y } : found.path()
}

/** The first and the last index but one of each piece of a path between its gaps. */
export function pieces({ x, y }: Path): readonly (readonly [number, number])[] {
  const found: [number, number][] = []
  let start = -1
  for (let i = 0; i <= x.length; i += 1) {
    const isPoint = Number.isFinite(at(x, i) + at(y, i))
    if (isPoint && start < 0) start = i
    if (isPoint || start < 0) continue
    found.push([start, i])
    start = -1
  }
  return found
}

/** A path that grows, up to a length that is known. */
class Points {
  count = 0
  readonly #x: Float64Array
  readonly #y: Float64Array

  constructor(most: number) {
    this.#x = new Float64Array(most)
    this.#y = new Float64Array(most)
  }

  add(x: number, y: number): void {
    this.#x[this.count] = x
    this.#y[this.count] = y
    this.count += 1
  }

  path(): Path {
    return { x: this.#x.subarray(0, this.count), y: this.#y.subarray(0, this.count) }
  }
}
