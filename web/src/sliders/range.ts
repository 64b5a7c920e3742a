/** A parameter -> the range of its slider, and positions on it from 0 to 1 <-> values that read well. */

export interface SliderRange {
  readonly low: number
  readonly high: number
  readonly isLogarithmic: boolean
  /** Whether the text gives it by RANGE; otherwise it was chosen, and can be widened. */
  readonly isGiven: boolean
}

const DIGITS = 3

/** RANGE, or around a value: ten times less to ten times more, on either side of zero for zero. */
export function rangeOf(value: number, low: number, high: number): SliderRange {
  if (Number.isFinite(low) && Number.isFinite(high) && low < high)
    return { low, high, isLogarithmic: false, isGiven: true }
  if (value === 0 || !Number.isFinite(value)) return bounded(-1, 1, low, high, false)
  const [near, far] = [value / 10, value * 10]
  return bounded(Math.min(near, far), Math.max(near, far), low, high, true)
}

/**
 * The value around which a range is chosen: that of the text; where the present one is far from it, the present one,
 * which then stays the middle until a value is outside again.
 */
export function middleOf(before: number, textValue: number, value: number): number {
  const has = (middle: number): boolean => {
    const { low, high } = rangeOf(middle, -Infinity, Infinity)
    return value >= low && value <= high
  }
  if (has(textValue)) return textValue
  return has(before) ? before : value
}

/** In words, as it stands below the parameters. */
export function rangeText({ low, high, isLogarithmic, isGiven }: SliderRange): string {
  const ends = [low, high].map((end) => String(Number(end.toPrecision(3))))
  return isGiven ? `RANGE ${ends.join(' .. ')}` : `no RANGE: slider ${ends.join(' to ')}${isLogarithmic ? ', log' : ''}`
}

function bounded(low: number, high: number, least: number, greatest: number, isLogarithmic: boolean): SliderRange {
  return { low: Math.max(low, least), high: Math.min(high, greatest), isLogarithmic, isGiven: false }
}

/** A range that has the value in it; one that the text gives stays as it is. */
export function widened(range: SliderRange, value: number): SliderRange {
  if (range.isGiven || (value >= range.low && value <= range.high)) return range
  const isLogarithmic = range.isLogarithmic && Math.sign(value) === Math.sign(range.low) && value !== 0
  return { ...range, low: Math.min(range.low, value), high: Math.max(range.high, value), isLogarithmic }
}

/** Twice as far beyond the end at which the pointer is. */
export function extended(range: SliderRange, position: number): SliderRange {
  if (range.isGiven || (position >= 0 && position <= 1)) return range
  const reached = valueAt({ ...range, isGiven: true }, position < 0 ? -0.3 : 1.3)
  return position < 0 ? { ...range, low: reached } : { ...range, high: reached }
}

export function positionOf(range: SliderRange, value: number): number {
  const { low, high, isLogarithmic } = range
  if (high === low) return 0
  const share = isLogarithmic ? Math.log(value / low) / Math.log(high / low) : (value - low) / (high - low)
  return Math.min(1, Math.max(0, share))
}

/** The value at a position, rounded so that it reads well, and within the range if that is given. */
export function valueAt(range: SliderRange, position: number): number {
  const { low, high, isLogarithmic } = range
  const exact = isLogarithmic ? low * (high / low) ** position : low + (high - low) * position
  const rounded = isLogarithmic ? significant(exact) : onGrid(exact, high - low)
  return position >= 0 && position <= 1 ? Math.min(high, Math.max(low, rounded)) : rounded
}

function significant(value: number): number {
  return Number(value.toPrecision(DIGITS))
}

/** On a grid of about a thousand steps of 1, 2 or 5 units of a power of ten. */
function onGrid(value: number, span: number): number {
  const rough = Math.abs(span) / 1000
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = power * ([1, 2, 5].find((factor) => factor * power >= rough) ?? 10)
  return Number((Math.round(value / step) * step).toPrecision(12))
}
