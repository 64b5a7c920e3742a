/** Drawing -> canvas. Decides nothing but what pixels need: lines of axes are sharp, and a ghost is paler. */
import { BEFORE, type Drawing, type Fill, type Path, type Shades, type Stroke, type Text } from './drawing'
import { at } from './numbers'
import { shadeColour } from './palette'

export interface Look {
  /** The font family, and the size of the letters. */
  readonly font: string
  readonly size: number
  readonly ground: string
  /** The opacity of what was before. */
  readonly ghost: number
  /** Device pixels for each unit. */
  readonly ratio: number
}

/** The distance of the baseline below the middle of the line, in font sizes. */
const BASELINE = 0.35
const BACKING = 4
/** A line with more dashes is so dense that none can be told apart, and takes long. */
const MAX_DASHES = 4000

export function paint(drawing: Drawing, context: CanvasRenderingContext2D, look: Look): void {
  context.lineCap = 'round'
  context.lineJoin = 'round'
  context.textBaseline = 'alphabetic'
  context.font = `${look.size}px ${look.font}`
  for (const part of drawing) {
    switch (part.kind) {
      case 'stroke':
        paintStroke(part, context, look)
        break
      case 'text':
        paintText(part, context, look)
        break
      case 'shades':
        paintShades(part, context, look)
        break
      case 'fill':
        paintFill(part, context)
        break
      default:
        part satisfies never
    }
  }
}

function paintStroke(stroke: Stroke, context: CanvasRenderingContext2D, look: Look): void {
  const { pen } = stroke
  const isFrame = pen.curve === null && isSquare(stroke)
  const width = isFrame ? Math.max(1, Math.floor(pen.width * look.ratio)) / look.ratio : pen.width
  context.strokeStyle = pen.colour
  context.lineWidth = width
  context.lineCap = isFrame && pen.dash.length === 0 ? 'butt' : 'round'
  context.setLineDash(hasVisibleDashes(stroke) ? [...pen.dash] : [])
  context.globalAlpha = stroke.isGhost ? look.ghost : 1
  const sharp = isFrame ? sharpener(width, look.ratio) : (value: number): number => value
  context.beginPath()
  let isDown = false
  for (let i = 0; i < stroke.x.length; i += 1) {
    const x = at(stroke.x, i)
    const y = at(stroke.y, i)
    if (!Number.isFinite(x + y)) isDown = false
    else if (isDown) context.lineTo(sharp(x), sharp(y))
    else {
      context.moveTo(sharp(x), sharp(y))
      isDown = true
    }
  }
  context.stroke()
  context.globalAlpha = 1
  context.setLineDash([])
}

/** Whether all lines go along or down, as those of axes and grids do. */
function isSquare({ x, y }: Path): boolean {
  for (let i = 0; i + 1 < x.length; i += 1) {
    const across = at(x, i + 1) - at(x, i)
    const down = at(y, i + 1) - at(y, i)
    if (across !== 0 && down !== 0 && Number.isFinite(across + down)) return false
  }
  return true
}

/** The nearest position at which a line of that width fills whole pixels. */
function sharpener(width: number, ratio: number): (value: number) => number {
  const shift = Math.round(width * ratio) % 2 === 0 ? 0 : 0.5
  return (value) => (Math.round(value * ratio - shift) + shift) / ratio
}

function hasVisibleDashes({ x, y, pen }: Stroke): boolean {
  const period = pen.dash.reduce((sum, each) => sum + each, 0)
  if (period === 0) return false
  let length = 0
  for (let i = 0; i + 1 < x.length; i += 1) {
    const step = Math.abs(at(x, i + 1) - at(x, i)) + Math.abs(at(y, i + 1) - at(y, i))
    if (step > 0) length += step
  }
  return length < MAX_DASHES * period
}

function paintFill({ x, y, colour }: Fill, context: CanvasRenderingContext2D): void {
  context.fillStyle = colour
  context.beginPath()
  for (let i = 0; i < x.length; i += 1) context.lineTo(at(x, i), at(y, i))
  context.closePath()
  context.fill()
}

function paintShades({ x, y, darkness }: Shades, context: CanvasRenderingContext2D, { ratio }: Look): void {
  const sharp = (value: number): number => Math.round(value * ratio) / ratio
  const columns = x.length - 1
  for (const [i, shade] of darkness.entries()) {
    if (Number.isNaN(shade)) continue
    const [column, row] = [i % columns, Math.floor(i / columns)]
    const [left, top] = [sharp(at(x, column)), sharp(at(y, row))]
    context.fillStyle = shadeColour(shade)
    context.fillRect(left, top, sharp(at(x, column + 1)) - left, sharp(at(y, row + 1)) - top)
  }
}

function paintText(text: Text, context: CanvasRenderingContext2D, look: Look): void {
  const isLevel = text.direction === 'horizontal'
  const width = context.measureText(text.words).width
  context.save()
  context.translate(text.x, text.y)
  if (!isLevel) context.rotate(-Math.PI / 2)
  const [x, y] = [-BEFORE[text.anchor] * width, BASELINE * look.size]
  if (text.isBacked) {
    context.strokeStyle = look.ground
    context.lineWidth = BACKING
    context.strokeText(text.words, x, y)
  }
  context.fillStyle = text.pen.colour
  context.fillText(text.words, x, y)
  context.restore()
}
