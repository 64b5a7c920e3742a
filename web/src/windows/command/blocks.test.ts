import { expect, test } from 'vitest'
import { blocksOf } from './blocks'

test('a table within a reply is one block, which is not wrapped', () => {
  const reply = '3 members\n  3 completed\n        min    max\nMAX(H)  2.4    2.9\nthe end'

  expect(blocksOf(reply)).toEqual([
    { text: '3 members\n  3 completed', hasColumns: false },
    { text: '        min    max\nMAX(H)  2.4    2.9', hasColumns: true },
    { text: 'the end', hasColumns: false },
  ])
})
