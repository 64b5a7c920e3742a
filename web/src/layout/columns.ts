/** Windows and the size of the desk -> columns of windows: where they are until the user moves one. */
import { COLUMN_OF, SLOTS, type ColumnName, type Slot } from './looks'

export interface Size {
  readonly width: number
  readonly height: number
}

/** Windows that share a place as tabs. */
export interface Row {
  readonly slot: Slot
  readonly keys: readonly string[]
  readonly height: number
}

export interface Column {
  readonly name: ColumnName
  readonly width: number
  readonly rows: readonly Row[]
}

export const NARROW = 1280
export const LOW = 860
const TEXT_SHARE = 0.31
const TEXT_LEAST = 400
const NUMBERS = 356
const HEIGHTS: Readonly<Partial<Record<Slot, number>>> = { values: 194, runs: 206 }
const LOW_RUNS = 190
/** Of a screen that is high, values, runs and events have more than that. */
const NUMBERS_SHARE = 0.2
const COMMAND_SHARE = 0.4
const NAMES: readonly ColumnName[] = ['left', 'middle', 'right']

/** On a small screen windows share places that are their own on a large one. */
export function slotOn(screen: Size, slot: Slot): Slot {
  if (screen.width < NARROW && COLUMN_OF[slot] !== 'left') return 'graphics'
  return screen.height < LOW && slot === 'values' ? 'runs' : slot
}

/** `screen` is the whole page, `desk` what the windows have of it. */
export function arranged(
  keys: readonly string[],
  slotOf: (key: string) => Slot,
  screen: Size,
  desk: Size,
): readonly Column[] {
  const keysIn = (slot: Slot) => keys.filter((key) => slotOn(screen, slotOf(key)) === slot)
  const columns = NAMES.map((name) => {
    const slots = SLOTS.filter((slot) => COLUMN_OF[slot] === name && keysIn(slot).length > 0)
    const heights = heightsOf(slots, screen, desk)
    return { name, rows: slots.map((slot, i) => ({ slot, keys: keysIn(slot), height: heights[i] ?? 0 })) }
  }).filter((column) => column.rows.length > 0)
  const widths = widthsOf(
    columns.map((column) => column.name),
    desk,
  )
  return columns.map((column, i) => ({ ...column, width: widths[i] ?? 0 }))
}

function widthsOf(names: readonly ColumnName[], desk: Size): readonly number[] {
  const left = Math.min(Math.max(TEXT_LEAST, TEXT_SHARE * desk.width), desk.width / 2)
  const wanted = { left, middle: 0, right: Math.min(NUMBERS, desk.width / 2) }
  const taken = names.reduce((sum, name) => sum + wanted[name], 0)
  const widest = names.includes('middle') ? 'middle' : names.at(-1)
  return names.map((name) => wanted[name] + (name === widest ? desk.width - taken : 0))
}

/** The first row of a column has what the others leave. */
function heightsOf(slots: readonly Slot[], screen: Size, desk: Size): readonly number[] {
  const below = slots.slice(1).map((slot) => {
    if (slot === 'command') return Math.round(COMMAND_SHARE * desk.height)
    if (screen.height < LOW) return LOW_RUNS
    return Math.max(HEIGHTS[slot] ?? LOW_RUNS, Math.round(NUMBERS_SHARE * desk.height))
  })
  const rest = desk.height - below.reduce((sum, height) => sum + height, 0)
  return [rest, ...below]
}
