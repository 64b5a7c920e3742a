/** DATA: a figure as the server describes it: areas with axes, curves and texts. */
import { column, list, number, orNull, record, text, truth, word, type Checked } from './check'

const AXIS = record({ label: text, unit: text, low: orNull(number), high: orNull(number), is_logarithmic: truth })
const CURVE = record({
  label: text,
  x: column,
  y: column,
  unit: text,
  is_marked: truth,
  shape: word('lines', 'steps', 'points'),
  is_right: truth,
  shade: orNull(number),
  marked_points: number,
  ink: word('own', 'paper', 'text'),
})
const BAND = record({ label: text, x: column, low: column, high: column, darkness: number })
const MARKER = record({ x: number, label: text })
const KEY = record({ label: text, unit: text, low: number, high: number, names: list(text) })
/** A click on a text gives its `line`, if it has one. */
const TEXT_BLOCK = record({ text, x: number, y: number, direction: word('horizontal', 'vertical'), line: text })
/** `values` has a row for each y. */
const CELLS = record({ label: text, x: column, y: column, values: column, unit: text, names: list(text) })
const AREA = record({
  horizontal: AXIS,
  vertical: AXIS,
  curves: list(CURVE),
  words: list(TEXT_BLOCK),
  title: text,
  has_axes: truth,
  cells: orNull(CELLS),
  bands: list(BAND),
  markers: list(MARKER),
  right: AXIS,
  key: orNull(KEY),
  has_grid: truth,
  is_equal: truth,
})
export const FIGURE = record({ rows: number, columns: number, areas: list(AREA), title: text })

export type Axis = Checked<typeof AXIS>
export type Curve = Checked<typeof CURVE>
export type Band = Checked<typeof BAND>
export type Marker = Checked<typeof MARKER>
export type Key = Checked<typeof KEY>
export type TextBlock = Checked<typeof TEXT_BLOCK>
export type Cells = Checked<typeof CELLS>
export type Area = Checked<typeof AREA>
export type Figure = Checked<typeof FIGURE>
