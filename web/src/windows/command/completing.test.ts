/** The grey text after the cursor. */
import { expect, test } from 'vitest'
import { greyText } from './completing'

const offer = (text: string, start: number) => ({ text, start, meaning: '' })

test('what Tab would add is grey', () => {
  expect(greyText('SHOW Q', offer('QOUT', -1))).toBe('OUT')
  expect(greyText('show q', offer('QOUT', -1))).toBe('OUT')
})

test('a word that is written otherwise is not', () => {
  expect(greyText('SHOW Q', offer('H', -1))).toBe('')
  expect(greyText('SHOW ', offer('H', 0))).toBe('H')
})

test('without a line or an offer there is none', () => {
  expect(greyText('', offer('SIMU', 0))).toBe('')
  expect(greyText('SIMU', undefined)).toBe('')
})
