/** Windows by the lines that open them. */
import { expect, test } from 'vitest'
import { openedBy } from './placing'

const WINDOWS = [
  { kind: 'graphics', subject: '' },
  { kind: 'graphics', subject: 'tank' },
  { kind: 'editor', subject: 'dpid.t' },
  { kind: 'values', subject: 'H QIN' },
]

test.each([
  ['MKWIN', 0],
  ['mkwin Tank', 1],
  ['WEDIT dpid', 2],
  ["WEDIT 'dpid.t'", 2],
  ['wdisp h  qin', 3],
])('%s opens a window', (line, number) => {
  expect(openedBy(line, WINDOWS)).toBe(WINDOWS[number])
})

test.each(['MKWIN tank -ICON', 'WDISP', 'SIMU', '', 'MKWIN other'])('%s brings none to the front', (line) => {
  expect(openedBy(line, WINDOWS)).toBeUndefined()
})
