/** Numbers as a person reads them. */
import { expect, test } from 'vitest'
import { shown } from './numbers'

test.each([
  [0, '0'],
  [2, '2'],
  [1e10, '1e10'],
  [0.1 + 0.2, '0.3'],
  [1234567.8, '1234570'],
  [-0.00001234, '-1.234e-5'],
  [NaN, 'nan'],
  [-Infinity, '-inf'],
])('%d is shown as %s', (value, text) => {
  expect(shown(value)).toBe(text)
})
