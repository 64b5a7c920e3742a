/** Bodies of a scene -> canvas, the farthest face first; by the rules of `graphics/scenes/space.py`. */
import { paint, shaded, type Theme } from './colours'
import { at, holds, momentAt, type Moment, type Scene, type ShapeOf } from './scene'

/** Where the user has moved the camera; angles in radians. */
export interface View {
  readonly azimuth: number
  readonly elevation: number
  readonly distance: number
  readonly target: readonly [number, number, number]
}
export type Vector = readonly [number, number, number]

const FIELD_OF_VIEW = (40 * Math.PI) / 180
const NEAREST = 0.02
const DARKEST = 0.5
const LIGHT_FROM = unit([0.35, -0.6, 0.85])

export function viewOf(scene: Scene, moment: Moment): View {
  const { azimuth, elevation, distance, target } = scene.camera
  const [x, y, z] = target
  return {
    azimuth: at(azimuth, moment),
    elevation: at(elevation, moment),
    distance: at(distance, moment),
    target: [at(x, moment), at(y, moment), at(z, moment)],
  }
}

/** Rows of the matrix from space to what the camera sees: right, up, back. */
export function viewRows({ azimuth, elevation }: View): readonly [Vector, Vector, Vector] {
  const [ca, sa, ce, se] = [Math.cos(azimuth), Math.sin(azimuth), Math.cos(elevation), Math.sin(elevation)]
  return [
    [-sa, ca, 0],
    [-se * ca, -se * sa, ce],
    [ce * ca, ce * sa, se],
  ]
}

interface Placed {
  readonly x: number
  readonly y: number
  readonly distance: number
}

function projection(scene: Scene, view: View): (point: Vector) => Placed {
  const [right, up, back] = viewRows(view)
  const focus = scene.height / 2 / Math.tan(FIELD_OF_VIEW / 2)
  return (point) => {
    const from: Vector = [point[0] - view.target[0], point[1] - view.target[1], point[2] - view.target[2]]
    const distance = view.distance - dot(back, from)
    const safe = Math.max(distance, NEAREST * view.distance)
    return {
      x: scene.width / 2 + (focus * dot(right, from)) / safe,
      y: scene.height / 2 - (focus * dot(up, from)) / safe,
      distance,
    }
  }
}

interface Face {
  readonly corners: readonly Placed[]
  readonly distance: number
  readonly colour: string
}

export function drawSpace(
  context: CanvasRenderingContext2D,
  scene: Scene,
  time: number,
  view: View,
  theme: Theme,
): void {
  const moment = momentAt(scene.times, time)
  const project = projection(scene, view)
  const nearest = NEAREST * view.distance
  drawFloor(context, scene, project, nearest, theme)
  const faces = scene.shapes.flatMap((shape) =>
    shape.kind === 'body' && holds(shape.look.visible, moment) ? facesOf(scene, shape, moment, project, theme) : [],
  )
  const seen = faces.filter((face) => isFront(face.corners) && face.corners.every((c) => c.distance > nearest))
  for (const face of seen.sort((one, other) => other.distance - one.distance)) {
    context.beginPath()
    for (const corner of face.corners) context.lineTo(corner.x, corner.y)
    context.closePath()
    context.fillStyle = context.strokeStyle = face.colour
    context.lineWidth = 0.6
    context.fill()
    context.stroke()
  }
  for (const shape of scene.shapes) if (shape.kind === 'track') drawTrack(context, shape, moment, project, theme)
}

function facesOf(
  scene: Scene,
  body: ShapeOf<'body'>,
  moment: Moment,
  project: (point: Vector) => Placed,
  theme: Theme,
): Face[] {
  const mesh = scene.meshes[body.mesh]
  if (mesh === undefined) return []
  const m = matrixAt(body, moment)
  const points: Vector[] = []
  for (let i = 0; i < mesh.vertices.length; i += 3)
    points.push(moved(m, mesh.vertices[i] ?? 0, mesh.vertices[i + 1] ?? 0, mesh.vertices[i + 2] ?? 0))
  const placed = points.map(project)
  const colour = paint(holds(body.look.highlight, moment) ? 'accent' : body.colour, moment, theme)
  return mesh.faces.map((numbers) => {
    const [a, b, c] = [0, 1, 2].map((i) => points[numbers[i] ?? 0] ?? [0, 0, 0]) as [Vector, Vector, Vector]
    const normal = unit(cross(minus(b, a), minus(c, a)))
    const light = DARKEST + (1.08 - DARKEST) * Math.max(0, dot(normal, LIGHT_FROM))
    const corners = numbers.map((number) => placed[number] ?? { x: 0, y: 0, distance: -1 })
    const distance = corners.reduce((sum, corner) => sum + corner.distance, 0) / corners.length
    return { corners, distance, colour: shaded(colour, light) }
  })
}

/** Sixteen numbers, row by row. */
export function matrixAt(body: ShapeOf<'body'>, moment: Moment): readonly number[] {
  return Array.from({ length: 16 }, (_, i) => at(body.matrix, moment, i, 16))
}

function moved(m: readonly number[], x: number, y: number, z: number): Vector {
  const row = (i: number): number => (m[i] ?? 0) * x + (m[i + 1] ?? 0) * y + (m[i + 2] ?? 0) * z + (m[i + 3] ?? 0)
  return [row(0), row(4), row(8)]
}

function isFront(corners: readonly Placed[]): boolean {
  let area = 0
  corners.forEach((here, i) => {
    const next = corners[(i + 1) % corners.length] ?? here
    area += here.x * next.y - next.x * here.y
  })
  return area < 0
}

function drawFloor(
  context: CanvasRenderingContext2D,
  scene: Scene,
  project: (point: Vector) => Placed,
  nearest: number,
  theme: Theme,
): void {
  if (scene.floor === null) return
  const { size, step } = scene.floor
  context.strokeStyle = theme['grid'] ?? ''
  context.lineWidth = 1.2
  for (let place = -size; place <= size + step / 2; place += step)
    for (const point of [(s: number): Vector => [s, place, 0], (s: number): Vector => [place, s, 0]]) {
      context.beginPath()
      for (let i = 0; i <= 24; i += 1) {
        const { x, y, distance } = project(point(-size + (2 * size * i) / 24))
        if (distance > nearest) context.lineTo(x, y)
      }
      context.stroke()
    }
}

function drawTrack(
  context: CanvasRenderingContext2D,
  track: ShapeOf<'track'>,
  moment: Moment,
  project: (point: Vector) => Placed,
  theme: Theme,
): void {
  if (!holds(track.look.visible, moment)) return
  context.beginPath()
  for (const point of pointsOf(track, moment)) {
    const { x, y } = project(point)
    context.lineTo(x, y)
  }
  context.strokeStyle = paint(track.pen.colour, moment, theme)
  context.lineWidth = at(track.pen.width, moment)
  context.stroke()
}

/** Where the point has been during its span, up to where it is. */
export function pointsOf(track: ShapeOf<'track'>, { time }: Moment): readonly Vector[] {
  const found: Vector[] = []
  track.t.forEach((t, i) => {
    if (t <= time && t >= time - track.span)
      found.push([track.points[3 * i] ?? 0, track.points[3 * i + 1] ?? 0, track.points[3 * i + 2] ?? 0])
  })
  const here = momentAt(track.t, time)
  return [...found, [at(track.points, here, 0, 3), at(track.points, here, 1, 3), at(track.points, here, 2, 3)]]
}

const dot = (a: Vector, b: Vector): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
const minus = (a: Vector, b: Vector): Vector => [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
const cross = (a: Vector, b: Vector): Vector => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
]
function unit(a: Vector): Vector {
  const length = Math.hypot(...a) || 1
  return [a[0] / length, a[1] / length, a[2] / length]
}
