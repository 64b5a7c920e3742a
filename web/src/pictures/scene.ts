/** DATA: a picture over time, as the server sends it and a written page holds it; numbers at a time between moments. */
import {
  dictionary,
  list,
  number,
  oneOf,
  orNull,
  record,
  text,
  truth,
  word,
  type Check,
  type Checked,
} from '../protocol/check'

export type Column = number | Float64Array

const column: Check<Column> = (value, field) => (value instanceof Float64Array ? value : number(value, field))
const flat: Check<Float64Array> = (value, field) => {
  const found = column(value, field)
  return typeof found === 'number' ? Float64Array.of(found) : found
}

export interface Tint {
  readonly stops: readonly string[]
  readonly position: Column
}
export interface Chosen {
  readonly condition: Column
  readonly then: Colour
  readonly otherwise: Colour
}
export type Colour = string | Tint | Chosen

const tint = record({ stops: list(text), position: column })
const colour: Check<Colour> = (value, field) => {
  if (typeof value === 'string') return value
  const isTint = typeof value === 'object' && value !== null && 'stops' in value
  return isTint ? tint(value, field) : chosen(value, field)
}
const chosen: Check<Chosen> = (value, field) =>
  record({ condition: column, then: colour, otherwise: colour })(value, field)

const pen = record({ colour, width: column, dash: list(number), offset: column })
const look: Check<Look> = (value, field) => {
  const given = dictionary((each) => each)(value, field)
  return {
    visible: given['visible'] === undefined ? 1 : column(given['visible'], field),
    highlight: given['highlight'] === undefined ? 0 : column(given['highlight'], field),
    markers: given['markers'] === undefined ? [] : list(text)(given['markers'], field),
    window: given['window'] === undefined ? 0 : number(given['window'], field),
  }
}
export interface Look {
  readonly visible: Column
  readonly highlight: Column
  readonly markers: readonly string[]
  readonly window: number
}
const reading = record({ value: column, decimals: number })
const piece: Check<string | Checked<typeof reading>> = (value, field) =>
  typeof value === 'string' ? value : reading(value, field)

const shape = oneOf({
  path: record({ points: number, x: flat, y: flat, closed: truth, pen: orNull(pen), fill: orNull(colour), look }),
  oval: record({
    x: column,
    y: column,
    across: column,
    down: column,
    angle: column,
    pen: orNull(pen),
    fill: orNull(colour),
    look,
  }),
  label: record({
    pieces: list(piece),
    x: column,
    y: column,
    size: column,
    colour,
    anchor: word('start', 'middle', 'end'),
    look,
  }),
  trail: record({ t: flat, x: flat, y: flat, span: number, drift: number, pen, look }),
  body: record({ mesh: number, matrix: flat, colour, look }),
  track: record({ t: flat, points: flat, span: number, pen, look }),
})
const box: Check<readonly [number, number, number, number]> = (value, field) => {
  const [a, b, c, d] = list(number)(value, field)
  return [a ?? 0, b ?? 0, c ?? 0, d ?? 0]
}
const triple: Check<readonly [Column, Column, Column]> = (value, field) => {
  const [a, b, c] = list(column)(value, field)
  return [a ?? 0, b ?? 0, c ?? 0]
}

const control = record({
  parameter: text,
  low: number,
  high: number,
  value: column,
  box,
  window: number,
  visible: column,
})

export const SCENE = record({
  name: text,
  title: text,
  times: flat,
  time_unit: text,
  width: number,
  height: number,
  shapes: list(shape),
  frames: list(record({ name: text, title: text, box, limits: box })),
  order: list(number),
  meshes: list(record({ vertices: flat, faces: list(list(number)) })),
  camera: record({ azimuth: column, elevation: column, distance: column, target: triple }),
  floor: orNull(record({ size: number, step: number })),
  controls: list(oneOf({ slider: control, knob: control, switch: control })),
  requests: list(
    record({
      subject: text,
      line: text,
      window: number,
      place: orNull(list(number)),
      visible: column,
      shapes: list(shape),
      request: word('pick', 'line', 'rectangle', 'shape', 'string'),
    }),
  ),
  menus: list(record({ name: text, title: text, items: list(list(text)), markers: list(text), is_main: truth })),
})
export type Scene = Checked<typeof SCENE>
export type Shape = Checked<typeof shape>
export type ShapeOf<K extends Shape['kind']> = Extract<Shape, { kind: K }>
export type Pen = Checked<typeof pen>
export type Mesh = Scene['meshes'][number]
export type Control = Scene['controls'][number]

/** A time between two moments: the one before it, and the share of the way to the next. */
export interface Moment {
  readonly time: number
  readonly index: number
  readonly share: number
}

export function momentAt(times: Float64Array, time: number): Moment {
  let [low, high] = [0, times.length - 1]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((times[middle] ?? 0) <= time) low = middle
    else high = middle - 1
  }
  const [before, after] = [times[low] ?? 0, times[low + 1] ?? 0]
  const share =
    low + 1 < times.length && after > before ? Math.min(1, Math.max(0, (time - before) / (after - before))) : 0
  return { time, index: low, share }
}

/** A number between the moments; `which` of `every` numbers if there are several for each moment. */
export function at(values: Column, moment: Moment, which = 0, every = 1): number {
  if (typeof values === 'number') return values
  if (values.length === every) return values[which] ?? NaN
  const here = values[moment.index * every + which] ?? NaN
  const next = values[(moment.index + 1) * every + which]
  return moment.share === 0 || next === undefined ? here : here + (next - here) * moment.share
}

/** A condition does not change between moments. */
export const holds = (values: Column, moment: Moment): boolean =>
  (typeof values === 'number' ? values : (values[moment.index] ?? 0)) !== 0

export const isInSpace = (scene: Scene): boolean =>
  scene.floor !== null || scene.shapes.some((each) => each.kind === 'body' || each.kind === 'track')
