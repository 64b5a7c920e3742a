/** A name of a file cannot become more than a name. */
import { expect, test } from 'vitest'
import { above, compileLine, deleteLine, dropLine, quoted, renameLine, within } from './files'

test('names that need quotes get them, and those that no quotes hold give no line', () => {
  expect(quoted('data/tank.t')).toBe('data/tank.t')
  expect(quoted('my tank.t')).toBe("'my tank.t'")
  expect(quoted('-FORCE')).toBe("'-FORCE'")
  expect(quoted("it's.t")).toBe(null)
  expect(deleteLine('a\nSTOP')).toBe(null)
  expect(quoted('\u202egnp.t')).toBe(null)
})

test('acts are lines', () => {
  expect(compileLine(['tank.t', 'dpid.t'])).toBe('SYST tank.t dpid.t')
  expect(renameLine('tank.t', 'basin 2.t')).toBe("RENAME tank.t 'basin 2.t'")
  expect([dropLine('A.T'), dropLine('pulse.csv'), dropLine('notes.md')]).toEqual(['SYST A.T', 'IMPORT pulse.csv', null])
})

test('folders are relative to that of the session', () => {
  expect([within('', 'a.t'), within('data', 'a.t'), above('data/more'), above('data')]).toEqual([
    'a.t',
    'data/a.t',
    'data',
    '',
  ])
})
