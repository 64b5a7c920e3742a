/** Columns -> the tree of dockview, and where windows were that are gone for now. */
import { Orientation, type DockviewApi, type IDockviewPanel, type SerializedDockview } from 'dockview'
import type { Column, Row } from './columns'

/** Where a window was: beside whom as a tab, or at which side of whom. */
export interface Place {
  readonly mates: readonly string[]
  readonly neighbour: string
  readonly direction: 'left' | 'right' | 'above' | 'below'
  readonly width: number
  readonly height: number
}

/** What is kept of an arrangement. */
export interface Kept {
  readonly tree: SerializedDockview
  readonly places: Readonly<Record<string, Place>>
}

/** dockview itself refuses a tree that is none. */
export const isKept = (value: unknown): value is Kept =>
  typeof value === 'object' && value !== null && 'tree' in value && 'places' in value

export function treeOf(columns: readonly Column[], active: string): SerializedDockview {
  const rows = columns.flatMap((column) => column.rows)
  const activeRow = rows.find((row) => row.keys.includes(active)) ?? rows[0]
  const leaf = (row: Row, size: number) => ({
    type: 'leaf' as const,
    size,
    data: { id: row.slot, views: [...row.keys], activeView: row.keys.includes(active) ? active : (row.keys[0] ?? '') },
  })
  const branches = columns.map(({ rows, width }) => ({
    type: 'branch' as const,
    size: width,
    data: rows.map((row) => leaf(row, row.height)),
  }))
  const width = columns.reduce((sum, column) => sum + column.width, 0)
  const height = Math.max(...columns.map((column) => column.rows.reduce((sum, row) => sum + row.height, 0)))
  return {
    grid: {
      root: { type: 'branch', data: branches, size: height },
      width,
      height,
      orientation: Orientation.HORIZONTAL,
    },
    panels: Object.fromEntries(rows.flatMap((row) => row.keys.map((key) => [key, panelOf(key)]))),
    ...(activeRow ? { activeGroup: activeRow.slot } : {}),
  }
}

const panelOf = (key: string) => ({ id: key, contentComponent: key, tabComponent: 'tab', title: key })

const SIDES = [
  ['left', 'right'],
  ['right', 'left'],
  ['up', 'below'],
  ['down', 'above'],
] as const

/** Brings a window back to where it was. */
export class PlacesKept {
  #places = new Map<string, Place>()

  get kept(): Readonly<Record<string, Place>> {
    return Object.fromEntries(this.#places)
  }

  restore(places: Readonly<Record<string, Place>>): void {
    this.#places = new Map(Object.entries(places))
  }

  remember(dock: DockviewApi, panel: IDockviewPanel): void {
    const mates = panel.group.panels.map((each) => each.id).filter((id) => id !== panel.id)
    const { width, height } = panel.group.api
    for (const [side, direction] of SIDES) {
      const neighbour = dock.adjacentGroupInDirection(panel.group, side)?.activePanel?.id
      if (neighbour === undefined) continue
      this.#places.set(panel.id, { mates, neighbour, direction, width, height })
      return
    }
  }

  /** False if nothing is known of it, or its neighbours are gone too. */
  add(dock: DockviewApi, key: string): boolean {
    const place = this.#places.get(key)
    if (!place) return false
    this.#places.delete(key)
    const base = { id: key, component: key, title: key }
    const mate = place.mates.find((id) => dock.getPanel(id))
    if (mate) dock.addPanel({ ...base, position: { referencePanel: mate, direction: 'within' } })
    else if (dock.getPanel(place.neighbour)) {
      const { neighbour: referencePanel, direction, width, height } = place
      const isBeside = direction === 'left' || direction === 'right'
      const size = isBeside ? { initialWidth: width } : { initialHeight: height }
      dock.addPanel({ ...base, ...size, position: { referencePanel, direction } })
    } else return false
    return true
  }
}
