import { expect, it } from 'vitest'
import { zeroLines } from './zeroLines'

const grid = (columns: number, rows: number, value: (i: number, j: number) => number): Float64Array =>
  Float64Array.from({ length: columns * rows }, (_, k) => value(k % columns, Math.floor(k / columns)))

it('follows a straight line from edge to edge', () => {
  const [line, ...others] = zeroLines(
    grid(5, 4, (i) => i - 1.5),
    5,
    4,
  )
  expect(others).toEqual([])
  expect(line?.map(([i]) => i)).toEqual([1.5, 1.5, 1.5, 1.5])
  expect(line?.map(([, j]) => j).sort()).toEqual([0, 1, 2, 3])
})

it('closes a circle', () => {
  const lines = zeroLines(
    grid(21, 21, (i, j) => Math.hypot(i - 10, j - 10) - 6),
    21,
    21,
  )
  expect(lines).toHaveLength(1)
  expect(lines[0]?.at(0)).toEqual(lines[0]?.at(-1))
  for (const [i, j] of lines[0] ?? []) expect(Math.hypot(i - 10, j - 10)).toBeCloseTo(6, 1)
})

it('has no line beside numbers that are not finite', () => {
  expect(
    zeroLines(
      grid(3, 3, (i) => (i === 1 ? NaN : i - 1.2)),
      3,
      3,
    ),
  ).toEqual([])
})
