/** Scene and camera -> a canvas: what a box shows depends on its size on the screen only. */
import type { BoxItem, DiagramItem, PortItem } from '../protocol/messages'
import { toScreen, type Camera, type Size } from './camera'
import { drawDots, largestSide, LEAST_PIXELS, sheetOf } from './dots'
import { drawEquations, leavesRoom } from './equations'
import {
  drawBars,
  drawCurve,
  drawIcon,
  Names,
  showsNames,
  showsValues,
  type Bars,
  type Place,
  type Reading,
} from './faces'
import { drawGrid } from './grid'
import { changed, numbered, type Inks } from './inks'
import { BEGINS, facing, fadedIn, levelOf, opening } from './levels'
import { Pencil } from './pencil'
import { drawPort } from './ports'
import { diagramIn, insideOf, placeOf, whole, type Inside, type Scene } from './scene'
import { stubsOf } from './stubs'
import { drawWires } from './wires'

export interface Look {
  readonly inks: Inks
  readonly selected: ReadonlySet<string>
  readonly reading: (path: readonly string[], variable: string) => Reading | null
  /** What an array shows of its members. */
  readonly bars: (path: readonly string[]) => Bars | null
  /** `1..9` for an array. */
  readonly members: (path: readonly string[], box: BoxItem) => string
}

/** A box that is large enough for controls of the page in it. */
export interface Sheet extends Place {
  readonly path: readonly string[]
  readonly diagram: DiagramItem
  readonly isArray: boolean
  readonly showsParameters: boolean
  /** Where the names of the terminals leave room, if they are shown. */
  readonly between: Place | null
}

/** With more boxes of few types, their faces are drawn once and copied. */
const MANY = 300
/** Smaller letters cannot be read. */
const LEAST_LETTERS = 7
/** Room around a face, for its edge and the sheets behind it. */
const AROUND = 10

export class Drawing {
  /** How many boxes were drawn. */
  count = 0
  /** Boxes that show values: their variables are worth asking for. */
  readonly wanted: string[] = []
  readonly sheets: Sheet[] = []
  readonly #context: CanvasRenderingContext2D
  readonly #pencil: Pencil
  readonly #scene: Scene
  readonly #camera: Camera
  readonly #screen: Size
  readonly #look: Look
  readonly #ratio: number
  readonly #faces = new Map<string, HTMLCanvasElement>()

  constructor(context: CanvasRenderingContext2D, scene: Scene, camera: Camera, screen: Size, look: Look, ratio = 1) {
    this.#context = context
    this.#pencil = new Pencil(context, look.inks)
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
    if (this.#scene.top.boxes.length === 0) {
      this.#lone(all)
      return
    }
    if (this.#scene.top.is_own) drawGrid(context, this.#camera, this.#screen, this.#look.inks, this.#ratio)
    this.#inside(all, 1)
  }

  /** A model without parts: its equations. */
  #lone(inside: Inside): void {
    const place = this.#placeOf(inside, { x: 0, y: 0, width: inside.diagram.width, height: inside.diagram.height })
    this.#pencil.rectangle(place.x, place.y, place.w, place.h, this.#look.inks.raised, this.#look.inks.edge)
    drawEquations(this.#pencil, inside.diagram, place)
    this.#sheet(place, [], inside.diagram, false)
  }

  #placeOf(inside: Inside, box: { x: number; y: number; width: number; height: number }): Place {
    const { x, y, width, height } = placeOf(inside, box)
    const [left, top] = toScreen(this.#camera, x, y)
    return { x: left, y: top, w: width * this.#camera.scale, h: height * this.#camera.scale }
  }

  #sheet(
    place: Place,
    path: readonly string[],
    diagram: DiagramItem,
    isArray: boolean,
    between: Place | null = null,
  ): void {
    const side = Math.max(place.w, place.h)
    const showsParameters = side >= BEGINS.parameters && diagram.boxes.length === 0 && diagram.parameters.length > 0
    if (showsParameters || isArray) this.sheets.push({ ...place, path, diagram, isArray, showsParameters, between })
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
      else this.#box(inside, box, { x, y, w, h }, alpha)
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

  #box(inside: Inside, box: BoxItem, place: Place, alpha: number): void {
    const { x, y, w, h } = place
    const side = Math.max(w, h)
    const path = [...inside.path, box.name]
    this.#context.globalAlpha = alpha
    const isChosen = this.#look.selected.has(path.join('\n'))
    if (inside.diagram.boxes.length > MANY && box.kind_of_box === 'part' && side < BEGINS.terminals) {
      this.#copied(box, x, y, w, h)
      if (isChosen) this.#selection(x, y, w, h)
      this.#label(box, path, place)
    } else {
      this.#sheets(box, x, y, w, h)
      if (isChosen) this.#selection(x, y, w, h)
      this.#opened(inside, box, path, place, alpha)
    }
    this.#context.globalAlpha = alpha
    this.#ports(box, inside, side)
  }

  /** The face of a box goes before what is in it comes: their words would cover each other. */
  #opened(inside: Inside, box: BoxItem, path: readonly string[], place: Place, alpha: number): void {
    const side = Math.max(place.w, place.h)
    const below = side >= BEGINS.open ? insideOf(this.#scene, inside, box) : null
    const diagram = side >= BEGINS.equations ? diagramIn(this.#scene, box) : undefined
    const share = below !== null || diagram !== undefined ? fadedIn(side, BEGINS.open) : 0
    if (facing(share) > 0) this.#closed(box, path, place, alpha * facing(share))
    if (opening(share) === 0) return
    const shown = alpha * opening(share)
    this.#context.globalAlpha = shown
    this.#heading(box, path, place)
    if (below !== null) {
      this.#stubs(inside, box, below, shown)
      this.#inside(below, shown)
      this.#context.globalAlpha = shown
      this.#frameNames(below)
    }
    const between = below === null && diagram !== undefined ? this.#equations(box, diagram, place) : null
    const known = diagramIn(this.#scene, box)
    if (known !== undefined) this.#sheet(place, path, known, box.members !== '', between)
  }

  /** Between the names of the terminals, if these leave room; where that is. */
  #equations(box: BoxItem, diagram: DiagramItem, place: Place): Place | null {
    const names = box.ports.length > 0 && showsNames(box, place) ? new Names(this.#pencil, box, place) : null
    const between = names !== null && leavesRoom(diagram, place, names.middle) ? names.middle : null
    if (between !== null) names?.draw()
    drawEquations(this.#pencil, diagram, place, between)
    return between
  }

  /** Above an open box, and above the sheets behind it. */
  #heading(box: BoxItem, path: readonly string[], { x, y, w }: Place): void {
    const { inks } = this.#look
    const behind = box.members === '' ? (box.versions.length > 1 ? 4 : 0) : 8
    const top = y - behind - 14
    const name = box.versions.length > 1 ? `${box.name} · ${box.versions[0] ?? ''}` : box.name
    const bold = { size: 12, colour: inks.ink, weight: 600 }
    this.#pencil.words(name, x, top, bold)
    const members = box.members === '' ? '' : ` [${this.#look.members(path, box)}]`
    const left = this.#pencil.widthOf(name, bold) + 16
    if (w > left)
      this.#pencil.shortened(box.type + members, x + w, top, w - left, { size: 11, colour: inks.faint, align: 'right' })
  }

  /** The wires of a box go on to the diagram in it. */
  #stubs(inside: Inside, box: BoxItem, below: Inside, alpha: number): void {
    this.#context.globalAlpha = alpha
    for (const { port, points } of stubsOf(inside, box, below)) {
      const placed = points.map(
        (number, i) => toScreen(this.#camera, i % 2 === 0 ? number : 0, i % 2 === 0 ? 0 : number)[i % 2] ?? 0,
      )
      const { inks } = this.#look
      const isTerminal = port.kind_of_port === 'terminal'
      this.#pencil.line(placed, isTerminal ? numbered(inks, port.colour) : inks.edge, isTerminal ? 2.4 : 1.25)
    }
  }

  /** The ground of a box; a stack of three for an array, a folded corner for versions. */
  #sheets(box: BoxItem, x: number, y: number, w: number, h: number): void {
    const { inks } = this.#look
    const shift = Math.min(4, w / 24)
    const sheets = box.members === '' ? (box.versions.length > 1 ? 1 : 0) : 2
    const mark = changed(inks, box.change)
    const edge = mark ?? (box.is_loop ? inks.bad : box.kind_of_box === 'part' ? inks.edge : inks.quiet)
    for (let sheet = sheets; sheet >= 0; sheet--)
      this.#pencil.rectangle(x + sheet * shift, y - sheet * shift, w, h, inks.raised, edge, mark === null ? 1.25 : 2.5)
    if (box.versions.length > 1) this.#pencil.line([x + w - 10, y, x + w - 10, y + 10, x + w, y + 10], inks.edge, 1)
  }

  #closed(box: BoxItem, path: readonly string[], place: Place, alpha: number): void {
    const { inks } = this.#look
    const { x, y, w, h } = place
    const side = Math.max(w, h)
    this.#context.globalAlpha = alpha
    if (box.kind_of_box !== 'part') {
      const size = Math.min(11, h * 0.6)
      if (h > 9)
        this.#pencil.shortened(box.text, x + w / 2, y + h / 2, w - 6, {
          size,
          colour: inks.ink,
          align: 'center',
          family: inks.mono,
        })
      return
    }
    const hasNames = side >= BEGINS.terminals && showsNames(box, place)
    const names = hasNames ? new Names(this.#pencil, box, place) : null
    const middle = names?.middle ?? place
    const isReading = side >= BEGINS.values
    const icon = this.#scene.iconOf.get(box.type)
    const upper = isReading ? { ...middle, h: 0.5 * h } : middle
    if (icon !== undefined) drawIcon(this.#pencil, icon, upper, 0.8)
    if (names !== null) {
      this.#context.globalAlpha = alpha * fadedIn(side, BEGINS.terminals)
      names.draw()
    }
    if (isReading) this.#values(box, path, place, names, alpha * fadedIn(side, BEGINS.values))
    this.#context.globalAlpha = alpha
    this.#label(box, path, place)
  }

  #label(box: BoxItem, path: readonly string[], { x, y, w, h }: Place): void {
    const { inks } = this.#look
    const below = this.#look.selected.has(path.join('\n')) ? 15 : 10
    const side = Math.max(w, h)
    if (side <= BEGINS.ports) return
    const name = box.versions.length > 1 ? `${box.name} · ${box.versions[0] ?? ''}` : box.name
    const members = box.members === '' ? '' : ` [${this.#look.members(path, box)}]`
    this.#pencil.words(name + members, x + w / 2, y + h + below, {
      size: 12,
      colour: inks.ink,
      align: 'center',
      weight: 600,
    })
  }

  /** The present value at each terminal of a signal; the curve of the first output, or the members of an array. */
  #values(box: BoxItem, path: readonly string[], place: Place, names: Names | null, alpha: number): void {
    this.#context.globalAlpha = alpha
    this.wanted.push(path.join('\n'))
    const hasRoom = names !== null && showsValues(box, place)
    let curve: Float64Array | null = null
    for (const port of box.ports) {
      if (port.kind_of_port === 'terminal' || port.kind_of_port === 'event') continue
      const reading = this.#look.reading(path, port.name)
      if (reading === null) continue
      if (hasRoom) names.drawValue(port, reading.text)
      if (port.side === 'right') curve ??= reading.curve
    }
    const middle = names?.middle ?? place
    const lower = { x: middle.x + 4, y: place.y + 0.56 * place.h, w: middle.w - 8, h: 0.36 * place.h }
    const bars = box.members === '' ? null : this.#look.bars(path)
    if (bars !== null) drawBars(this.#pencil, bars, lower)
    else if (curve !== null) drawCurve(this.#pencil, curve, lower)
  }

  /** The sheets and the icon of a small box, from a face that all boxes of its look and size share. */
  #copied(box: BoxItem, x: number, y: number, w: number, h: number): void {
    const look = [box.members === '', box.versions.length > 1, box.is_loop, box.change]
    const key = [box.type, ...look, w.toFixed(2), h.toFixed(2)].join()
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
    if (icon !== undefined) drawIcon(own.#pencil, icon, { x: AROUND, y: AROUND, w, h }, 0.8)
    return canvas
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
    for (const port of diagram.ports) this.#port(port, inside)
    this.#frameNames(inside)
  }

  /** Above the wires of its ports, where the layout has left room; in smaller letters if they are small. */
  #frameNames(inside: Inside): void {
    const pixel = inside.scale * this.#camera.scale
    const size = Math.min(11, 11 * pixel)
    if (size < LEAST_LETTERS) return
    for (const port of inside.diagram.ports) {
      const [px, py] = toScreen(this.#camera, inside.x0 + inside.scale * port.x, inside.y0 + inside.scale * port.y)
      const isLeft = port.side === 'left'
      const style = { size, colour: this.#look.inks.faint, align: isLeft ? 'left' : 'right' } as const
      this.#pencil.words(port.name, px + (isLeft ? 7 : -7), py - 0.73 * size, style)
    }
  }

  #port(port: PortItem, inside: Inside): void {
    const [x, y] = toScreen(this.#camera, inside.x0 + inside.scale * port.x, inside.y0 + inside.scale * port.y)
    drawPort(this.#context, port, x, y, this.#look.inks)
  }

  #selection(x: number, y: number, w: number, h: number): void {
    const { accent, raised } = this.#look.inks
    this.#context.strokeStyle = accent
    this.#context.lineWidth = 2
    this.#context.strokeRect(x - 4, y - 4, w + 8, h + 8)
    for (const cx of [x - 4, x + w + 4])
      for (const cy of [y - 4, y + h + 4]) this.#pencil.rectangle(cx - 3, cy - 3, 6, 6, raised, accent, 2)
  }
}
