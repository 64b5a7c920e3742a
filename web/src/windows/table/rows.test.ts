/** Rows of short tables and of very long ones. */
import { expect, test } from 'vitest'
import { ROW, rowsShown } from './rows'

test('a short table scrolls row by row', () => {
  expect(rowsShown(0, 440, 1000)).toMatchObject({ height: 1001 * ROW, first: 0, offset: 0 })
  const { first, offset } = rowsShown(100 * ROW + 7, 440, 1000)
  expect(first).toBe(60)
  expect(offset).toBeCloseTo(60 * ROW)
})

test('a table of ten million rows has its last row at the end', () => {
  const total = 10_000_000
  const { height } = rowsShown(0, 440, total)
  expect(height).toBeLessThan(2 ** 24)
  const { first, count, offset } = rowsShown(height - 440, 440, total)
  expect(first + count).toBeGreaterThanOrEqual(total)
  // The head stands above the first row.
  expect(offset + ROW + (total - first) * ROW).toBeCloseTo(height, 3)
})

test('every row of it can be reached', () => {
  const total = 10_000_000
  const { height } = rowsShown(0, 440, total)
  for (let top = 0; top < height - 441; top += 99_991) {
    const [now, next] = [rowsShown(top, 440, total), rowsShown(top + 1, 440, total)]
    expect(next.first).toBeLessThanOrEqual(now.first + now.count)
  }
})
