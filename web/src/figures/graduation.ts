/** The ends of an axis -> round numbers along it, with texts that are all different.
 *
 * Steps are 1, 2 or 5 times a power of ten. Multiples are computed in decimal arithmetic, so that 0.3 is written as 0.3
 * and neither the largest nor the smallest numbers overflow.
 */
import {
  adjusted,
  ceilingOfQuotient,
  decimal,
  exactly,
  floorOfQuotient,
  half,
  isAtMost,
  lastPlace,
  magnitude,
  minus,
  plus,
  rounded,
  scaled,
  times,
  toNumber,
  withDecimals,
  ZERO,
  type Decimal,
} from './decimal'
import { clamp } from './numbers'

const MAX_STEPS = 10
/** A relative change smaller than this is rounding: the curve counts as constant. */
const MIN_RELATIVE_SPAN = 1e-12
const MIN_SPAN = 1e-320
const LARGEST = Number.MAX_VALUE
const LONGEST_PLAIN = 6
const MAX_DIGITS = 9
/** Ends within this fraction of a step of a round number are taken to be that number. */
const SLACK = decimal(1, -3)
const STRIDES = [1, 2, 3, 5, 10, 20, 50, 100, 200]

export interface Tick {
  readonly value: number
  readonly text: string
}

/** An axis from `low` to `high` with its ticks; if `offset` is set, their texts are relative to it. */
export interface Graduation {
  readonly low: number
  readonly high: number
  readonly ticks: readonly Tick[]
  readonly offset: string
  /** Ticks without numbers, on a logarithmic axis between the decades. */
  readonly minor: readonly number[]
  readonly isLogarithmic: boolean
}

/** What an axis must cover; an end that is not fixed can be moved outwards to a round number. */
export interface Ends {
  readonly low: number
  readonly high: number
  readonly isLowFixed: boolean
  readonly isHighFixed: boolean
  readonly isLogarithmic: boolean
}

type Fits = (graduation: Graduation) => boolean

/** The finest graduation of at most ten steps that `fits`; one of at most two steps if none does. */
export function graduate(given: Ends, fits: Fits): Graduation {
  if (given.isLogarithmic) return graduateDecades(given, fits)
  const ends = widened(given)
  let found: Graduation | null = null
  for (const step of stepsOf(ends)) {
    found = graduation(ends, step)
    if (found.ticks.length <= 3 || fits(found)) break
  }
  return found ?? { ...ends, ticks: [], offset: '', minor: [], isLogarithmic: false }
}

/** Powers of ten, as many as fit; less than a decade is graduated as a linear axis is. */
function graduateDecades(ends: Ends, fits: Fits): Graduation {
  const [bottom, top] = decadesOf(ends)
  const first = Math.ceil(Math.log10(bottom) - 1e-9)
  const last = Math.floor(Math.log10(top) + 1e-9)
  if (last - first < 1) {
    const linear = { low: bottom, high: top, isLowFixed: true, isHighFixed: true, isLogarithmic: false }
    return { ...graduate(linear, fits), isLogarithmic: true }
  }
  let found = decades(bottom, top, first, last, 1)
  for (const stride of STRIDES) {
    found = decades(bottom, top, first, last, stride)
    if (found.ticks.length <= 2 || fits(found)) break
  }
  return found
}

function decadesOf(ends: Ends): readonly [number, number] {
  // Beyond these powers there would be no decade around an end.
  const [one, other] = [clamp(ends.low, 1e-300, 1e300), clamp(ends.high, 1e-300, 1e300)]
  let [low, high] = [Math.min(one, other), Math.max(one, other)]
  if (low === high) [low, high] = [low / 10, high * 10]
  return [
    ends.isLowFixed ? low : tenTo(Math.floor(Math.log10(low) + 1e-9)),
    ends.isHighFixed ? high : tenTo(Math.ceil(Math.log10(high) - 1e-9)),
  ]
}

const tenTo = (power: number): number => Number(`1e${power}`)

function decades(bottom: number, top: number, first: number, last: number, stride: number): Graduation {
  const ticks: Tick[] = []
  const minor: number[] = []
  for (let power = first - 1; power <= last; power += 1) {
    if (power >= first && power % stride === 0)
      ticks.push({ value: clamp(tenTo(power), bottom, top), text: powerText(power) })
    for (let factor = 2; factor < 10 && stride === 1; factor += 1) {
      const value = factor * tenTo(power)
      if (bottom <= value && value <= top) minor.push(value)
    }
  }
  return { low: bottom, high: top, ticks, offset: '', minor, isLogarithmic: true }
}

const powerText = (power: number): string => (power >= -3 && power <= 4 ? String(tenTo(power)) : `1e${power}`)

/** The same ends, in order and far enough apart to be distinct. */
export function widened(ends: Ends): Ends {
  const [low, high] = [Math.min(ends.low, ends.high), Math.max(ends.low, ends.high)]
  const plain = { ...ends, isLogarithmic: false }
  if (isWide(low, high)) return { ...plain, low, high }
  const margin = low !== 0 ? Math.max(0.1 * Math.abs(low), MIN_SPAN) : 1
  const [below, above] = [Math.max(low - margin, -LARGEST), Math.min(high + margin, LARGEST)]
  if (ends.isLowFixed && !ends.isHighFixed && isWide(low, above)) return { ...plain, low, high: above }
  if (ends.isHighFixed && !ends.isLowFixed && isWide(below, high)) return { ...plain, low: below, high }
  return { ...plain, low: below, high: above }
}

function isWide(low: number, high: number): boolean {
  const minimum = Math.max(MIN_SPAN, MIN_RELATIVE_SPAN * Math.max(Math.abs(low), Math.abs(high)))
  return high / 2 - low / 2 >= minimum / 2
}

/** From fine to coarse; the last is much longer than the axis. */
function* stepsOf(ends: Ends): Generator<Decimal> {
  const span = minus(exactly(ends.high), exactly(ends.low))
  const exponent = adjusted(span) - 1
  for (let power = exponent; power < exponent + 4; power += 1)
    for (const factor of [1, 2, 5]) {
      const step = decimal(factor, power)
      if (isAtMost(span, times(step, decimal(MAX_STEPS, 0)))) yield step
    }
}

function graduation(ends: Ends, step: Decimal): Graduation {
  const values = multiplesOf(ends, step)
  const offset = offsetOf(values, step)
  const texts = textsOf(
    values.map((value) => minus(value, offset)),
    step,
  )
  const numbers = values.map(toNumber)
  const low = ends.isLowFixed ? ends.low : Math.min(ends.low, numbers[0] ?? ends.low)
  const high = ends.isHighFixed ? ends.high : Math.max(ends.high, numbers.at(-1) ?? ends.high)
  return {
    low,
    high,
    ticks: numbers.map((value, i) => ({ value: clamp(value, low, high), text: texts[i] ?? '' })),
    offset: offset.digits === 0n ? '' : (textsOf([offset], decimal(1, lastPlace(offset)))[0] ?? ''),
    minor: [],
    isLogarithmic: false,
  }
}

function multiplesOf(ends: Ends, step: Decimal): readonly Decimal[] {
  const [lowest, highest, slack] = [exactly(ends.low), exactly(ends.high), times(step, SLACK)]
  const first = ends.isLowFixed
    ? ceilingOfQuotient(minus(lowest, slack), step)
    : floorOfQuotient(plus(lowest, slack), step)
  const last = ends.isHighFixed
    ? floorOfQuotient(plus(highest, slack), step)
    : ceilingOfQuotient(minus(highest, slack), step)
  const found: Decimal[] = []
  for (let number = first; number <= last; number += 1n) found.push(times(decimal(number, 0), step))
  return found.filter((value) => Number.isFinite(toNumber(value)))
}

function topOf(values: readonly Decimal[]): Decimal {
  return values.map(magnitude).reduce((most, each) => (isAtMost(most, each) ? each : most), ZERO)
}

/** The roundest number among the values if they have too many digits to be written, else zero. */
function offsetOf(values: readonly Decimal[], step: Decimal): Decimal {
  const [top, first, last] = [topOf(values), values[0], values.at(-1)]
  if (first === undefined || last === undefined || top.digits === 0n) return ZERO
  if (adjusted(top) - adjusted(step) < MAX_DIGITS) return ZERO
  const middle = half(plus(first, last))
  for (let power = adjusted(top) + 1; ; power -= 1) {
    const roundest = decimal(rounded(scaled(middle, -power)), power)
    if (isAtMost(first, roundest) && isAtMost(roundest, last)) return roundest
  }
}

/** All with the same number of decimals; with a common power of ten if that is shorter. */
function textsOf(values: readonly Decimal[], step: Decimal): readonly string[] {
  const top = topOf(values)
  const plain = values.map((value) => withDecimals(value, Math.max(0, -lastPlace(step))))
  if (top.digits === 0n || longest(plain) <= LONGEST_PLAIN) return plain
  const power = adjusted(top)
  const decimals = Math.max(0, power - lastPlace(step))
  const short = values.map((value) =>
    value.digits === 0n ? '0' : `${withDecimals(scaled(value, -power), decimals)}e${power}`,
  )
  return longest(plain) <= longest(short) ? plain : short
}

const longest = (texts: readonly string[]): number => Math.max(...texts.map((text) => text.replace(/^-+/, '').length))
