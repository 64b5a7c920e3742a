/** Cases of the folder, and the lines that take and keep them. */
import { expect, test } from 'vitest'
import { EMPTY, type Page } from '../../protocol/page'
import { caseActs, casesOf } from './cases'

const file = (name: string, is_folder = false) => ({ name, size: 1, changed: 0, is_folder, is_loaded: false })
const page: Page = {
  ...EMPTY,
  model: { kind: 'ModelPart', files: ['tank.t'], name: 'TANK', states: 1, parameters: 3, changed: [0] },
  folder: {
    kind: 'FolderPart',
    folder: '/study',
    items: [file('tank.t'), file('lowpower.par'), file('High power.PAR'), file('old.par', true)],
  },
}
const at = { kind: 'parameters', line: 'WPAR', word: '' }

test('a case is a file of values', () => {
  expect(casesOf(page)).toEqual(['lowpower', 'High power'])
})

test('a case is taken by GET, and the values are kept by SAVE', () => {
  const acts = caseActs(page)
  expect(acts.map((act) => act.lines(page, at))).toEqual([['GET lowpower'], ["GET 'High power'"], []])
  expect(acts.at(-1)?.proposal).toBe('SAVE ')
})

test('without a model there is nothing to take a case for', () => {
  expect(caseActs(EMPTY)[0]?.refusal(EMPTY, at)).toContain('SYST')
})
