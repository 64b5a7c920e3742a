import { expect, it } from 'vitest'
import type { MessageOf, ValueItem } from '../protocol/messages'
import { EMPTY, type Page } from '../protocol/page'
import { area, axis, curve, figure } from './examples'
import { moved, NO_GESTURE, pressed } from './gestures'
import { axesLine, dropLine, inArea, pictureLine, statesOf, tableLine, trajectoryLines } from './lines'

const state = (name: string): ValueItem => ({
  system: '',
  name,
  full_name: name,
  role: 'state',
  value: 0,
  text_value: 0,
  start: 0,
  unit: '',
  low: 0,
  high: 1,
  description: '',
})
const page: Page = { ...EMPTY, values: { kind: 'ValuesPart', items: [state('x'), state('y')] } }
const plane = area([curve('y', [0, 1], [0, 1])], { horizontal: axis('X') })
const shown = figure(area([curve('H', [0, 1], [0, 1]), curve('ABS(H)', [0, 1], [0, 1])]), plane)
const part: MessageOf<'FigurePart'> = { kind: 'FigurePart', window: '', area: 0, trial: 0, figure: shown, lengths: [] }

it('changes the axes of the area that is meant', () => {
  expect(inArea(page, part, 1, axesLine({ low: 18, high: 66 }, { low: 1.82, high: 2.78 }))).toEqual([
    'AREA 2 1',
    'AXES H 18 66 V 1.82 2.78 -KEEP',
  ])
  expect(inArea(page, part, 0, axesLine(null, null))).toEqual(['AXES -KEEP'])
  expect(inArea(page, { ...part, window: 'tank' }, 0)).toEqual(['MKWIN tank'])
})

it('starts a trajectory where both axes are states', () => {
  expect(statesOf(page, shown, 0)).toBeNull()
  const states = statesOf(page, shown, 1)
  expect(states).toEqual(['x', 'y'])
  const lines = states && trajectoryLines(page, states, 1.2, -0.4)
  expect(lines).toEqual(['INIT x: 1.2 y: -0.4', 'SIMU', "SHOW y 'y from 1.2, -0.4' (x)"])
})

it('shows a variable that is dropped, and nothing else', () => {
  expect(dropLine(page, 'Y', false)).toBe('SHOW Y')
  expect(dropLine(page, 'x', true)).toBe('ASHOW x')
  expect(dropLine(page, 'STOP', false)).toBeNull()
})

it('saves pictures and the variables of all areas, over the time that is seen', () => {
  expect(pictureLine(page, 'tank', 'pdf')).toBe('HCOPY tank.pdf')
  expect(tableLine(page, part, null)).toBe('EXPORT figure.csv H y')
  expect(tableLine(page, part, { low: 1.5, high: 3 })).toBe('EXPORT figure.csv H y FROM:1.5 TO:3')
  expect(tableLine(page, { ...part, figure: figure(area([])) }, null)).toBeNull()
})

it('draws a box only after the hand has moved, and pans if asked to', () => {
  const start = pressed(0, { x: 5, y: 5 }, false)
  expect(moved(NO_GESTURE, { x: 9, y: 9 })).toBe(NO_GESTURE)
  expect(moved(start, { x: 6, y: 6 })).toBe(start)
  expect(moved(start, { x: 50, y: 6 })).toMatchObject({ kind: 'box', to: { x: 50, y: 6 } })
  expect(moved(moved(pressed(0, { x: 5, y: 5 }, true), { x: 50, y: 6 }), { x: 60, y: 7 })).toMatchObject({
    kind: 'pan',
    from: { x: 5, y: 5 },
    to: { x: 60, y: 7 },
  })
})
