/** Numbers as a person reads them: six digits, short, the same width in tables. */

export function shown(value: number, digits = 6): string {
  if (!Number.isFinite(value)) return Number.isNaN(value) ? 'nan' : value > 0 ? 'inf' : '-inf'
  const rounded = Number(value.toPrecision(digits))
  const size = Math.abs(rounded)
  return size !== 0 && (size >= 1e7 || size < 1e-4) ? rounded.toExponential().replace('e+', 'e') : String(rounded)
}
