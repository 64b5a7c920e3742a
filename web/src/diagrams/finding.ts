/** A point on the screen -> the innermost open box, port or frame there. */
import { toScreen, type Camera } from './camera'
import type { End } from './joining'
import type { NetItem, PortItem } from '../protocol/messages'
import { BEGINS, levelOf } from './levels'
import { insideOf, placeOf, whole, type Found, type Inside, type Scene } from './scene'

export interface Hit {
  /** The diagram that the point is in. */
  readonly inside: Inside
  readonly found: Found | null
  readonly end: End | null
}

const REACH = 9
const REACH_OF_BOX = 6

export function hitAt(scene: Scene, camera: Camera, x: number, y: number): Hit {
  let inside = whole(scene)
  for (;;) {
    const end = endAt(inside, camera, x, y)
    const box = inside.diagram.boxes.find((each) => {
      const place = placeOf(inside, each)
      const [left, top] = toScreen(camera, place.x, place.y)
      return x >= left && y >= top && x <= left + place.width * camera.scale && y <= top + place.height * camera.scale
    })
    if (end !== null || box === undefined) {
      const owner = end === null ? undefined : inside.diagram.boxes.find((each) => each.name === end.box)
      return { inside, found: owner === undefined ? null : { inside, box: owner }, end }
    }
    const place = placeOf(inside, box)
    const below =
      levelOf(Math.max(place.width, place.height) * camera.scale) === 'open' ? insideOf(scene, inside, box) : null
    if (below === null) return { inside, found: { inside, box }, end: null }
    const deeper = hitIn(below, camera, x, y)
    if (!deeper) return { inside, found: { inside, box }, end: null }
    inside = below
  }
}

/** Whether a point is at a box or a port of a diagram, rather than at its ground. */
function hitIn(inside: Inside, camera: Camera, x: number, y: number): boolean {
  if (endAt(inside, camera, x, y) !== null) return true
  return inside.diagram.boxes.some((each) => {
    const place = placeOf(inside, each)
    const [left, top] = toScreen(camera, place.x, place.y)
    return x >= left && y >= top && x <= left + place.width * camera.scale && y <= top + place.height * camera.scale
  })
}

/** The nearest port within reach; the ports of small boxes cannot be told apart. */
function endAt(inside: Inside, camera: Camera, x: number, y: number): End | null {
  let [best, least]: [End | null, number] = [null, REACH]
  const look = (box: string, ports: readonly PortItem[], reach: number): void => {
    for (const port of ports) {
      const [sx, sy] = toScreen(camera, inside.x0 + inside.scale * port.x, inside.y0 + inside.scale * port.y)
      const distance = Math.hypot(sx - x, sy - y)
      if (distance <= Math.min(least, reach)) [best, least] = [{ box, port }, distance]
    }
  }
  for (const box of inside.diagram.boxes) {
    const side = Math.max(box.width, box.height) * inside.scale * camera.scale
    if (side >= BEGINS.ports) look(box.name, box.ports, side / REACH_OF_BOX)
  }
  if (inside.path.length === 0) look('', inside.diagram.ports, REACH)
  return best
}

const REACH_OF_WIRE = 5

/** The wire at a point of the screen; null if there is none. */
export function netAt(inside: Inside, camera: Camera, x: number, y: number): NetItem | null {
  let [best, least]: [NetItem | null, number] = [null, REACH_OF_WIRE]
  const pixel = inside.scale * camera.scale
  const [x0, y0] = toScreen(camera, inside.x0, inside.y0)
  for (const net of inside.diagram.nets) {
    const { segments } = net
    for (let i = 0; i + 3 < segments.length; i += 4) {
      const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = segments.slice(i, i + 4)
      const across = Math.max(x0 + x1 * pixel - x, x - x0 - x2 * pixel, 0)
      const down = Math.max(y0 + y1 * pixel - y, y - y0 - y2 * pixel, 0)
      const distance = Math.hypot(across, down)
      if (distance < least) [best, least] = [net, distance]
    }
  }
  return best
}

export interface Band {
  readonly x0: number
  readonly y0: number
  readonly x: number
  readonly y: number
}

/** The boxes of the model that lie in a rectangle of the screen, as keys. */
export function inRectangle(scene: Scene, camera: Camera, { x0, y0, x, y }: Band): readonly string[] {
  const [left, right] = [Math.min(x0, x), Math.max(x0, x)]
  const [top, bottom] = [Math.min(y0, y), Math.max(y0, y)]
  return scene.top.boxes
    .filter((box) => {
      const [bx, by] = toScreen(camera, box.x, box.y)
      const [w, h] = [box.width * camera.scale, box.height * camera.scale]
      return bx >= left && by >= top && bx + w <= right && by + h <= bottom
    })
    .map((box) => box.name)
}

/** The box that an arrow key leads to: along a wire if there is one that way, else the nearest. */
export function neighbour({ inside, box }: Found, key: string): Found | null {
  const along = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] }[key]
  if (along === undefined) return null
  const [dx = 0, dy = 0] = along
  const joined = new Set<string>()
  for (const net of inside.diagram.nets) {
    const boxes = net.ends.map((end) => end.split('\n')[0] ?? '')
    if (boxes.includes(box.name)) for (const each of boxes) joined.add(each)
  }
  let best: Found | null = null
  let least = Infinity
  for (const other of inside.diagram.boxes) {
    const across = other.x + other.width / 2 - box.x - box.width / 2
    const down = other.y + other.height / 2 - box.y - box.height / 2
    const ahead = across * dx + down * dy
    if (other === box || ahead <= 0) continue
    const cost = (ahead + 2 * Math.abs(across * dy + down * dx)) * (joined.has(other.name) ? 1 : 4)
    if (cost < least) {
      least = cost
      best = { inside, box: other }
    }
  }
  return best
}
