/** A type -> the lines that make a part of it in a connecting system. */
import type { MessageOf } from '../../protocol/messages'

const MOST_NUMBERS = 99

/** `SYSTEM name: type`, and the parameters with the values of the type, to be changed. */
export function partText(type: MessageOf<'LibraryPage'>, taken: readonly string[]): string {
  const name = freeName(type.name.split('.').at(-1) ?? 'part', taken)
  const values = type.parameters
    .filter((row) => row.value !== '')
    .map((row) => `${name}.${row.name}: ${row.value}${row.unit === '' ? '' : ` [${row.unit}]`}`)
  return [`SYSTEM ${name}: ${type.name}`, ...values].join('\n') + '\n'
}

/** The names of the parts that a text declares. */
export const partsIn = (text: string): readonly string[] =>
  [...text.matchAll(/^\s*SYSTEM\s+(\w+)\s*:/gim)].map((found) => found[1] ?? '')

function freeName(wanted: string, taken: readonly string[]): string {
  const known = new Set(taken.map((each) => each.toLowerCase()))
  if (!known.has(wanted.toLowerCase())) return wanted
  for (let number = 2; number <= MOST_NUMBERS; number += 1)
    if (!known.has(`${wanted}${number}`.toLowerCase())) return `${wanted}${number}`
  return wanted
}
