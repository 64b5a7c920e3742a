/** What is done in a picture -> the line that it means; places on the page -> places in the picture. */
import { at, holds, type Control, type Moment, type Scene } from './scene'

export interface Point {
  readonly x: number
  readonly y: number
}

export type Request = Scene['requests'][number]
type Menu = Scene['menus'][number]

/** The windows that can be seen at a place of the page, from the front: one that was created hides those behind it. */
export function windowsAt(scene: Scene, { x, y }: Point): readonly number[] {
  const found: number[] = []
  for (const window of [...scene.order].reverse()) {
    const [left, top, right, bottom] = scene.frames[window]?.box ?? [0, 0, scene.width, scene.height]
    if (x < left || x > right || y < top || y > bottom) continue
    found.push(window)
    if (window > 0) break
  }
  return found
}

/** A place on the page in the coordinates of a window. */
export function inPicture(scene: Scene, window: number, { x, y }: Point): Point {
  const frame = scene.frames[window] ?? scene.frames[0]
  if (frame === undefined) return { x, y }
  const [left, top, right, bottom] = frame.box
  const [lowX, lowY, highX, highY] = frame.limits
  const scale = Math.min((right - left) / (highX - lowX), (bottom - top) / (highY - lowY))
  return {
    x: (lowX + highX) / 2 + (x - (left + right) / 2) / scale,
    y: (lowY + highY) / 2 - (y - (top + bottom) / 2) / scale,
  }
}

/** The line of a click on what has these markers, the innermost first; null if none of them asks for one. */
export function pickLine(scene: Scene, markers: readonly string[]): string | null {
  for (const marker of markers) {
    const request = scene.requests.find((each) => each.request === 'pick' && each.subject === marker)
    if (request !== undefined) return request.line.replaceAll('$MARKER', () => marker)
  }
  return null
}

const asked = (scene: Scene, place: Point, moment: Moment, ...kinds: Request['request'][]): readonly Request[] => {
  const here = scene.requests.filter((each) => kinds.includes(each.request) && holds(each.visible, moment))
  const window = windowsAt(scene, place).find((number) => here.some((each) => each.window === number))
  return here.filter((each) => each.window === window)
}

/** The segments that a click at a place can put there. */
export const placings = (scene: Scene, place: Point, moment: Moment): readonly Request[] =>
  asked(scene, place, moment, 'shape')

/** The lines and rectangles that can begin at a place. */
export const rubberBands = (scene: Scene, place: Point, moment: Moment): readonly Request[] =>
  asked(scene, place, moment, 'line', 'rectangle')

/** The line of a rubber band from one place of the page to another; a rectangle has its lower left corner first. */
export function bandLine(scene: Scene, request: Request, from: Point, to: Point): string {
  const [one, other] = [inPicture(scene, request.window, from), inPicture(scene, request.window, to)]
  const isBox = request.request === 'rectangle'
  const [x1, x2] = isBox ? [Math.min(one.x, other.x), Math.max(one.x, other.x)] : [one.x, other.x]
  const [y1, y2] = isBox ? [Math.min(one.y, other.y), Math.max(one.y, other.y)] : [one.y, other.y]
  return filled(request.line, { $X1: x1, $Y1: y1, $X2: x2, $Y2: y2 })
}

export function placeLine(scene: Scene, request: Request, place: Point): string {
  const { x, y } = inPicture(scene, request.window, place)
  return filled(request.line, { $X: x, $Y: y })
}

function filled(line: string, numbers: Readonly<Record<string, number>>): string {
  return Object.entries(numbers).reduce((text, [name, value]) => text.replaceAll(name, () => shown(value)), line)
}

const shown = (value: number): string => String(Number(value.toPrecision(6)))

/** The menu of what has these markers, or that of the whole picture. */
export const menuOf = (scene: Scene, markers: readonly string[]): Menu | undefined =>
  scene.menus.find((menu) => menu.markers.some((marker) => markers.includes(marker))) ??
  scene.menus.find((menu) => menu.is_main)

/** The control that can be seen at a place. */
export function controlAt(scene: Scene, place: Point, moment: Moment): Control | undefined {
  const windows = windowsAt(scene, place)
  return scene.controls.findLast(({ box: [left, top, right, bottom], window, visible }) => {
    const isInside = place.x >= left && place.x <= right && place.y >= top && place.y <= bottom
    return isInside && windows.includes(window) && holds(visible, moment)
  })
}

/** The line of a field with what was typed in it. */
export const textLine = (request: Request, typed: string): string => request.line.replaceAll('$TEXT', () => typed)

/** What a control would be set to by the pointer at a place. */
export function valueAt(control: Control, place: Point, moment: Moment): number {
  const { low, high } = control
  const [left, top, right, bottom] = control.box
  switch (control.kind) {
    case 'switch':
      return at(control.value, moment) === high ? low : high
    case 'slider': {
      const margin = Math.min(right - left, bottom - top) / 2
      const isAcross = right - left >= bottom - top
      const [from, length] = isAcross ? [left + margin, right - left] : [top + margin, bottom - top]
      const share = ((isAcross ? place.x : place.y) - from) / (length - 2 * margin)
      return between(low, high, isAcross ? share : 1 - share)
    }
    case 'knob': {
      const angle = Math.atan2((top + bottom) / 2 - place.y, place.x - (left + right) / 2)
      const turned = (5 * Math.PI) / 4 - angle
      const share = ((turned + 2 * Math.PI) % (2 * Math.PI)) / (1.5 * Math.PI)
      return between(low, high, share > 7 / 6 ? 0 : share)
    }
    default:
      return control satisfies never
  }
}

/** Three digits more than the range needs. */
function between(low: number, high: number, share: number): number {
  const value = low + Math.min(1, Math.max(0, share)) * (high - low)
  const digits = Math.max(0, 3 - Math.floor(Math.log10(Math.abs(high - low) || 1)))
  return Number(value.toFixed(Math.min(12, digits)))
}

export const parameterLine = (control: Control, value: number): string => `PAR ${control.parameter}: ${value}`
