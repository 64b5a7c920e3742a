import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { list, number, oneOf, orNull, record, text, truth, word, type Check } from '../protocol/check'
import { FIGURE } from '../protocol/figure'
import { draw } from './draw'
import { page, type Part } from './drawing'

// The figures and drawings that Python made; a column is a list there.
const COLUMN: Check<Float64Array> = (value, field) => Float64Array.from(list(number)(value, field))
const PEN = record({ curve: orNull(number), colour: text, width: number, dash: list(number) })
const PART = oneOf({
  stroke: record({ x: COLUMN, y: COLUMN, pen: PEN }),
  text: record({
    words: text,
    x: number,
    y: number,
    pen: PEN,
    anchor: word('start', 'middle', 'end'),
    direction: word('horizontal', 'vertical'),
    is_backed: truth,
  }),
  shades: record({ x: COLUMN, y: COLUMN, darkness: COLUMN }),
  fill: record({ x: COLUMN, y: COLUMN, colour: text }),
})
const THEME = record({
  ground: text,
  ink: text,
  faint: text,
  axis: text,
  grid: text,
  curves: list(text),
  words: list(text),
})
const PAGE = record({ width: number, height: number, theme: THEME, drawing: list(PART) })
const DRAWN = list(record({ name: text, figure: FIGURE, pages: list(PAGE) }))

const COLUMNS = new Set(['x', 'y', 'low', 'high', 'values'])
const file = new URL('../../../tests/web/drawings.json', import.meta.url)
const given: unknown = JSON.parse(readFileSync(file, 'utf-8'))
const drawn = DRAWN(withColumns(given), 'drawings')

/** Lists of numbers in figures -> columns; the drawings keep their lists. */
function withColumns(value: unknown, name = ''): unknown {
  if (Array.isArray(value)) return COLUMNS.has(name) ? COLUMN(value, name) : value.map((each) => withColumns(each))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key, key === 'pages' ? each : withColumns(each, key)]),
  )
}

const TEXT_SIZE = 11
const widthOf = (words: string): number => 0.6 * TEXT_SIZE * [...words].length

/** The fields of a part as the file has them. */
const named = (part: Part): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(part).flatMap(([key, each]) =>
      key === 'isGhost' ? [] : [[key === 'isBacked' ? 'is_backed' : key, each]],
    ),
  )

/** Where the two differ by more than the rounding of the file; empty if they do not. */
function difference(mine: unknown, wanted: unknown, field: string): string {
  if (typeof mine === 'number' && typeof wanted === 'number') {
    const isSame = Object.is(mine, wanted) || Math.abs(mine - wanted) <= 1e-4 + 1e-6 * Math.abs(wanted)
    return isSame ? '' : `${field}: ${mine}, not ${wanted}`
  }
  if (typeof mine !== 'object' || typeof wanted !== 'object' || mine === null || wanted === null)
    return mine === wanted ? '' : `${field}: ${String(mine)}, not ${String(wanted)}`
  const [ours, theirs] = [new Map(Object.entries(mine)), new Map(Object.entries(wanted))]
  if (ours.size !== theirs.size) return `${field}: ${ours.size} of ${theirs.size}`
  for (const [key, each] of ours) {
    const found = difference(each, theirs.get(key), `${field}.${key}`)
    if (found !== '') return found
  }
  return ''
}

describe.each(drawn)('$name', ({ figure, pages }) => {
  it.each(pages)('is drawn as in files, $width by $height', ({ width, height, theme, drawing }) => {
    const made = draw(figure, page(width, height, TEXT_SIZE, widthOf, theme))
    expect(made.map((part) => part.kind)).toEqual(drawing.map((part) => part.kind))
    for (const [i, part] of made.entries()) expect(difference(named(part), drawing[i], `${part.kind} ${i}`)).toBe('')
  })
})

it('covers every kind of part', () => {
  const kinds = new Set(drawn.flatMap(({ pages }) => pages.flatMap(({ drawing }) => drawing.map((part) => part.kind))))
  expect([...kinds].sort()).toEqual(['fill', 'shades', 'stroke', 'text'])
})
