/** An innermost box: what the type is for, its equations, and, if it is large, its comments and room for parameters. */
import type { DiagramItem } from '../protocol/messages'
import type { Place } from './faces'
import { BEGINS } from './levels'
import type { Pencil } from './pencil'

const MARGIN = 45
/** Beside the names of terminals. */
const NARROW = 12
const LEAST_SHARE = 0.75
const GAP = 6
const HEAD = 40
const COMMENT = 11
const MOST_COMMENTS = 6
const ROW = 25
const MOST_ROWS = 8
const MOST_SHARE = 0.45

/** The height at the bottom of a box that its parameters take. */
export function roomForParameters(diagram: DiagramItem, { w, h }: Place): number {
  if (Math.max(w, h) < BEGINS.parameters || diagram.parameters.length === 0) return 0
  return Math.min(MOST_SHARE * h, ROW * Math.min(MOST_ROWS, diagram.parameters.length) + 10)
}

/** How large equations are in a box, or between the names of its terminals. */
function scaleOf(diagram: DiagramItem, place: Place, between: Place | null): number {
  const room = place.h - roomForParameters(diagram, place)
  const margin = between === null ? MARGIN : NARROW
  const wide = Math.max(120, ...diagram.equations.map((formula) => formula.width)) + 2 * margin
  const high = diagram.equations.reduce((sum, formula) => sum + formula.up + formula.down + GAP, HEAD)
  return Math.min(2, (between ?? place).w / wide, room / high)
}

/** Whether the names of the terminals leave so much room that the equations are hardly smaller. */
export const leavesRoom = (diagram: DiagramItem, place: Place, between: Place): boolean =>
  scaleOf(diagram, place, between) >= LEAST_SHARE * scaleOf(diagram, place, null)

export function drawEquations(pencil: Pencil, diagram: DiagramItem, place: Place, between: Place | null = null): void {
  const { x, y, w, h } = place
  pencil.within(x, y, w, h, () => drawInside(pencil, diagram, place, between))
}

function drawInside(pencil: Pencil, diagram: DiagramItem, place: Place, between: Place | null): void {
  const { inks } = pencil
  const { y, w, h } = place
  const room = h - roomForParameters(diagram, place)
  const scale = scaleOf(diagram, place, between)
  if (scale < 0.25) return
  const inner = between ?? place
  const left = inner.x + (between === null ? MARGIN : NARROW) * scale
  const right = inner.x + inner.w - 12
  let top = y + 16 * Math.max(1, scale)
  if (diagram.purpose !== '') {
    const size = Math.min(15, Math.max(9, 11 * scale))
    const lines = pencil.wrapped(diagram.purpose, left, top, right - left, 2, { size, colour: inks.faint })
    top += lines * 1.35 * size
  }
  for (const formula of diagram.equations) {
    pencil.formula(formula, left, top + formula.up * scale, scale)
    top += (formula.up + formula.down + GAP) * scale
  }
  if (Math.max(w, h) < BEGINS.parameters) return
  for (const comment of diagram.comments.filter((each) => each !== diagram.purpose).slice(0, MOST_COMMENTS)) {
    if (top + 1.5 * COMMENT > y + room) return
    const lines = pencil.wrapped(comment, left, top + COMMENT, right - left, 2, {
      size: COMMENT,
      colour: inks.faint,
    })
    top += lines * 1.5 * COMMENT
  }
}
