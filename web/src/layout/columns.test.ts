import { describe, expect, it } from 'vitest'
import { arranged, type Column } from './columns'
import { lookOf } from './looks'

const KEYS = ['command', 'editor tank.t', 'editor dpid.t', 'graphics', 'parameters', 'values', 'runs', 'events']

function columnsAt(width: number, height: number, keys = KEYS): readonly Column[] {
  const slotOf = (key: string) => lookOf(key.split(' ')[0] ?? '').slot
  return arranged(keys, slotOf, { width, height }, { width: width - 8, height: height - 72 })
}

const rowsOf = (columns: readonly Column[]) => columns.map((column) => column.rows.map((row) => row.keys))

describe('the arrangement', () => {
  it('has text, graphics and numbers in three columns', () => {
    expect(rowsOf(columnsAt(1440, 900))).toEqual([
      [['editor tank.t', 'editor dpid.t'], ['command']],
      [['graphics']],
      [['parameters'], ['values'], ['runs', 'events']],
    ])
  })

  it('gives the text 31 %, the numbers 356 and the graphics the rest', () => {
    const widths = columnsAt(1608, 900).map((column) => column.width)
    expect(widths).toEqual([496, 1600 - 496 - 356, 356])
    expect(columnsAt(1280, 900)[0]?.width).toBe(400)
  })

  it('shares the height of a high screen out among the numbers', () => {
    expect(
      columnsAt(1440, 900)[2]
        ?.rows.slice(1)
        .map((row) => row.height),
    ).toEqual([194, 206])
    expect(
      columnsAt(3840, 2160)[2]
        ?.rows.slice(1)
        .map((row) => row.height),
    ).toEqual([418, 418])
  })

  it('makes values a tab beside the runs on a low screen', () => {
    expect(rowsOf(columnsAt(1280, 720))[2]).toEqual([['parameters'], ['values', 'runs', 'events']])
  })

  it('has two columns on a narrow screen, the right one of tabs', () => {
    expect(rowsOf(columnsAt(1000, 720))).toEqual([
      [['editor tank.t', 'editor dpid.t'], ['command']],
      [['graphics', 'parameters', 'values', 'runs', 'events']],
    ])
  })

  it('fills the desk whatever is open', () => {
    for (const keys of [KEYS, ['command'], ['command', 'parameters'], ['graphics', 'values']]) {
      const columns = columnsAt(1440, 900, keys)
      expect(columns.reduce((sum, column) => sum + column.width, 0)).toBeCloseTo(1432)
      for (const { rows } of columns) expect(rows.reduce((sum, row) => sum + row.height, 0)).toBeCloseTo(828)
    }
  })
})
