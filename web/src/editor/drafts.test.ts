/** A text that was not saved is there after a reload. */
import { expect, test } from 'vitest'
import { draftOf, dropDraft, keepDraft } from './drafts'

function storage() {
  const items: Record<string, string> = {}
  return {
    getItem: (key: string) => items[key] ?? null,
    setItem: (key: string, value: string) => void (items[key] = value),
    removeItem: (key: string) => void (items[key] = ''),
  }
}

test('a draft is kept by file', () => {
  const kept = storage()
  keepDraft(kept, 'tank.t', { text: 'new', digest: 'ab' })
  expect(draftOf(kept, 'tank.t')).toEqual({ text: 'new', digest: 'ab' })
  expect(draftOf(kept, 'dpid.t')).toBeNull()
})

test('what is dropped or damaged is no draft', () => {
  const kept = storage()
  keepDraft(kept, 'tank.t', { text: 'new', digest: 'ab' })
  dropDraft(kept, 'tank.t')
  expect(draftOf(kept, 'tank.t')).toBeNull()
  kept.setItem('draft tank.t', '{"text":1}')
  expect(draftOf(kept, 'tank.t')).toBeNull()
})

test('a full storage is no error', () => {
  const full = {
    ...storage(),
    setItem: () => {
      throw new Error('full')
    },
  }
  keepDraft(full, 'tank.t', { text: 'new', digest: '' })
  expect(draftOf(full, 'tank.t')).toBeNull()
})
