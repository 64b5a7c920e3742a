/** A file is compiled with the model it belongs to; a macro is not compiled at all. */
import { expect, test } from 'vitest'
import { compilingLine, isMacro, languageOf } from './compiling'

const SYSTEM = 'CONTINUOUS SYSTEM tank\nEND\n'

test('a file of the model is compiled with the others', () => {
  expect(compilingLine('b.t', SYSTEM, ['a.t', 'b.t'])).toBe('SYST a.t b.t')
})

test('another file is compiled alone, its name in quotes if it needs them', () => {
  expect(compilingLine('my tank.t', SYSTEM, ['a.t'])).toBe("SYST 'my tank.t'")
})

test('macros, notes and data are not compiled', () => {
  expect(compilingLine('go.t', '" starts it\n\nMACRO GO\nEND', [])).toBe('')
  expect(compilingLine('notes.txt', 'words', [])).toBe('')
})

test('the language is that of the extension', () => {
  expect(languageOf('fhn.ODE')).toBe('XPP')
  expect(languageOf('readme')).toBe('')
})

test('a text that is long and blank is no macro, and is not slow', () => {
  expect(isMacro('\n \n'.repeat(20_000))).toBe(false)
})
