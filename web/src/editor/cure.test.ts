/** "did you mean" is a button; other hints are words. */
import { expect, test } from 'vitest'
import type { DiagnosticItem } from '../protocol/messages'
import { cureOf } from './cure'

const item = (message: string, hint: string): DiagnosticItem => ({
  severity: 'error',
  code: 'undefined-name',
  message,
  hint,
  file: 'tank.t',
  start: 0,
  stop: 0,
})

test.each([
  ["'YREFF' is never defined", "did you mean 'YREF'?", 'YREFF', { from: 0, to: 5, insert: 'YREF' }],
  ["there is no command or macro 'SIMUL'", 'did you mean SIMU?', 'SIMUL', { from: 0, to: 5, insert: 'SIMU' }],
  ["there is no system 'TNK'", "did you mean 'TANK'?", 'H[tnk] = 1', { from: 2, to: 5, insert: 'TANK' }],
  ['this is not a statement', "did you mean 'STATE'?", 'STAT x y', null],
  ["'X' is never defined", 'give it a value', 'X', null],
])('%s; %s', (message, hint, text, cure) => {
  expect(cureOf(item(message, hint), text)).toEqual(cure)
})
