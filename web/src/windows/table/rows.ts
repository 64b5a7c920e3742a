/** Where a table of any length is scrolled to -> the rows to show, and where. A browser has no pages of any height. */
export const ROW = 22
const MARGIN = 40
/** Pixels; browsers know about three times as many. */
const HIGHEST = 10_000_000

export interface RowsShown {
  /** Of the whole table, for the scroll bar. */
  readonly height: number
  readonly first: number
  readonly count: number
  /** Of the first row that is shown, from the top of the table. */
  readonly offset: number
}

export function rowsShown(top: number, view: number, total: number): RowsShown {
  const whole = (total + 1) * ROW
  const height = Math.min(whole, HIGHEST)
  const share = height > view ? Math.min(1, top / (height - view)) : 0
  // The head of the table takes the place of a row.
  const atTop = whole === height ? top / ROW : share * Math.max(0, total + 1 - view / ROW)
  const first = Math.max(0, Math.floor(atTop) - MARGIN)
  return { height, first, count: Math.ceil(view / ROW) + 2 * MARGIN, offset: top - (atTop - first) * ROW }
}
