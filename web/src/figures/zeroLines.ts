/** Numbers on a grid -> the lines on which they are zero, in the units of its columns and rows. */
import { at } from './numbers'

export type Point = readonly [number, number]

/** Where the numbers change their sign along the edges of the cells; `id` names the edge. */
interface Crossing {
  readonly id: number
  readonly point: Point
}

/** `values` has a row after the other; a cell with a number that is not finite has no line. */
export function zeroLines(values: Float64Array, columns: number, rows: number): readonly (readonly Point[])[] {
  const points = new Map<number, Point>()
  const beside = new Map<number, number[]>()
  const join = (one: Crossing, other: Crossing): void => {
    for (const [here, there] of [
      [one, other],
      [other, one],
    ] as const) {
      points.set(here.id, here.point)
      beside.set(here.id, [...(beside.get(here.id) ?? []), there.id])
    }
  }
  for (let row = 0; row + 1 < rows; row += 1)
    for (let column = 0; column + 1 < columns; column += 1) {
      const [a, b, c, d] = crossingsOf(values, columns, column, row)
      if (a && b) join(a, b)
      if (c && d) join(c, d)
    }
  return chains(beside).map((chain) => chain.flatMap((id) => [points.get(id)].filter((point) => point !== undefined)))
}

function crossingsOf(values: Float64Array, columns: number, column: number, row: number): readonly Crossing[] {
  const valueOf = (i: number, j: number): number => at(values, j * columns + i)
  const along = (i: number, j: number): Crossing | null => {
    const share = shareOf(valueOf(i, j), valueOf(i + 1, j))
    return share === null ? null : { id: 2 * (j * columns + i), point: [i + share, j] }
  }
  const up = (i: number, j: number): Crossing | null => {
    const share = shareOf(valueOf(i, j), valueOf(i, j + 1))
    return share === null ? null : { id: 2 * (j * columns + i) + 1, point: [i, j + share] }
  }
  const corners = [
    valueOf(column, row),
    valueOf(column + 1, row),
    valueOf(column, row + 1),
    valueOf(column + 1, row + 1),
  ]
  if (!corners.every(Number.isFinite)) return []
  const edges = [along(column, row), up(column + 1, row), along(column, row + 1), up(column, row)]
  return edges.filter((edge) => edge !== null)
}

/** How far along an edge it crosses zero; null if it does not. */
const shareOf = (here: number, there: number): number | null => (here < 0 === there < 0 ? null : here / (here - there))

/** Pairs of neighbours -> the longest lines through them; those with ends first, then closed ones. */
function chains(beside: ReadonlyMap<number, readonly number[]>): readonly (readonly number[])[] {
  const left = new Set(beside.keys())
  const found: number[][] = []
  const follow = (start: number): void => {
    const chain: number[] = []
    let next: number | undefined = start
    while (next !== undefined) {
      left.delete(next)
      chain.push(next)
      next = beside.get(next)?.find((each) => left.has(each))
    }
    const isClosed = chain.length > 2 && beside.get(start)?.includes(chain.at(-1) ?? -1) === true
    found.push(isClosed ? [...chain, start] : chain)
  }
  for (const [id, others] of beside) if (others.length === 1 && left.has(id)) follow(id)
  for (const id of beside.keys()) if (left.has(id)) follow(id)
  return found
}
