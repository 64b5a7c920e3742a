/** The messages that the server sends pass the checks; a damaged one names its field. */
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { readMessage } from './messages'

const EXAMPLES = new URL('../../../tests/web/examples/', import.meta.url)

function example(name: string): string | ArrayBuffer {
  const data = readFileSync(new URL(name, EXAMPLES))
  if (name.endsWith('.json')) return data.toString('utf8')
  return data.buffer.slice(data.byteOffset, data.byteOffset + data.byteLength)
}

describe('messages of the server', () => {
  test.each(readdirSync(EXAMPLES))('%s is read', (name) => {
    expect(readMessage(example(name)).kind).toBe(name.replace(/\.\w+$/, ''))
  })

  test('columns are numbers, with gaps', () => {
    const message = readMessage(example('FigurePart.bin'))
    if (message.kind !== 'FigurePart') throw new Error(message.kind)
    const curve = message.figure.areas[0]?.curves[0]
    expect(Array.from(curve?.x ?? [])).toEqual([0, 1])
    expect(Array.from(curve?.y ?? [])).toEqual([2, NaN])
  })

  test('a number that is not finite is a word', () => {
    const message = readMessage(example('ValuesPart.json'))
    if (message.kind !== 'ValuesPart') throw new Error(message.kind)
    expect(message.items[0]?.low).toBe(-Infinity)
  })

  test.each([
    ['{"kind":"Surprise"}', /kind/],
    ['{"kind":"Reply","number":1,"tone":"shouted","text":""}', /Reply\.tone/],
    ['{"kind":"Reply","number":"one","tone":"plain","text":""}', /Reply\.number/],
    ['{"kind":"Reply","number":1,"tone":"plain","text":"","more":1}', /Reply\.more/],
    ['{"kind":"EventsPart","count":1,"reason":"","items":[{"time":0}]}', /items\[0\]\.name/],
  ])('%s is refused with its field', (text, field) => {
    expect(() => readMessage(text)).toThrow(field)
  })
})
