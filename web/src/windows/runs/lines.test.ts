/** Every act of the window of runs is a line that the session understands. */
import { describe, expect, test } from 'vitest'
import type { Area } from '../../protocol/figure'
import type { EnsembleItem, RunItem } from '../../protocol/messages'
import { EMPTY, type Page } from '../../protocol/page'
import { curvesOf, drawLine, exportLine, hideLine, keepLine, showLines } from './lines'

const AXIS = { label: 't', unit: '', low: null, high: null, is_logarithmic: false }

const area = (labels: readonly string[], horizontal = 't'): Area => ({
  horizontal: { ...AXIS, label: horizontal },
  vertical: AXIS,
  curves: labels.map((label) => ({
    label,
    x: new Float64Array(),
    y: new Float64Array(),
    unit: '',
    is_marked: false,
    shape: 'lines',
    is_right: false,
    shade: null,
    marked_points: 0,
    ink: 'own',
  })),
  words: [],
  title: '',
  has_axes: true,
  cells: null,
  bands: [],
  markers: [],
  right: AXIS,
  key: null,
  has_grid: true,
  is_equal: false,
})

const run = (name: string): RunItem => ({
  name,
  start: 0,
  stop: 200,
  reason: 'the end',
  kind_of_stop: 'end',
  points: 10,
  events: 0,
  variables: ['H[TANK]', 'V[TANK]'],
  differs: {},
  seconds: 0.001,
  is_measured: false,
})

const pageWith = (areas: readonly Area[], current = 0): Page => ({
  ...EMPTY,
  runs: { kind: 'RunsPart', items: [run(''), run('PI')], ensembles: [] },
  figures: {
    '': {
      kind: 'FigurePart',
      window: '',
      area: current,
      trial: 0,
      figure: { rows: areas.length, columns: 1, areas, title: '' },
      lengths: [],
    },
  },
})

describe('the eye', () => {
  test('knows the curves of each run by their labels', () => {
    const page = pageWith([area(['H', 'V TI:30', 'H/pi', 'measured level'])])
    expect(curvesOf(page, run(''))).toEqual(['H', 'V TI:30'])
    expect(curvesOf(page, run('PI'))).toEqual(['H/pi'])
  })

  test('shows of a run what the page shows of others', () => {
    expect(showLines(pageWith([area(['H', 'V', 'HREF'])]), run('PI'))).toEqual(['SHOW H/PI V/PI'])
    expect(showLines(pageWith([area(['H'], 'V')]), run('PI'))).toEqual(['SHOW H/PI (V)'])
  })

  test('goes through the areas and comes back to the current one', () => {
    const page = pageWith([area(['H']), area(['V'])], 0)
    expect(showLines(page, run('PI'))).toEqual(['AREA 1 1', 'SHOW H/PI', 'AREA 2 1', 'SHOW V/PI', 'AREA 1 1'])
  })

  test('draws the first variable on an empty page', () => {
    expect(showLines(EMPTY, run('PI'))).toEqual(['SHOW H[TANK]/PI'])
  })

  test('hides a run by its name, the last one by its curves', () => {
    const page = pageWith([area(['H', 'V TI:30', 'H/PI'])])
    expect(hideLine(page, run('PI'))).toBe('HIDE /PI')
    expect(hideLine(page, run(''))).toBe("HIDE H 'V TI:30'")
  })
})

test('a run is kept under a name that the language allows', () => {
  expect(keepLine('slow')).toBe('SIMU /slow')
  expect(keepLine('two words')).toBe(null)
  expect(keepLine('a; STOP')).toBe(null)
})

test('a run is exported under its name', () => {
  expect([exportLine(run('PI')), exportLine(run(''))]).toEqual(['EXPORT pi.csv /PI', 'EXPORT last.csv'])
})

test('a sweep is drawn by what it keeps', () => {
  const sweep: EnsembleItem = {
    name: 'SPREAD',
    design: 'grid',
    parameters: ['A2'],
    done: 1,
    count: 2,
    curves: [],
    numbers: ['at(H, 5)'],
  }
  expect(drawLine(sweep)).toBe('MAP at(H,5)/SPREAD')
  expect(drawLine({ ...sweep, curves: ['H'] })).toBe('FAN H/SPREAD -BANDS')
  expect(drawLine({ ...sweep, numbers: [] })).toBe(null)
})
