/** A gesture under way -> lines over the diagram: guides, the box that moves, the wire that is drawn. */
import { toScreen, type Camera, type Size } from '../../diagrams/camera'
import type { Inks } from '../../diagrams/inks'
import type { Gesture, Guide } from './gestures'

export function drawGuides(
  context: CanvasRenderingContext2D,
  guides: readonly Guide[],
  camera: Camera,
  screen: Size,
  inks: Inks,
): void {
  context.strokeStyle = inks.accent
  context.lineWidth = 1
  for (const { isAcross, place } of guides) {
    const [x, y] = toScreen(camera, place, place)
    context.beginPath()
    context.moveTo(isAcross ? 0 : x, isAcross ? y : 0)
    context.lineTo(isAcross ? screen.width : x, isAcross ? y : screen.height)
    context.stroke()
  }
}

export function drawGesture(context: CanvasRenderingContext2D, gesture: Gesture, camera: Camera, inks: Inks): void {
  if (gesture.kind === 'move') {
    const { box, inside } = gesture.found
    const pixel = inside.scale * camera.scale
    const left = inside.x0 + inside.scale * (box.x + gesture.dx)
    const [x, y] = toScreen(camera, left, inside.y0 + inside.scale * (box.y + gesture.dy))
    context.strokeStyle = inks.accent
    context.strokeRect(x, y, box.width * pixel, box.height * pixel)
  }
  if (gesture.kind === 'choose') {
    context.strokeStyle = inks.accent
    context.lineWidth = 1
    context.setLineDash([4, 3])
    context.strokeRect(gesture.x0, gesture.y0, gesture.x - gesture.x0, gesture.y - gesture.y0)
    context.setLineDash([])
  }
  if (gesture.kind !== 'join') return
  const { inside, from } = gesture
  const [x, y] = toScreen(camera, inside.x0 + inside.scale * from.port.x, inside.y0 + inside.scale * from.port.y)
  context.strokeStyle = gesture.reason === '' ? inks.accent : inks.bad
  context.lineWidth = 2
  context.setLineDash(gesture.reason === '' ? [] : [6, 4])
  context.beginPath()
  context.moveTo(x, y)
  context.lineTo((x + gesture.x) / 2, y)
  context.lineTo((x + gesture.x) / 2, gesture.y)
  context.lineTo(gesture.x, gesture.y)
  context.stroke()
  context.setLineDash([])
  if (gesture.to !== null) drawTarget(context, gesture, inks)
}

/** A ring around an end that can be joined; a bar through one that cannot. */
function drawTarget(
  context: CanvasRenderingContext2D,
  { x, y, reason }: Extract<Gesture, { kind: 'join' }>,
  inks: Inks,
): void {
  context.strokeStyle = reason === '' ? inks.accent : inks.bad
  context.lineWidth = 2
  context.beginPath()
  context.arc(x, y, 8, 0, 2 * Math.PI)
  if (reason !== '') {
    context.moveTo(x - 5.6, y + 5.6)
    context.lineTo(x + 5.6, y - 5.6)
  }
  context.stroke()
}
