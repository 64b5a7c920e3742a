/** What a closed box shows: its icon, the names of its terminals, present values, a curve or the bars of an array. */
import type { BoxItem, PortItem } from '../protocol/messages'
import type { Lettering, Pencil } from './pencil'
import type { Lines } from './scene'

/** What the last run gives for a variable of a box. */
export interface Reading {
  readonly text: string
  readonly curve: Float64Array | null
}

/** The members of an array: a height for each bar, and which one is looked at. */
export interface Bars {
  readonly heights: readonly number[]
  readonly chosen: number
}

export interface Place {
  readonly x: number
  readonly y: number
  readonly w: number
  readonly h: number
}

const ICON_SIDE = 48
const LARGEST_ICON = 2 * ICON_SIDE
const TEXT = 11
/** Pixels between two terminals, below which their names, or their values too, would cover each other. */
const ROOM_FOR_NAMES = 12
const ROOM_FOR_VALUES = 24
const FROM_EDGE = 8

const yOf = (box: BoxItem, port: PortItem, { y, h }: Place): number => y + ((port.y - box.y) / box.height) * h

/** The least distance between terminals on one side, on the screen. */
function spacing(box: BoxItem, place: Place): number {
  let least = Infinity
  for (const side of ['left', 'right']) {
    const heights = box.ports.filter((port) => port.side === side).map((port) => yOf(box, port, place))
    heights.sort((a, b) => a - b)
    for (let i = 1; i < heights.length; i++) least = Math.min(least, (heights[i] ?? 0) - (heights[i - 1] ?? 0))
  }
  return least
}

export const showsNames = (box: BoxItem, place: Place): boolean => spacing(box, place) >= ROOM_FOR_NAMES
export const showsValues = (box: BoxItem, place: Place): boolean => spacing(box, place) >= ROOM_FOR_VALUES

/** In the middle of a rectangle, at most `share` of it. */
export function drawIcon(pencil: Pencil, icon: Lines, { x, y, w, h }: Place, share: number): void {
  const scale = (share * Math.min(w, h, LARGEST_ICON)) / ICON_SIDE
  if (scale <= 0) return
  const left = x + (w - ICON_SIDE * scale) / 2
  const top = y + (h - ICON_SIDE * scale) / 2
  for (const line of icon) {
    pencil.line(
      line.map((number, i) => (i % 2 === 0 ? left : top) + scale * number),
      pencil.inks.ink,
      Math.max(0.8, 1.6 * scale),
    )
  }
}

/** What is written beside the terminals; the room that it leaves in the middle of the box. */
export class Names {
  readonly #pencil: Pencil
  readonly #box: BoxItem
  readonly #place: Place
  readonly #half: number
  readonly #values = new Map<string, string>()

  constructor(pencil: Pencil, box: BoxItem, place: Place) {
    this.#pencil = pencil
    this.#box = box
    this.#place = place
    this.#half = place.w / 2 - 1.5 * FROM_EDGE
  }

  #style = (): Lettering => ({ size: TEXT, colour: this.#pencil.inks.faint })

  /** Between the names of both sides; of no width if they meet. */
  get middle(): Place {
    const { x, y, w, h } = this.#place
    const [left, right] = (['left', 'right'] as const).map((side) => this.#width(side))
    const from = x + (left === 0 ? 0 : FROM_EDGE) + (left ?? 0) + 4
    const to = x + w - (right === 0 ? 0 : FROM_EDGE) - (right ?? 0) - 4
    return { x: from, y, w: Math.max(0, to - from), h }
  }

  #width(side: 'left' | 'right'): number {
    const { ink, mono } = this.#pencil.inks
    const widest = this.#box.ports
      .filter((port) => port.side === side)
      .reduce((most, port) => {
        const name = this.#pencil.widthOf(port.name, this.#style())
        const value = this.#values.get(port.name) ?? ''
        return Math.max(most, name, this.#pencil.widthOf(value, { size: TEXT, colour: ink, family: mono }))
      }, 0)
    return Math.min(this.#half, widest)
  }

  draw(): void {
    for (const port of this.#box.ports) this.#beside(port, port.name, 0, this.#style())
  }

  /** Below the name of the terminal. */
  drawValue(port: PortItem, text: string): void {
    const { ink, mono } = this.#pencil.inks
    this.#values.set(port.name, text)
    this.#beside(port, text, 12, { size: TEXT, colour: ink, family: mono })
  }

  #beside(port: PortItem, text: string, below: number, style: Lettering): void {
    const { x, w } = this.#place
    const isLeft = port.side === 'left'
    const edge = isLeft ? x + FROM_EDGE : x + w - FROM_EDGE
    const y = yOf(this.#box, port, this.#place) + below
    this.#pencil.shortened(text, edge, y, this.#half, { ...style, align: isLeft ? 'left' : 'right' })
  }
}

/** The curve of the last run, with a grey ground. */
export function drawCurve(pencil: Pencil, curve: Float64Array, { x, y, w, h }: Place): void {
  let [low, high] = [Infinity, -Infinity]
  for (const value of curve) {
    if (value < low) low = value
    if (value > high) high = value
  }
  if (!(high > low) || w < 24 || h < 12) return
  const { inks } = pencil
  pencil.rectangle(x, y, w, h, inks.grid, inks.grid)
  const points: number[] = []
  curve.forEach((value, i) => {
    if (Number.isFinite(value))
      points.push(x + (w * i) / (curve.length - 1), y + h - ((value - low) / (high - low)) * h)
  })
  pencil.line(points, inks.curves[0] ?? inks.ink, 1.5)
}

/** One bar for each member of an array; the one that is looked at is darker. */
export function drawBars(pencil: Pencil, { heights, chosen }: Bars, { x, y, w, h }: Place): void {
  if (heights.length === 0 || w < 24 || h < 12) return
  const { context, inks } = pencil
  const step = w / heights.length
  const alpha = context.globalAlpha
  heights.forEach((height, i) => {
    context.globalAlpha = i === chosen ? alpha : 0.5 * alpha
    context.fillStyle = inks.curves[0] ?? inks.ink
    const tall = Math.max(1, height * h)
    context.fillRect(x + i * step, y + h - tall, Math.max(1, step * 0.82), tall)
  })
  context.globalAlpha = alpha
}
