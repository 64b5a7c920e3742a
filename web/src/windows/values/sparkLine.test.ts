/** Small pictures of curves. */
import { expect, test } from 'vitest'
import { sparkLine } from './sparkLine'

const path = (x: number[], y: number[]): string => sparkLine(Float64Array.from(x), Float64Array.from(y), 12, 12)

test('a curve fills its picture', () => {
  expect(path([0, 1, 2], [0, 5, 10])).toBe('M1.0 11.0L6.0 6.0L11.0 1.0')
})

test('a constant is a line in the middle', () => {
  expect(path([0, 1], [3, 3])).toBe('M1.0 6.0L11.0 6.0')
})

test('a gap is left open', () => {
  expect(path([0, 1, 2, 3], [0, NaN, 1, 1])).toBe('M1.0 11.0M7.7 1.0L11.0 1.0')
})

test('no points are no picture', () => {
  expect(path([], [])).toBe('')
})
