/** DATA: how a kind of window looks in its bar, and where it goes if the user has not placed it. */
import type { IconName } from '../icons'

/** Places that windows share as tabs, from left to right and from top to bottom. */
export const SLOTS = ['text', 'command', 'graphics', 'parameters', 'values', 'runs'] as const
export type Slot = (typeof SLOTS)[number]
export type ColumnName = 'left' | 'middle' | 'right'

export const COLUMN_OF: Readonly<Record<Slot, ColumnName>> = {
  text: 'left',
  command: 'left',
  graphics: 'middle',
  parameters: 'right',
  values: 'right',
  runs: 'right',
}

export interface Look {
  readonly icon: IconName
  readonly slot: Slot
}

const LOOKS: Readonly<Record<string, Look>> = {
  command: { icon: 'prompt', slot: 'command' },
  editor: { icon: 'file', slot: 'text' },
  graphics: { icon: 'curve', slot: 'graphics' },
  table: { icon: 'table', slot: 'graphics' },
  picture: { icon: 'play', slot: 'graphics' },
  parameters: { icon: 'sliders', slot: 'parameters' },
  values: { icon: 'table', slot: 'values' },
  runs: { icon: 'layers', slot: 'runs' },
  events: { icon: 'flag', slot: 'runs' },
  folder: { icon: 'folder', slot: 'text' },
  library: { icon: 'library', slot: 'text' },
  help: { icon: 'help', slot: 'text' },
  tour: { icon: 'flag', slot: 'text' },
  diagram: { icon: 'diagram', slot: 'graphics' },
}

const SLOT_IN = { left: 'text', middle: 'graphics', right: 'runs' } as const satisfies Record<ColumnName, Slot>

export const lookOf = (kind: string, column: ColumnName = 'middle'): Look =>
  LOOKS[kind] ?? { icon: 'file', slot: SLOT_IN[column] }
