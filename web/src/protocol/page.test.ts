/** The page is what the server said last. */
import { expect, test } from 'vitest'
import type { MessageOf } from './messages'
import { EMPTY, reduce } from './page'

const figure = (trial: number, title: string): MessageOf<'FigurePart'> => ({
  kind: 'FigurePart',
  window: 'tank',
  area: 0,
  trial,
  figure: { rows: 1, columns: 1, areas: [], title },
  lengths: [],
})

test('a reply is kept after those before', () => {
  const first = reduce(EMPTY, { kind: 'Reply', number: 1, tone: 'plain', text: 'one' })
  const both = reduce(first, { kind: 'Reply', number: 1, tone: 'plain', text: 'two' })
  expect(both.replies.map((reply) => (reply.kind === 'Reply' ? reply.text : ''))).toEqual(['one', 'two'])
})

test('a part replaces the one before', () => {
  const early = reduce(EMPTY, { kind: 'ProgressPart', share: 0.1, text: '' })
  expect(reduce(early, { kind: 'ProgressPart', share: 0.9, text: '' }).progress.share).toBe(0.9)
})

test('a trial leaves the page of the session as the ghost, until that page comes again', () => {
  const shown = reduce(EMPTY, figure(0, 'before'))
  const tried = reduce(shown, figure(3, 'tried'))
  expect(tried.figures['tank']?.figure.title).toBe('before')
  expect(tried.trials['tank']?.figure.title).toBe('tried')
  expect(reduce(tried, figure(0, 'after')).trials).toEqual({})
})

test('a new connection begins with an empty page', () => {
  const used = reduce(EMPTY, figure(0, 'old'))
  const greeting = {
    kind: 'Greeting',
    protocol: 1,
    version: '',
    folder: '',
    browser: '',
    arrangement: '',
    lost: [],
    history: [],
  } as const
  expect(reduce(used, greeting).figures).toEqual({})
})
