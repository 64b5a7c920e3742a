/** Scene and camera -> a canvas: what a box shows depends on its size on the screen only. */
import type { BoxItem, DiagramItem, FormulaItem, PortItem } from '../protocol/messages'
import { toScreen, type Camera, type Size } from './camera'
import { drawDots, largestSide, LEAST_PIXELS, sheetOf } from './dots'
import type { Inks } from './inks'
import { BEGINS, fadedIn, levelOf } from './levels'
import { drawPort } from './ports'
import { diagramIn, insideOf, placeOf, whole, type Inside, type Lines, type Scene } from './scene'
import { drawWires } from './wires'

/** What the last run gives for a variable of a box. */
export interface Reading {
  readonly text: string
  readonly curve: Float64Array | null
}

export interface Look {
  readonly inks: Inks
  readonly selected: ReadonlySet<string>
  readonly reading: (path: readonly string[], variable: string) => Reading | null
}

const ICON_SIDE = 48
/** With more boxes of few types, their faces are drawn once and copied. */
const MANY = 300
/** Room around a face, for its edge and the sheets behind it. */
const AROUND = 10

export class Drawing {
  /** How many boxes were drawn. */
  count = 0
  /** Boxes that show values: their variables are worth asking for. */
  readonly wanted: string[] = []
  readonly #context: CanvasRenderingContext2D
  readonly #scene: Scene
  readonly #camera: Camera
  readonly #screen: Size
  readonly #look: Look
  readonly #ratio: number
  readonly #faces = new Map<string, HTMLCanvasElement>()

  constructor(context: CanvasRenderingContext2D, scene: Scene, camera: Camera, screen: Size, look: Look, ratio = 1) {
    this.#context = context
    this.#scene = scene
    this.#camera = camera
    this.#screen = screen
    this.#look = look
    this.#ratio = ratio
  }

  draw(): void {
    const context = this.#context
    context.setTransform(this.#ratio, 0, 0, this.#ratio, 0, 0)
    context.fillStyle = this.#look.inks.ground
    context.fillRect(0, 0, this.#screen.width, this.#screen.height)
    const all = whole(this.#scene)
    if (this.#scene.top.boxes.length === 0) this.#lone(all)
    else this.#inside(all, 1)
  }

  /** A model without parts: its equations. */
  #lone(inside: Inside): void {
    const place = placeOf(inside, { x: 0, y: 0, width: inside.diagram.width, height: inside.diagram.height })
    const [x, y] = toScreen(this.#camera, place.x, place.y)
    this.#equations(inside.diagram, x, y, place.width * this.#camera.scale, place.height * this.#camera.scale)
  }

  #inside(inside: Inside, alpha: number): void {
    const { diagram } = inside
    const pixel = inside.scale * this.#camera.scale
    const [x, y] = toScreen(this.#camera, inside.x0, inside.y0)
    const context = this.#context
    context.globalAlpha = alpha
    if (pixel > 0.04) {
      context.save()
      context.setTransform(pixel * this.#ratio, 0, 0, pixel * this.#ratio, x * this.#ratio, y * this.#ratio)
      drawWires(context, diagram, pixel, this.#look.inks)
      context.restore()
      context.globalAlpha = alpha
    }
    this.#boxes(inside, pixel, alpha)
    if (inside.path.length === 0 && pixel > 0.3) this.#frame(inside, pixel)
    context.globalAlpha = 1
  }

  #boxes(inside: Inside, pixel: number, alpha: number): void {
    const { width, height } = this.#screen
    const [x0, y0] = toScreen(this.#camera, inside.x0, inside.y0)
    const dots: BoxItem[] = []
    for (const box of inside.diagram.boxes) {
      const [x, y, w, h] = [x0 + box.x * pixel, y0 + box.y * pixel, box.width * pixel, box.height * pixel]
      if (x > width || y > height || x + w < 0 || y + h < 0) continue
      if (Math.max(w, h) < LEAST_PIXELS) continue
      this.count += 1
      if (levelOf(Math.max(w, h)) === 'dot') dots.push(box)
      else this.#box(inside, box, x, y, w, h, alpha)
    }
    this.#context.globalAlpha = alpha
    this.#dots(inside.diagram, dots, pixel, x0, y0)
  }

  #dots(diagram: DiagramItem, dots: readonly BoxItem[], pixel: number, x0: number, y0: number): void {
    if (dots.length === 0) return
    const { inks } = this.#look
    const screen = this.#screen.width * this.#screen.height * this.#ratio ** 2
    const areAllDots = levelOf(largestSide(diagram) * pixel) === 'dot'
    const sheet = areAllDots && dots.length > MANY ? sheetOf(diagram, pixel * this.#ratio, screen, inks) : null
    if (sheet === null) drawDots(this.#context, dots, pixel, x0, y0, inks)
    else this.#context.drawImage(sheet, x0, y0, diagram.width * pixel, diagram.height * pixel)
  }

  #box(inside: Inside, box: BoxItem, x: number, y: number, w: number, h: number, alpha: number): void {
    const side = Math.max(w, h)
    const context = this.#context
    const { inks } = this.#look
    const path = [...inside.path, box.name]
    context.globalAlpha = alpha
    if (inside.diagram.boxes.length > MANY && box.kind_of_box === 'part' && side < BEGINS.terminals) {
      this.#copied(box, x, y, w, h)
      if (this.#look.selected.has(path.join('\n'))) this.#selection(x, y, w, h)
      this.#label(box, x, y, w, h)
      this.#ports(box, inside, side)
      return
    }
    this.#sheets(box, x, y, w, h)
    if (this.#look.selected.has(path.join('\n'))) this.#selection(x, y, w, h)
    const below = side >= BEGINS.open ? insideOf(this.#scene, inside, box) : null
    if (below !== null) {
      const share = fadedIn(side, BEGINS.open)
      if (share < 1) this.#closed(box, path, x, y, w, h, alpha * (1 - share))
      this.#inside(below, alpha * share)
      context.globalAlpha = alpha
      this.#words(path.at(-1) ?? '', x, y - 8, 12, inks.ink, 'left', 600)
      this.#words(box.type, x + w, y - 8, 11, inks.faint, 'right')
    } else {
      const diagram = side >= BEGINS.equations ? diagramIn(this.#scene, box) : undefined
      const share = diagram === undefined ? 0 : fadedIn(side, BEGINS.equations)
      if (share < 1) this.#closed(box, path, x, y, w, h, alpha * (1 - share))
      if (diagram !== undefined && share > 0) {
        context.globalAlpha = alpha * share
        this.#words(box.name, x, y - 8, 12, inks.ink, 'left', 600)
        this.#words(box.type, x + w, y - 8, 11, inks.faint, 'right')
        this.#equations(diagram, x, y, w, h)
      }
    }
    context.globalAlpha = alpha
    this.#ports(box, inside, side)
  }

  /** The ground of a box; a stack of three for an array, a folded corner for versions. */
  #sheets(box: BoxItem, x: number, y: number, w: number, h: number): void {
    const { inks } = this.#look
    const shift = Math.min(4, w / 24)
    const sheets = box.members === '' ? (box.versions.length > 1 ? 1 : 0) : 2
    for (let sheet = sheets; sheet >= 0; sheet--) {
      const edge = box.is_loop ? inks.bad : box.kind_of_box === 'part' ? inks.edge : inks.quiet
      this.#rectangle(x + sheet * shift, y - sheet * shift, w, h, inks.raised, edge)
    }
    if (box.versions.length > 1) this.#line([x + w - 10, y, x + w - 10, y + 10, x + w, y + 10], inks.edge, 1)
  }

  #closed(box: BoxItem, path: readonly string[], x: number, y: number, w: number, h: number, alpha: number): void {
    const { inks } = this.#look
    const side = Math.max(w, h)
    this.#context.globalAlpha = alpha
    if (box.kind_of_box !== 'part') {
      if (h > 9) this.#clipped(box.text, x + w / 2, y + h / 2, Math.min(11, h * 0.6), w - 4, inks.mono)
      return
    }
    const icon = this.#scene.iconOf.get(box.type)
    const showsValues = side >= BEGINS.values
    if (icon !== undefined) this.#icon(icon, x, y, w, h, showsValues ? 0.3 : 0.8)
    const share = fadedIn(side, BEGINS.terminals)
    if (share > 0) this.#portNames(box, x, y, w, h, alpha * share)
    if (showsValues) this.#values(box, path, x, y, w, h, alpha * fadedIn(side, BEGINS.values))
    this.#context.globalAlpha = alpha
    this.#label(box, x, y, w, h)
  }

  #label(box: BoxItem, x: number, y: number, w: number, h: number): void {
    const { inks } = this.#look
    const side = Math.max(w, h)
    if (box.members !== '' && side > 60) this.#words(`[${box.members}]`, x + w - 4, y + 9, 11, inks.faint, 'right')
    const name = box.versions.length > 1 ? `${box.name} · ${box.versions[0] ?? ''}` : box.name
    if (side > BEGINS.ports) this.#words(name, x + w / 2, y + h + 10, 12, inks.ink, 'center', 600)
  }

  /** The sheets and the icon of a small box, from a face that all boxes of its look and size share. */
  #copied(box: BoxItem, x: number, y: number, w: number, h: number): void {
    const key = [box.type, box.members === '', box.versions.length > 1, box.is_loop, w.toFixed(2), h.toFixed(2)].join()
    let face = this.#faces.get(key)
    if (face === undefined) {
      face = this.#face(box, w, h)
      this.#faces.set(key, face)
    }
    const at = (place: number): number => Math.round((place - AROUND) * this.#ratio) / this.#ratio
    this.#context.drawImage(face, at(x), at(y), face.width / this.#ratio, face.height / this.#ratio)
  }

  #face(box: BoxItem, w: number, h: number): HTMLCanvasElement {
    const canvas = document.createElement('canvas')
    canvas.width = Math.ceil((w + 2 * AROUND) * this.#ratio)
    canvas.height = Math.ceil((h + 2 * AROUND) * this.#ratio)
    const context = canvas.getContext('2d')
    if (context === null) return canvas
    const own = new Drawing(context, this.#scene, this.#camera, this.#screen, this.#look, this.#ratio)
    context.setTransform(this.#ratio, 0, 0, this.#ratio, 0, 0)
    own.#sheets(box, AROUND, AROUND, w, h)
    const icon = this.#scene.iconOf.get(box.type)
    if (icon !== undefined) own.#icon(icon, AROUND, AROUND, w, h, 0.8)
    return canvas
  }

  #icon(icon: Lines, x: number, y: number, w: number, h: number, share: number): void {
    const scale = (share * Math.min(w, h, 2 * ICON_SIDE)) / ICON_SIDE
    const left = x + (w - ICON_SIDE * scale) / 2
    const top = y + (h - ICON_SIDE * scale) / 2
    for (const line of icon) {
      this.#line(
        line.map((number, i) => (i % 2 === 0 ? left : top) + scale * number),
        this.#look.inks.ink,
        Math.max(0.8, 1.6 * scale),
      )
    }
  }

  #portNames(box: BoxItem, x: number, y: number, w: number, h: number, alpha: number): void {
    const { inks } = this.#look
    this.#context.globalAlpha = alpha
    for (const port of box.ports) {
      const py = y + ((port.y - box.y) / box.height) * h
      const isLeft = port.side === 'left'
      this.#words(port.name, isLeft ? x + 7 : x + w - 7, py, 11, inks.faint, isLeft ? 'left' : 'right')
    }
  }

  /** The present value at each terminal of a signal, and the curve of the first output. */
  #values(box: BoxItem, path: readonly string[], x: number, y: number, w: number, h: number, alpha: number): void {
    const { inks } = this.#look
    this.#context.globalAlpha = alpha
    this.wanted.push(path.join('\n'))
    let curve: Float64Array | null = null
    for (const port of box.ports) {
      if (port.kind_of_port === 'terminal' || port.kind_of_port === 'event') continue
      const reading = this.#look.reading(path, port.name)
      if (reading === null) continue
      const py = y + ((port.y - box.y) / box.height) * h + 12
      const isLeft = port.side === 'left'
      this.#words(reading.text, isLeft ? x + 7 : x + w - 7, py, 11, inks.ink, isLeft ? 'left' : 'right', 400, inks.mono)
      if (!isLeft) curve ??= reading.curve
    }
    if (curve !== null) this.#curve(curve, x + w * 0.3, y + h * 0.62, w * 0.4, h * 0.28)
  }

  #curve(curve: Float64Array, x: number, y: number, w: number, h: number): void {
    let [low, high] = [Infinity, -Infinity]
    for (const value of curve) {
      if (value < low) low = value
      if (value > high) high = value
    }
    if (!(high > low)) return
    const { inks } = this.#look
    this.#rectangle(x, y, w, h, inks.grid, inks.grid)
    const points: number[] = []
    curve.forEach((value, i) => {
      points.push(x + (w * i) / (curve.length - 1), y + h - ((value - low) / (high - low)) * h)
    })
    this.#line(points, inks.curves[0] ?? inks.ink, 1.5)
  }

  /** Purpose and equations, as large as fits. */
  #equations(diagram: DiagramItem, x: number, y: number, w: number, h: number): void {
    const { inks } = this.#look
    const wide = Math.max(120, ...diagram.equations.map((formula) => formula.width)) + 90
    const high = diagram.equations.reduce((sum, formula) => sum + formula.up + formula.down + 6, 40)
    const scale = Math.min(2, w / wide, h / high)
    if (scale < 0.25) return
    let top = y + 14 * scale
    if (diagram.purpose !== '') {
      this.#words(diagram.purpose, x + 45 * scale, top, Math.max(9, 11 * scale), inks.faint, 'left')
      top += 14 * scale
    }
    for (const formula of diagram.equations) {
      this.#formula(formula, x + 45 * scale, top + formula.up * scale, scale)
      top += (formula.up + formula.down + 6) * scale
    }
  }

  #formula(formula: FormulaItem, x: number, y: number, scale: number): void {
    const { inks } = this.#look
    for (const { words, x: dx, y: dy, size, lettering } of formula.letters) {
      const family = lettering === 'mono' ? inks.mono : lettering === 'plain' ? inks.sans : inks.serif
      this.#context.font = `${lettering === 'italic' ? 'italic ' : ''}${size * scale}px ${family}`
      this.#context.fillStyle = inks.ink
      this.#context.textAlign = 'left'
      this.#context.textBaseline = 'middle'
      this.#context.fillText(words, x + dx * scale, y + dy * scale)
    }
    for (let i = 0; i + 2 < formula.rules.length; i += 3) {
      const [x1 = 0, x2 = 0, dy = 0] = formula.rules.slice(i, i + 3)
      this.#line([x + x1 * scale, y + dy * scale, x + x2 * scale, y + dy * scale], inks.ink, 0.9 * scale)
    }
  }

  #ports(box: BoxItem, inside: Inside, side: number): void {
    if (side < BEGINS.ports || box.kind_of_box !== 'part') return
    for (const port of box.ports) this.#port(port, inside)
  }

  #frame(inside: Inside, pixel: number): void {
    const { diagram } = inside
    if (diagram.ports.length === 0) return
    const { inks } = this.#look
    const [x, y] = toScreen(this.#camera, inside.x0, inside.y0)
    this.#context.strokeStyle = inks.quiet
    this.#context.lineWidth = 1
    this.#context.strokeRect(x, y, diagram.width * pixel, diagram.height * pixel)
    for (const port of diagram.ports) {
      this.#port(port, inside)
      const [px, py] = toScreen(this.#camera, inside.x0 + inside.scale * port.x, inside.y0 + inside.scale * port.y)
      const isLeft = port.side === 'left'
      this.#words(port.name, px + (isLeft ? 7 : -7), py - 8, 11, inks.faint, isLeft ? 'left' : 'right')
    }
  }

  #port(port: PortItem, inside: Inside): void {
    const [x, y] = toScreen(this.#camera, inside.x0 + inside.scale * port.x, inside.y0 + inside.scale * port.y)
    drawPort(this.#context, port, x, y, this.#look.inks)
  }

  #selection(x: number, y: number, w: number, h: number): void {
    const context = this.#context
    context.strokeStyle = this.#look.inks.accent
    context.lineWidth = 2
    context.strokeRect(x - 4, y - 4, w + 8, h + 8)
    context.fillStyle = this.#look.inks.raised
    for (const [cx, cy] of [
      [x - 4, y - 4],
      [x + w + 4, y - 4],
      [x - 4, y + h + 4],
      [x + w + 4, y + h + 4],
    ] as const) {
      context.fillRect(cx - 3, cy - 3, 6, 6)
      context.strokeRect(cx - 3, cy - 3, 6, 6)
    }
  }

  #rectangle(x: number, y: number, w: number, h: number, fill: string, edge: string): void {
    const context = this.#context
    context.fillStyle = fill
    context.strokeStyle = edge
    context.lineWidth = 1.25
    context.fillRect(x, y, w, h)
    context.strokeRect(x, y, w, h)
  }

  #line(points: readonly number[], colour: string, width: number): void {
    const context = this.#context
    context.strokeStyle = colour
    context.lineWidth = width
    context.lineJoin = 'round'
    context.beginPath()
    for (let i = 0; i + 1 < points.length; i += 2) {
      if (i === 0) context.moveTo(points[i] ?? 0, points[i + 1] ?? 0)
      else context.lineTo(points[i] ?? 0, points[i + 1] ?? 0)
    }
    context.stroke()
  }

  #clipped(words: string, x: number, y: number, size: number, width: number, family: string): void {
    this.#context.font = `${size}px ${family}`
    this.#context.fillStyle = this.#look.inks.ink
    this.#context.textAlign = 'center'
    this.#context.textBaseline = 'middle'
    this.#context.fillText(words, x, y, Math.max(1, width))
  }

  #words(
    words: string,
    x: number,
    y: number,
    size: number,
    colour: string,
    align: CanvasTextAlign,
    weight = 400,
    family = this.#look.inks.sans,
  ): void {
    const context = this.#context
    context.font = `${weight} ${size}px ${family}`
    context.fillStyle = colour
    context.textAlign = align
    context.textBaseline = 'middle'
    context.fillText(words, x, y)
  }
}
