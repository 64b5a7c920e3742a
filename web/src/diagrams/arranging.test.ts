import { describe, expect, it } from 'vitest'
import { arranged, overlapping } from './arranging'

const box = (name: string, x: number, y: number, width = 48, height = 24) => ({ name, x, y, width, height })
const BOXES = [box('a', 0, 0), box('c', 240, 60), box('b', 84, 36, 24, 48)]

describe('arranging boxes', () => {
  it('puts middles in a row or a column with the first one', () => {
    expect(arranged(BOXES, 'row', 12).map(({ y }) => y)).toEqual([0, 0, 0])
    expect(arranged(BOXES, 'column', 12).map(({ x }) => x)).toEqual([0, 0, 12])
  })

  it('leaves equal gaps and the outer boxes where they are', () => {
    const placed = arranged(BOXES, 'across', 12)
    expect(placed.map(({ name, x }) => [name, x])).toEqual([
      ['a', 0],
      ['c', 240],
      ['b', 132],
    ])
    expect(arranged(BOXES, 'down', 12).map(({ y }) => y)).toEqual([0, 60, 24])
  })

  it('names boxes that would cover each other', () => {
    expect(overlapping([box('a', 0, 0), box('b', 36, 12)])).toEqual(['a', 'b'])
    expect(overlapping(BOXES)).toBeNull()
  })
})
