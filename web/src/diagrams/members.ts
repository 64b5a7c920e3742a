/** An array of parts -> which members it has, which one is looked at, and what its face shows. */

export interface Members {
  readonly first: number
  readonly last: number
}

/** Names of variables by the part that they belong to: `column.tray` -> 1 to 9 for `column.tray[5].x`. */
export function membersIn(names: Iterable<string>): ReadonlyMap<string, Members> {
  const found = new Map<string, Members>()
  for (const name of names) {
    for (const step of name.toLowerCase().matchAll(/\[(\d+)\]\./g)) {
      const key = name.toLowerCase().slice(0, step.index)
      const number = Number(step[1])
      const known = found.get(key)
      if (known === undefined) found.set(key, { first: number, last: number })
      else if (number < known.first || number > known.last)
        found.set(key, { first: Math.min(known.first, number), last: Math.max(known.last, number) })
    }
  }
  return found
}

/** `1..9`, with the numbers that the model gives to `1..n`. */
export const membersText = (written: string, members: Members | undefined): string =>
  members === undefined ? written : `${members.first}..${members.last}`

const MOST_BARS = 60

/** Values of the members -> heights from 0 to 1, at most MOST_BARS; several members share one if there are more. */
export function barsOf(values: readonly number[]): readonly number[] {
  const known = values.filter(Number.isFinite)
  if (known.length === 0) return []
  const low = Math.min(
    0,
    known.reduce((least, value) => Math.min(least, value), Infinity),
  )
  const high = Math.max(
    0,
    known.reduce((most, value) => Math.max(most, value), -Infinity),
  )
  const size = high - low || 1
  const each = Math.max(1, Math.ceil(values.length / MOST_BARS))
  return Array.from({ length: Math.ceil(values.length / each) }, (_, i) => {
    const value = values[i * each] ?? NaN
    return Number.isFinite(value) ? (value - low) / size : 0
  })
}
