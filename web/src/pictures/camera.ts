/** What the pointer and the keys do to the camera. */
import type { View } from './space'
import { viewRows } from './space'

const HIGHEST = 1.55

export function turned(view: View, across: number, down: number): View {
  const elevation = Math.min(HIGHEST, Math.max(-HIGHEST, view.elevation + down))
  return { ...view, azimuth: view.azimuth - across, elevation }
}

/** In shares of the height of the picture. */
export function shifted(view: View, across: number, down: number): View {
  const [right, up] = viewRows(view)
  const size = 0.73 * view.distance
  const [x, y, z] = [0, 1, 2].map(
    (i) => (view.target[i] ?? 0) - size * across * (right[i] ?? 0) + size * down * (up[i] ?? 0),
  )
  return { ...view, target: [x ?? 0, y ?? 0, z ?? 0] }
}

export const nearer = (view: View, factor: number): View => ({ ...view, distance: view.distance * factor })

/** What a key does; null if it means nothing here. */
export function cameraKey(view: View, key: string, isShifted: boolean): View | null {
  const step = isShifted ? 0.03 : 0.1
  switch (key) {
    case 'ArrowLeft':
      return turned(view, -step, 0)
    case 'ArrowRight':
      return turned(view, step, 0)
    case 'ArrowUp':
      return turned(view, 0, step)
    case 'ArrowDown':
      return turned(view, 0, -step)
    case '+':
      return nearer(view, 0.9)
    case '-':
      return nearer(view, 1 / 0.9)
    case '1':
      return { ...view, azimuth: -Math.PI / 2, elevation: 0 }
    case '2':
      return { ...view, azimuth: 0, elevation: 0 }
    case '3':
      return { ...view, azimuth: -Math.PI / 2, elevation: HIGHEST }
    default:
      return null
  }
}
