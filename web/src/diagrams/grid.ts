/** The grid that boxes snap to: faint dots, farther apart than fingers are, whatever the zoom. */
import type { Camera, Size } from './camera'
import type { Inks } from './inks'

export const GRID = 12
const LEAST = 12

export function drawGrid(
  context: CanvasRenderingContext2D,
  camera: Camera,
  { width, height }: Size,
  inks: Inks,
  ratio: number,
): void {
  let step = GRID * camera.scale
  while (step < LEAST) step *= 2
  if (step > 8 * LEAST) return
  // Whole device pixels keep the dots sharp; the pattern is moved to where the diagram is.
  const side = Math.max(1, Math.round(step * ratio))
  const tile = document.createElement('canvas')
  tile.width = tile.height = side
  const drawn = tile.getContext('2d')
  if (drawn === null) return
  drawn.fillStyle = inks.axis
  drawn.globalAlpha = 0.3
  drawn.fillRect(0, 0, ratio, ratio)
  const pattern = context.createPattern(tile, 'repeat')
  if (pattern === null) return
  const [x, y] = [-camera.x * camera.scale, -camera.y * camera.scale].map((place) => ((place % step) + step) % step)
  const factor = (step * ratio) / side
  pattern.setTransform(new DOMMatrix([factor / ratio, 0, 0, factor / ratio, (x ?? 0) - 0.5, (y ?? 0) - 0.5]))
  context.fillStyle = pattern
  context.fillRect(0, 0, width, height)
}
