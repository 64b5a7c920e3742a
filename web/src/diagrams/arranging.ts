/** Chosen boxes -> where they stand in line or at equal distances; on the grid. */
import type { Rectangle } from './scene'

export interface Named extends Rectangle {
  readonly name: string
}

/** A `row` and a `column` have their middles in line; `across` and `down` have equal gaps. */
export type Arrangement = 'row' | 'column' | 'across' | 'down'

export const FEWEST: Readonly<Record<Arrangement, number>> = { row: 2, column: 2, across: 3, down: 3 }

export function arranged<T extends Named>(boxes: readonly T[], how: Arrangement, grid: number): readonly T[] {
  switch (how) {
    case 'row':
      return inLine(boxes, 'y', 'height', grid)
    case 'column':
      return inLine(boxes, 'x', 'width', grid)
    case 'across':
      return spaced(boxes, 'x', 'width', grid)
    case 'down':
      return spaced(boxes, 'y', 'height', grid)
  }
}

/** All on the middle of the first one. */
function inLine<T extends Named>(boxes: readonly T[], place: 'x' | 'y', size: 'width' | 'height', grid: number): T[] {
  const [first] = boxes
  if (first === undefined) return []
  const middle = first[place] + first[size] / 2
  return boxes.map((box) => ({ ...box, [place]: onGrid(middle - box[size] / 2, grid) }))
}

/** The outer ones stay; the gaps between the others differ by at most a step of the grid. */
function spaced<T extends Named>(boxes: readonly T[], place: 'x' | 'y', size: 'width' | 'height', grid: number): T[] {
  const sorted = [...boxes].sort((a, b) => a[place] - b[place])
  const [first, last] = [sorted[0], sorted.at(-1)]
  if (first === undefined || last === undefined) return []
  const filled = sorted.reduce((sum, box) => sum + box[size], 0)
  const gap = (last[place] + last[size] - first[place] - filled) / Math.max(1, sorted.length - 1)
  const moved = new Map<string, T>()
  let next = first[place]
  for (const box of sorted) {
    const isEnd = box === first || box === last
    moved.set(box.name, { ...box, [place]: isEnd ? box[place] : onGrid(next, grid) })
    next += box[size] + gap
  }
  return boxes.map((box) => moved.get(box.name) ?? box)
}

const onGrid = (value: number, grid: number): number => Math.max(0, Math.round(value / grid) * grid)

/** The first two that would cover each other; null if none do. */
export function overlapping(boxes: readonly Named[]): readonly [string, string] | null {
  for (const [i, one] of boxes.entries())
    for (const other of boxes.slice(i + 1))
      if (
        one.x < other.x + other.width &&
        other.x < one.x + one.width &&
        one.y < other.y + other.height &&
        other.y < one.y + one.height
      )
        return [one.name, other.name]
  return null
}
