/** Scene, time -> canvas: flat shapes, by the rules of `graphics/scenes/painting.py`; what a point picks. */
import { paint, type Theme } from './colours'
import { windowsAt, type Point, type Request } from './lines'
import { at, holds, momentAt, type Look, type Moment, type Pen, type Scene, type Shape, type ShapeOf } from './scene'

const FONT = '"Segoe UI", "Helvetica Neue", Arial, "Liberation Sans", Arimo, sans-serif'
const HIGHLIGHT = 'accent'

/** Draw all windows in their order; the canvas is scaled to the units of the page. */
export function drawScene(context: CanvasRenderingContext2D, scene: Scene, time: number, theme: Theme): void {
  const moment = momentAt(scene.times, time)
  for (const window of scene.order) {
    const [left, top, right, bottom] = scene.frames[window]?.box ?? [0, 0, scene.width, scene.height]
    context.save()
    context.beginPath()
    context.rect(left, top, right - left, bottom - top)
    context.clip()
    if (window > 0) drawBorder(context, scene, window, theme)
    for (const shape of scene.shapes)
      if (shape.look.window === window && holds(shape.look.visible, moment)) drawShape(context, shape, moment, theme)
    context.restore()
  }
}

/** The segment of a request, as it would be at a place. */
export function drawPlaced(
  context: CanvasRenderingContext2D,
  request: Request,
  place: Point,
  moment: Moment,
  theme: Theme,
): void {
  const [x, y] = request.place ?? [0, 0]
  context.save()
  context.translate(place.x - (x ?? 0), place.y - (y ?? 0))
  context.globalAlpha = 0.6
  for (const shape of request.shapes) if (holds(shape.look.visible, moment)) drawShape(context, shape, moment, theme)
  context.restore()
}

function drawBorder(context: CanvasRenderingContext2D, scene: Scene, window: number, theme: Theme): void {
  const frame = scene.frames[window]
  if (frame === undefined) return
  const [left, top, right, bottom] = frame.box
  context.fillStyle = theme['ground'] ?? ''
  context.fillRect(left, top, right - left, bottom - top)
  context.strokeStyle = theme['axis'] ?? ''
  context.lineWidth = 1
  context.strokeRect(left, top, right - left, bottom - top)
  context.fillStyle = theme['ink'] ?? ''
  context.font = `12px ${FONT}`
  context.textAlign = 'start'
  context.textBaseline = 'middle'
  context.fillText(frame.title, left + 6, top + 10)
}

function drawShape(context: CanvasRenderingContext2D, shape: Shape, moment: Moment, theme: Theme): void {
  switch (shape.kind) {
    case 'path':
    case 'oval':
      trace(context, shape, moment)
      if (shape.fill !== null && (shape.kind === 'oval' || shape.closed)) {
        context.fillStyle = paint(isEmphasised(shape.look, moment) ? HIGHLIGHT : shape.fill, moment, theme)
        context.fill()
      }
      if (shape.pen !== null) stroke(context, shape.pen, shape.look, moment, theme)
      return
    case 'label':
      return drawLabel(context, shape, moment, theme)
    case 'trail':
      traceTrail(context, shape, moment)
      return stroke(context, shape.pen, shape.look, moment, theme)
    case 'body':
    case 'track':
      return
    default:
      shape satisfies never
  }
}

const isEmphasised = (look: Look, moment: Moment): boolean => holds(look.highlight, moment)

function trace(context: CanvasRenderingContext2D, shape: ShapeOf<'path'> | ShapeOf<'oval'>, moment: Moment): void {
  context.beginPath()
  if (shape.kind === 'oval') {
    const [x, y, across, down, angle] = [shape.x, shape.y, shape.across, shape.down, shape.angle].map((column) =>
      at(column, moment),
    )
    const isThere = [x, y, across, down].every((value) => Number.isFinite(value))
    if (isThere) context.ellipse(x ?? 0, y ?? 0, Math.abs(across ?? 0), Math.abs(down ?? 0), angle ?? 0, 0, 2 * Math.PI)
    return
  }
  for (let i = 0; i < shape.points; i += 1)
    context.lineTo(at(shape.x, moment, i, shape.points), at(shape.y, moment, i, shape.points))
  if (shape.closed) context.closePath()
}

function traceTrail(context: CanvasRenderingContext2D, trail: ShapeOf<'trail'>, moment: Moment): void {
  context.beginPath()
  const now = moment.time
  for (let i = momentAt(trail.t, now - trail.span).index; i < trail.t.length; i += 1) {
    const t = trail.t[i] ?? 0
    if (t > now) break
    if (t >= now - trail.span) context.lineTo((trail.x[i] ?? NaN) - trail.drift * now, trail.y[i] ?? NaN)
  }
  const last = momentAt(trail.t, now)
  context.lineTo(at(trail.x, last) - trail.drift * now, at(trail.y, last))
}

function stroke(context: CanvasRenderingContext2D, pen: Pen, look: Look, moment: Moment, theme: Theme): void {
  const standsOut = isEmphasised(look, moment)
  context.strokeStyle = paint(standsOut ? HIGHLIGHT : pen.colour, moment, theme)
  context.lineWidth = at(pen.width, moment) + (standsOut ? 1.5 : 0)
  context.setLineDash([...pen.dash])
  context.lineDashOffset = at(pen.offset, moment)
  context.lineJoin = 'round'
  context.lineCap = pen.dash.length > 0 ? 'butt' : 'round'
  context.stroke()
  context.setLineDash([])
}

function drawLabel(context: CanvasRenderingContext2D, label: ShapeOf<'label'>, moment: Moment, theme: Theme): void {
  context.font = `${at(label.size, moment)}px ${FONT}`
  context.textAlign = label.anchor === 'middle' ? 'center' : label.anchor
  context.textBaseline = 'middle'
  context.fillStyle = paint(isEmphasised(label.look, moment) ? HIGHLIGHT : label.colour, moment, theme)
  context.fillText(wordsOf(label, moment), at(label.x, moment), at(label.y, moment))
}

const wordsOf = (label: ShapeOf<'label'>, moment: Moment): string =>
  label.pieces
    .map((piece) => (typeof piece === 'string' ? piece : readingText(at(piece.value, moment), piece.decimals)))
    .join('')

/** With so many decimals, or with four digits; as `reading_text` in Python. */
export function readingText(value: number, decimals: number): string {
  if (!Number.isFinite(value)) return '\u2013'
  const text = decimals < 0 ? general(value) : value.toFixed(decimals)
  const isZero = text.startsWith('-') && !/[1-9]/.test(text)
  return (isZero ? text.slice(1) : text).replaceAll('-', '\u2212')
}

function general(value: number): string {
  if (value === 0) return '0'
  const power = Math.floor(Math.log10(Math.abs(Number(value.toPrecision(4)))))
  if (power >= -4 && power < 4) return String(Number(value.toPrecision(4)))
  const [digits, exponent] = value.toExponential(3).split('e')
  const size = Math.abs(Number(exponent)).toString().padStart(2, '0')
  return `${Number(digits)}e${Number(exponent) < 0 ? '-' : '+'}${size}`
}

/** The markers of the frontmost shape at a point of the page, the innermost first. */
export function markersAt(
  context: CanvasRenderingContext2D,
  scene: Scene,
  time: number,
  x: number,
  y: number,
): readonly string[] {
  const moment = momentAt(scene.times, time)
  for (const window of windowsAt(scene, { x, y }))
    for (const shape of [...scene.shapes].reverse()) {
      const { look } = shape
      if (look.window !== window || look.markers.length === 0 || !holds(look.visible, moment)) continue
      if (isHit(context, shape, moment, x, y)) return [...look.markers].reverse()
    }
  return []
}

function isHit(context: CanvasRenderingContext2D, shape: Shape, moment: Moment, x: number, y: number): boolean {
  if (shape.kind === 'label') {
    const size = at(shape.size, moment)
    context.font = `${size}px ${FONT}`
    const { width } = context.measureText(wordsOf(shape, moment))
    const left = at(shape.x, moment) - { start: 0, middle: width / 2, end: width }[shape.anchor]
    return Math.abs(at(shape.y, moment) - y) < 0.7 * size && x > left - 4 && x < left + width + 4
  }
  if (shape.kind !== 'path' && shape.kind !== 'oval') return false
  context.save()
  context.resetTransform()
  trace(context, shape, moment)
  context.lineWidth = Math.max(10, shape.pen === null ? 0 : at(shape.pen.width, moment))
  const isFilled = shape.fill !== null && context.isPointInPath(x, y)
  const found = isFilled || context.isPointInStroke(x, y)
  context.restore()
  return found
}
