/** An answer about the text of before stands at the right place of the text of now. */
import { ChangeSet } from '@codemirror/state'
import { expect, test } from 'vitest'
import type { MessageOf } from '../protocol/messages'
import { movedItems, movedTokens } from './moved'

const typed = ChangeSet.of({ from: 3, insert: 'xy' }, 20)

test('tokens after a change move, and one that was removed is gone', () => {
  expect(movedTokens([0, 2, 1, 5, 4, 3], typed)).toEqual([
    { from: 0, to: 2, kind: 1 },
    { from: 7, to: 11, kind: 3 },
  ])
  expect(movedTokens([5, 4, 3], ChangeSet.of({ from: 4, to: 10 }, 20))).toEqual([])
})

test('diagnostics of this file are placed in order, each at least a letter long', () => {
  const item = (file: string, start: number, stop: number) => ({
    severity: 'error' as const,
    code: '',
    message: '',
    hint: '',
    file,
    start,
    stop,
  })
  const answer: MessageOf<'Checked'> = {
    kind: 'Checked',
    id: 1,
    file: 'a.t',
    items: [item('a.t', 20, 20), item('b.t', 0, 1), item('a.t', 5, 6)],
    tokens: [],
  }
  expect(movedItems(answer, typed, 22).map(({ from, to }) => [from, to])).toEqual([
    [7, 8],
    [21, 22],
  ])
})
