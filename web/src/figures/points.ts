/** Single points -> their marks, discs. */
import type { Curve } from '../protocol/figure'
import type { Fill, Path, Pen } from './drawing'
import { at } from './numbers'

const CORNERS = Array.from({ length: 12 }, (_, i) => (i * 2 * Math.PI) / 12)
/** In widths of the pen. */
const RADIUS = 1.6

/** Whether the points of the curve are marked one by one. */
export const hasPoints = (curve: Curve): boolean => curve.shape === 'points'

export function pointsAt({ x, y }: Path, pen: Pen): readonly Fill[] {
  const radius = RADIUS * pen.width
  return Array.from(x, (across, i) => ({
    kind: 'fill',
    x: Float64Array.from(CORNERS, (angle) => across + radius * Math.cos(angle)),
    y: Float64Array.from(CORNERS, (angle) => at(y, i) + radius * Math.sin(angle)),
    colour: pen.colour,
  }))
}
