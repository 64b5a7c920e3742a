/** Seconds and bytes as a person reads them: three digits and a unit. */

export function duration(seconds: number): string {
  if (seconds < 1) return `${three(1000 * seconds)} ms`
  return seconds < 120 ? `${three(seconds)} s` : `${Math.round(seconds / 60)} min`
}

const UNITS = ['B', 'kB', 'MB', 'GB'] as const

export function bytes(count: number): string {
  const power = Math.min(UNITS.length - 1, count < 1 ? 0 : Math.floor(Math.log10(count) / 3))
  return `${three(count / 1000 ** power)} ${UNITS[power]}`
}

const three = (value: number): string => String(Number(value.toPrecision(value < 1 ? 2 : 3)))
