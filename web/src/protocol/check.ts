/** Unknown data -> checked data, whose type follows from the check; what differs is an error that names the field. */

export type Check<T> = (value: unknown, field: string) => T
export type Checked<C> = C extends Check<infer T> ? T : never

export class Unexpected extends Error {}

function wrong(field: string, expected: string): never {
  throw new Unexpected(`${field} is not ${expected}`)
}

export const text: Check<string> = (value, field) => (typeof value === 'string' ? value : wrong(field, 'text'))
export const truth: Check<boolean> = (value, field) =>
  typeof value === 'boolean' ? value : wrong(field, 'true or false')

const NOT_FINITE: Readonly<Record<string, number>> = { nan: NaN, inf: Infinity, '-inf': -Infinity }

export const number: Check<number> = (value, field) => {
  if (typeof value === 'number') return value
  const word = typeof value === 'string' ? NOT_FINITE[value] : undefined
  return word ?? wrong(field, 'a number')
}

/** A column of numbers; those of a binary frame have been put in place before. */
export const column: Check<Float64Array> = (value, field) =>
  value instanceof Float64Array ? value : wrong(field, 'a column')

export function list<T>(each: Check<T>): Check<readonly T[]> {
  return (value, field) =>
    Array.isArray(value) ? value.map((item, i) => each(item, `${field}[${i}]`)) : wrong(field, 'a list')
}

export function orNull<T>(check: Check<T>): Check<T | null> {
  return (value, field) => (value === null ? null : check(value, field))
}

export function dictionary<T>(each: Check<T>): Check<Readonly<Record<string, T>>> {
  return (value, field) =>
    Object.fromEntries(
      Object.entries(object(value, field)).map(([name, item]) => [name, each(item, `${field}.${name}`)]),
    )
}

export function word<const W extends readonly string[]>(...words: W): Check<W[number]> {
  return (value, field) => words.find((known) => known === value) ?? wrong(field, `one of ${words.join(', ')}`)
}

type Shape = Readonly<Record<string, Check<unknown>>>
type RecordOf<S extends Shape> = { readonly [K in keyof S]: Checked<S[K]> }

/** An object with these fields, and nothing else but its kind. */
export function record<S extends Shape>(shape: S): Check<RecordOf<S>> {
  return (value, field) => {
    const given = object(value, field)
    for (const name of Object.keys(given))
      if (name !== 'kind' && !(name in shape)) wrong(`${field}.${name}`, 'expected')
    const found = Object.fromEntries(
      Object.entries(shape).map(([name, check]) => [name, check(given[name], `${field}.${name}`)]),
    )
    return found as RecordOf<S>
  }
}

type Kinds = Readonly<Record<string, Check<object>>>
type OneOf<K extends Kinds> = { [N in keyof K & string]: { readonly kind: N } & Checked<K[N]> }[keyof K & string]

/** An object whose kind says which of the checks it must pass. */
export function oneOf<K extends Kinds>(kinds: K): Check<OneOf<K>> {
  return (value, field) => {
    const kind = object(value, field)['kind']
    const check = typeof kind === 'string' ? kinds[kind] : undefined
    if (check === undefined) return wrong(`${field}.kind`, `one of ${Object.keys(kinds).join(', ')}`)
    return { kind, ...check(value, String(kind)) } as OneOf<K>
  }
}

function object(value: unknown, field: string): Readonly<Record<string, unknown>> {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  return isObject ? (value as Readonly<Record<string, unknown>>) : wrong(field, 'an object')
}
