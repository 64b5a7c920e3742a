/** An element of the page -> the surface and the look with which figures are drawn on it. */
import { page, type Surface } from './drawing'
import { clamp } from './numbers'
import type { Look } from './paint'
import { themeOf } from './palette'

const TEXT_SIZE = 11
/** Finer than on paper: a pixel is a whole line. */
const PEN_WIDTH = 1.25
const RESOLUTION = 0.5
/** The width of a legend beside its area: at least, at most, and as a share of the area. */
const READOUT = { least: 146, most: 172, share: 0.3 }
/** Narrower areas have their legend above the curves. */
const NARROWEST_WITH_READOUT = 400

export interface Screen {
  readonly surface: Surface
  readonly look: Look
  readonly accent: string
  readonly ink: string
}

/** `columns` of areas share the width of the element. */
export function screenOf(
  element: HTMLElement,
  width: number,
  height: number,
  columns: number,
  context: CanvasRenderingContext2D,
): Screen {
  const style = getComputedStyle(element)
  const theme = themeOf(style)
  const font = style.getPropertyValue('--sans')
  const paper = page(width, height, TEXT_SIZE, widths(context, `${TEXT_SIZE}px ${font}`), theme)
  const across = width / columns
  const readout = clamp(READOUT.share * across, READOUT.least, READOUT.most)
  const ratio = window.devicePixelRatio || 1
  const ghost = Number(style.getPropertyValue('--ghost')) || 0.5
  return {
    surface: {
      ...paper,
      penWidth: PEN_WIDTH,
      resolution: RESOLUTION / ratio,
      readout: across < NARROWEST_WITH_READOUT ? 0 : readout,
    },
    look: { font, size: TEXT_SIZE, ground: theme.ground, ghost, ratio },
    accent: style.getPropertyValue('--accent'),
    ink: theme.ink,
  }
}

/** The widths of texts, each measured once. */
function widths(context: CanvasRenderingContext2D, font: string): (text: string) => number {
  const known = new Map<string, number>()
  return (text) => {
    const found = known.get(text)
    if (found !== undefined) return found
    context.font = font
    const { width } = context.measureText(text)
    known.set(text, width)
    return width
  }
}

/** The context of a canvas that has as many pixels as the device shows; empty. */
export function cleared(canvas: HTMLCanvasElement, { surface, look }: Screen): CanvasRenderingContext2D | null {
  const context = canvas.getContext('2d')
  const [width, height] = [Math.round(surface.width * look.ratio), Math.round(surface.height * look.ratio)]
  if (canvas.width !== width) canvas.width = width
  if (canvas.height !== height) canvas.height = height
  context?.setTransform(look.ratio, 0, 0, look.ratio, 0, 0)
  context?.clearRect(0, 0, surface.width, surface.height)
  return context
}
