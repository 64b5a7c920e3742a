/** A record that is replaced whole -> one with the same parts, each of which changes only when its own value does. */
export function partsOf<T extends object>(first: T, whole: () => T): T {
  const found: PropertyDescriptorMap = {}
  for (const key of Object.keys(first) as (keyof T & string)[]) {
    const part = $derived(whole()[key])
    found[key] = { get: () => part, enumerable: true }
  }
  return Object.defineProperties({}, found) as T
}
