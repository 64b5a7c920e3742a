/** A curve, an axis or a text, and the surface -> the pen that draws it. */
import type { Area } from '../protocol/figure'
import type { Pen, Surface } from './drawing'
import { blend, cycled, DASHES, shadeColour } from './palette'

/** Widths in those of an axis. */
const CURVE = 1.5
const ONE_OF_MANY = 0.7
/** How dark lines of the paper are, as a fraction of the axes. */
const PAPER = 0.6

/** The pen of a curve; the curves of a fan share a dash and have the colours of their shades. */
export function curvePen(area: Area, number: number, surface: Surface): Pen {
  const { theme, penWidth } = surface
  const curve = area.curves[number]
  const thin = ONE_OF_MANY * penWidth
  if (curve !== undefined && curve.shade !== null)
    return { curve: 0, colour: shadeColour(curve.shade), width: thin, dash: [] }
  if (curve !== undefined && curve.ink !== 'own') {
    const colour = curve.ink === 'text' ? theme.ink : blend(theme.ground, theme.axis, PAPER)
    return { curve: null, colour, width: thin, dash: [] }
  }
  const width = CURVE * penWidth
  const dash = cycled(DASHES, number, []).map((length) => width * length)
  return { curve: number, colour: cycled(theme.curves, number, theme.ink), width, dash }
}

/** For text in the colour of a curve. */
export const wordsPen = (number: number, { theme, penWidth }: Surface): Pen => ({
  curve: number,
  colour: cycled(theme.words, number, theme.ink),
  width: penWidth,
  dash: [],
})

const plain = (colour: string, width: number): Pen => ({ curve: null, colour, width, dash: [] })

export const inkPen = ({ theme, penWidth }: Surface): Pen => plain(theme.ink, penWidth)
export const faintPen = ({ theme, penWidth }: Surface): Pen => plain(theme.faint, penWidth)
export const axisPen = ({ theme, penWidth }: Surface): Pen => plain(theme.axis, penWidth)
export const gridPen = ({ theme, penWidth }: Surface): Pen => plain(theme.grid, penWidth)
export const markerPen = ({ theme, penWidth }: Surface): Pen => ({
  ...plain(theme.axis, penWidth),
  dash: [0.1 * penWidth, 2.5 * penWidth],
})

export const bandColour = (darkness: number, { theme }: Surface): string =>
  blend(theme.ground, cycled(theme.curves, 0, theme.ink), 0.12 + 0.38 * darkness)
