/** Numbers and columns of numbers, as the drawing code of the package computes them. */

/** The number at an index; NaN beyond the ends. */
export const at = (values: ArrayLike<number>, index: number): number => values[index] ?? NaN

export const clamp = (value: number, low: number, high: number): number => Math.min(Math.max(value, low), high)

/** The nearest integer; halves go to the even one. */
export function roundEven(value: number): number {
  const below = Math.floor(value)
  const over = value - below
  if (over !== 0.5) return over < 0.5 ? below : below + 1
  return below % 2 === 0 ? below : below + 1
}

/** `count` numbers from `start` to `stop`. */
export function linspace(start: number, stop: number, count: number): Float64Array {
  const step = (stop - start) / Math.max(count - 1, 1)
  const found = Float64Array.from({ length: count }, (_, i) => start + i * step)
  if (count > 1) found[count - 1] = stop
  return found
}

/** With so many significant digits at most, as `%g` writes it. */
export function general(value: number, digits: number): string {
  if (!Number.isFinite(value)) return Number.isNaN(value) ? 'nan' : value > 0 ? 'inf' : '-inf'
  if (value === 0) return '0'
  const [mantissa = '', power = '0'] = value.toExponential(digits - 1).split('e')
  const exponent = Number(power)
  if (exponent >= -4 && exponent < digits) return withoutZeros(value.toFixed(digits - 1 - exponent))
  const sign = exponent < 0 ? '-' : '+'
  return `${withoutZeros(mantissa)}e${sign}${String(Math.abs(exponent)).padStart(2, '0')}`
}

const withoutZeros = (text: string): string => (text.includes('.') ? text.replace(/\.?0+$/, '') : text)

/** The edges between cells with these centres, and the outer edges, which make the outer cells symmetric. */
export function edgesBetween(middles: Float64Array): Float64Array {
  const count = middles.length
  if (count === 0) return new Float64Array(0)
  if (count === 1) return Float64Array.of(at(middles, 0) - 0.5, at(middles, 0) + 0.5)
  const edges = new Float64Array(count + 1)
  for (let i = 1; i < count; i += 1) edges[i] = (at(middles, i) + at(middles, i - 1)) / 2
  edges[0] = 2 * at(middles, 0) - at(edges, 1)
  edges[count] = 2 * at(middles, count - 1) - at(edges, count - 1)
  return edges
}
