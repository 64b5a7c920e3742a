/** A page of diagrams -> the scene: types by name, and the inside of a box in the coordinates of the whole. */
import type { BoxItem, DiagramItem, MessageOf } from '../protocol/messages'

export type Lines = readonly (readonly number[])[]

export interface Scene {
  readonly top: DiagramItem
  readonly diagramOf: ReadonlyMap<string, DiagramItem>
  readonly iconOf: ReadonlyMap<string, Lines>
}

/** A diagram where it is seen: a point (x, y) of it is at `x0 + scale * x`, `y0 + scale * y` of the whole. */
export interface Inside {
  readonly diagram: DiagramItem
  readonly path: readonly string[]
  readonly x0: number
  readonly y0: number
  readonly scale: number
}

export interface Rectangle {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** The share of a box that its inside takes; at the sides there is room for the wires to its terminals. */
const FILLED = 0.94
const FILLED_ACROSS = 0.88

export function sceneOf(page: MessageOf<'DiagramPage'>): Scene | null {
  const diagramOf = new Map(page.items.map((item) => [item.type.toLowerCase(), item]))
  const top = diagramOf.get(page.top.toLowerCase())
  if (top === undefined) return null
  return { top, diagramOf, iconOf: new Map(page.icons.map(({ type, lines }) => [type, lines])) }
}

export const whole = (scene: Scene): Inside => ({ diagram: scene.top, path: [], x0: 0, y0: 0, scale: 1 })

export const diagramIn = (scene: Scene, box: BoxItem): DiagramItem | undefined =>
  box.kind_of_box === 'part' ? scene.diagramOf.get(box.type.toLowerCase()) : undefined

/** What is in a box, as large as fits; null if there is nothing to see. */
export function insideOf(scene: Scene, around: Inside, box: BoxItem): Inside | null {
  const diagram = diagramIn(scene, box)
  if (diagram === undefined || diagram.boxes.length === 0) return null
  const fitted = Math.min((FILLED_ACROSS * box.width) / diagram.width, (FILLED * box.height) / diagram.height)
  const scale = around.scale * fitted
  const { x, y, width, height } = placeOf(around, box)
  return {
    diagram,
    path: [...around.path, box.name],
    x0: x + (width - scale * diagram.width) / 2,
    y0: y + (height - scale * diagram.height) / 2,
    scale,
  }
}

/** A box in the coordinates of the whole. */
export const placeOf = (around: Inside, box: Rectangle): Rectangle => ({
  x: around.x0 + around.scale * box.x,
  y: around.y0 + around.scale * box.y,
  width: around.scale * box.width,
  height: around.scale * box.height,
})

export interface Found {
  readonly inside: Inside
  readonly box: BoxItem
}

/** The box at the end of a path, by the names of boxes; null if there is none. */
export function follow(scene: Scene, path: readonly string[]): Found | null {
  let inside: Inside | null = whole(scene)
  let found: Found | null = null
  for (const name of path) {
    if (inside === null) return null
    const box: BoxItem | undefined = inside.diagram.boxes.find((each) => each.name.toLowerCase() === name.toLowerCase())
    if (box === undefined) return null
    found = { inside, box }
    inside = insideOf(scene, inside, box)
  }
  return found
}

/** The boxes whose path has the words, at most `most`: level by level, so that outer ones come first. */
export function search(scene: Scene, words: string, most = 50): readonly (readonly string[])[] {
  const wanted = words.trim().toLowerCase()
  const found: (readonly string[])[] = []
  let level: readonly Inside[] = [whole(scene)]
  for (let visited = 0; level.length > 0 && found.length < most && visited < MAX_VISITED;) {
    const next: Inside[] = []
    for (const inside of level) {
      for (const box of inside.diagram.boxes) {
        visited += 1
        const path = [...inside.path, box.name]
        if (`${path.join('.')} ${box.type}`.toLowerCase().includes(wanted)) found.push(path)
        const below = insideOf(scene, inside, box)
        if (below !== null && next.length < MAX_VISITED) next.push(below)
      }
    }
    level = next
  }
  return found.slice(0, most)
}

const MAX_VISITED = 20_000
