/** DATA: what of the whole is on the screen, and how it moves; and the views one can go back to. */
import type { Rectangle } from './scene'

/** The point (x, y) of the whole is at the corner of the screen, and `scale` pixels are one unit of it. */
export interface Camera {
  readonly x: number
  readonly y: number
  readonly scale: number
}

export interface Size {
  readonly width: number
  readonly height: number
}

const LEAST_SCALE = 1e-3
const GREATEST_SCALE = 1e7
const MARGIN = 0.86

export const toScreen = (camera: Camera, x: number, y: number): readonly [number, number] => [
  (x - camera.x) * camera.scale,
  (y - camera.y) * camera.scale,
]

export const toWhole = (camera: Camera, x: number, y: number): readonly [number, number] => [
  camera.x + x / camera.scale,
  camera.y + y / camera.scale,
]

/** The point under the pointer stays there. */
export function zoomed(camera: Camera, factor: number, x: number, y: number): Camera {
  const scale = Math.min(GREATEST_SCALE, Math.max(LEAST_SCALE, camera.scale * factor))
  const [wx, wy] = toWhole(camera, x, y)
  return { x: wx - x / scale, y: wy - y / scale, scale }
}

export const panned = (camera: Camera, dx: number, dy: number): Camera => ({
  ...camera,
  x: camera.x - dx / camera.scale,
  y: camera.y - dy / camera.scale,
})

/** All of a rectangle, in the middle of the screen; not larger than `most`. */
export function fitted(place: Rectangle, screen: Size, most = Infinity): Camera {
  const scale = Math.min(most, MARGIN * Math.min(screen.width / place.width, screen.height / place.height))
  return {
    x: place.x + place.width / 2 - screen.width / 2 / scale,
    y: place.y + place.height / 2 - screen.height / 2 / scale,
    scale,
  }
}

/** Between two views: the middle of the screen moves evenly, and the zoom by equal factors. */
export function between(one: Camera, other: Camera, share: number, screen: Size): Camera {
  const eased = share * share * (3 - 2 * share)
  const scale = one.scale * (other.scale / one.scale) ** eased
  const middle = (camera: Camera): readonly [number, number] => toWhole(camera, screen.width / 2, screen.height / 2)
  const [[x1, y1], [x2, y2]] = [middle(one), middle(other)]
  // Where the zoom changes much, the middle must arrive before it: measured on the screen, it moves evenly.
  const ratio = other.scale / one.scale
  const moved = Math.abs(ratio - 1) < 1e-6 ? eased : (1 - ratio ** -eased) / (1 - 1 / ratio)
  return {
    x: x1 + moved * (x2 - x1) - screen.width / 2 / scale,
    y: y1 + moved * (y2 - y1) - screen.height / 2 / scale,
    scale,
  }
}

/** Views in the order in which they were left; `position` is the present one. */
export interface Views {
  readonly list: readonly Camera[]
  readonly position: number
}

const MAX_VIEWS = 100

export const visited = ({ list, position }: Views, camera: Camera): Views => {
  const kept = [...list.slice(0, position + 1), camera].slice(-MAX_VIEWS)
  return { list: kept, position: kept.length - 1 }
}
