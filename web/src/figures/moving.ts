/** The layer that moves with the pointer: cursor, box, the reason for an event. Painting it leaves the curves alone. */
import { downOf } from './axes'
import type { Gesture } from './gestures'
import { at, general } from './numbers'
import { boxOf, type Placed, type Point } from './placed'
import { placeOne } from './paths'
import { curvePen } from './pens'
import { readingOf, shown, shadedRows } from './readout'
import type { Screen } from './screen'
import { markerPlaces } from './strokes'
import type { Range } from './views'

/** Where values are read: at a value of the horizontal axis, or at a point of a phase plane. */
export interface Cursor {
  readonly area: number
  readonly x: number
  readonly point: Point | null
}

const DOT = 3.5
const NEAR_EVENT = 6
const TAG_HEIGHT = 17

export function paintMoving(
  context: CanvasRenderingContext2D,
  screen: Screen,
  areas: readonly Placed[],
  cursor: Cursor | null,
  isShownIn: (area: number) => boolean,
  gesture: Gesture,
): void {
  context.font = `${screen.look.size}px ${screen.look.font}`
  context.textBaseline = 'middle'
  if (cursor !== null)
    for (const [i, placed] of areas.entries()) {
      if (!isShownIn(i)) continue
      if (placed.isOverTime) paintTime(context, screen, placed, cursor.x)
      else if (i === cursor.area && cursor.point !== null) paintPoint(context, screen, placed, cursor.point)
    }
  const boxed = gesture.kind === 'box' ? areas[gesture.area] : undefined
  if (gesture.kind === 'box' && boxed) paintBox(context, screen, boxed, gesture)
}

function paintTime(context: CanvasRenderingContext2D, screen: Screen, placed: Placed, value: number): void {
  const { area, axes, window } = placed
  const x = placeOne(axes.across, value)
  if (!(x >= window.left && x <= window.right)) return
  const sharp = Math.round(x) + 0.5
  context.strokeStyle = screen.ink
  context.lineWidth = 1
  context.beginPath()
  context.moveTo(sharp, window.top)
  context.lineTo(sharp, window.bottom)
  context.stroke()
  for (const [number, curve] of area.curves.entries()) {
    const reading = curve.shade === null && curve.ink === 'own' ? readingOf(curve, value) : null
    if (reading !== null)
      paintDot(context, screen, placed, number, x, placeOne(downOf(axes, curve.is_right), reading.value))
  }
  const unit = area.horizontal.unit === '' ? '' : ` ${area.horizontal.unit}`
  paintTag(context, screen, `${general(value, 8)}${unit}`, x, window.bottom + 2)
  paintReason(context, screen, placed, x)
}

function paintDot(
  context: CanvasRenderingContext2D,
  screen: Screen,
  { area, window }: Placed,
  number: number,
  x: number,
  y: number,
): void {
  if (!(y >= window.top - 1 && y <= window.bottom + 1)) return
  context.beginPath()
  context.arc(x, y, DOT, 0, 2 * Math.PI)
  context.fillStyle = screen.look.ground
  context.fill()
  context.strokeStyle = curvePen(area, number, screen.surface).colour
  context.lineWidth = 1.75
  context.stroke()
}

function paintPoint(context: CanvasRenderingContext2D, screen: Screen, placed: Placed, point: Point): void {
  const isRight = placed.area.curves[point.curve]?.is_right ?? false
  const [x, y] = [placeOne(placed.axes.across, point.x), placeOne(downOf(placed.axes, isRight), point.y)]
  paintDot(context, screen, placed, point.curve, x, y)
}

/** White on black, below the axis. */
function paintTag(
  context: CanvasRenderingContext2D,
  { ink, look, surface }: Screen,
  text: string,
  x: number,
  y: number,
): void {
  const half = context.measureText(text).width / 2 + 6
  const middle = Math.min(Math.max(x, half), surface.width - half)
  context.fillStyle = ink
  context.beginPath()
  context.roundRect(middle - half, y, 2 * half, TAG_HEIGHT, 2)
  context.fill()
  context.fillStyle = look.ground
  context.textAlign = 'center'
  context.fillText(text, middle, y + TAG_HEIGHT / 2)
  context.textAlign = 'start'
}

/** The reason for an event beside its triangle, when the cursor is there. */
function paintReason(context: CanvasRenderingContext2D, screen: Screen, placed: Placed, x: number): void {
  const { area, axes, window } = placed
  const near = markerPlaces(area, axes, window).find((each) => Math.abs(each - x) <= NEAR_EVENT)
  const marker = near === undefined ? undefined : area.markers.find((each) => placeOne(axes.across, each.x) === near)
  if (near === undefined || !marker?.label) return
  const width = context.measureText(marker.label).width + 8
  const left = Math.max(window.left, Math.min(near + 5, window.right - width))
  context.fillStyle = screen.look.ground
  context.fillRect(left, window.top - 13, width, 13)
  context.fillStyle = screen.ink
  context.fillText(marker.label, left + 4, window.top - 7)
}

function paintBox(
  context: CanvasRenderingContext2D,
  screen: Screen,
  placed: Placed,
  { from, to }: Extract<Gesture, { kind: 'box' }>,
): void {
  const { window, area } = placed
  const { horizontal, vertical } = boxOf(placed, from, to)
  const inside = (value: number, low: number, high: number): number => Math.min(Math.max(value, low), high)
  const xs =
    horizontal === null ? [window.left, window.right] : [from.x, to.x].map((x) => inside(x, window.left, window.right))
  const ys =
    vertical === null ? [window.top, window.bottom] : [from.y, to.y].map((y) => inside(y, window.top, window.bottom))
  const [left, top] = [Math.min(...xs), Math.min(...ys)]
  const [width, height] = [Math.abs(at(xs, 1) - at(xs, 0)), Math.abs(at(ys, 1) - at(ys, 0))]
  context.fillStyle = screen.accent
  context.globalAlpha = 0.08
  context.fillRect(left, top, width, height)
  context.globalAlpha = 1
  context.strokeStyle = screen.accent
  context.lineWidth = 1
  context.strokeRect(Math.round(left) + 0.5, Math.round(top) + 0.5, Math.round(width), Math.round(height))
  const texts = [rangeText(horizontal, area.horizontal.unit), rangeText(vertical, area.curves[0]?.unit ?? '')]
  const words = texts.filter((text) => text !== '').join(', ')
  context.strokeStyle = screen.look.ground
  context.lineWidth = 4
  context.strokeText(words, left, Math.max(top - 8, 6))
  context.fillStyle = screen.accent
  context.fillText(words, left, Math.max(top - 8, 6))
}

const rangeText = (range: Range | null, unit: string): string =>
  range === null ? '' : `${range.low} to ${range.high}${unit === '' ? '' : ` ${unit}`}`

/** The values at the cursor in words, for those who hear them. */
export function spoken(placed: Placed, cursor: Cursor): string {
  const { area } = placed
  const said = (label: string, value: string, unit: string): string => `${label} ${value}${unit && ` ${unit}`}`
  if (cursor.point !== null) {
    const curve = area.curves[cursor.point.curve]
    const across = said(area.horizontal.label, shown(cursor.point.x), area.horizontal.unit)
    const shaded = shadedRows(area, cursor.point).map((row) => said(row.label, row.value, row.unit))
    if (shaded.length > 0) return [across, ...shaded].join(', ')
    return `${across}, ${said(curve?.label ?? '', shown(cursor.point.y), curve?.unit ?? '')}`
  }
  const values = area.curves.flatMap((curve) => {
    const reading = curve.label === '' ? null : readingOf(curve, cursor.x)
    if (reading === null) return []
    return [said(curve.label, `${reading.isBetween ? 'about ' : ''}${shown(reading.value)}`, curve.unit)]
  })
  return [said(area.horizontal.label, general(cursor.x, 6), area.horizontal.unit), ...values].join(', ')
}
