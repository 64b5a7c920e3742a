import { expect, it } from 'vitest'
import { hasUnseen, visible } from './visible'

it('marks what reverses a name or cannot be seen, and leaves the ends of lines', () => {
  expect(visible('\u202egnp.t\u0007')).toBe('\ufffdgnp.t\ufffd')
  expect(visible('two\n\tlines, señor 木')).toBe('two\n\tlines, señor 木')
  expect([hasUnseen('a\nb'), hasUnseen('\u2066a'), hasUnseen("it's")]).toEqual([true, true, false])
})
