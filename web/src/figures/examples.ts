/** Small figures for tests. */
import type { Area, Axis, Curve, Figure } from '../protocol/figure'

export const axis = (label: string, low: number | null = null, high: number | null = null): Axis => ({
  label,
  unit: 's',
  low,
  high,
  is_logarithmic: false,
})

export const curve = (
  label: string,
  x: readonly number[],
  y: readonly number[],
  changes: Partial<Curve> = {},
): Curve => ({
  label,
  x: Float64Array.from(x),
  y: Float64Array.from(y),
  unit: 'm',
  is_marked: false,
  shape: 'lines',
  is_right: false,
  shade: null,
  marked_points: 0,
  ink: 'own',
  ...changes,
})

export const area = (curves: readonly Curve[], changes: Partial<Area> = {}): Area => ({
  horizontal: axis('t', 0, 4),
  vertical: axis('', 0, 10),
  curves,
  words: [],
  title: '',
  has_axes: true,
  cells: null,
  bands: [],
  markers: [],
  right: axis(''),
  key: null,
  has_grid: true,
  is_equal: false,
  ...changes,
})

export const figure = (...areas: readonly Area[]): Figure => ({ rows: areas.length, columns: 1, areas, title: '' })
