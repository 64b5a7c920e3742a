/** What a gesture in a picture looks like while it lasts, and the colours of the window. */
import { drawPlaced } from '../../pictures/draw'
import { placings, rubberBands } from '../../pictures/lines'
import type { Theme } from '../../pictures/colours'
import type { Moment, Scene } from '../../pictures/scene'
import type { Showing } from './showing.svelte'

const WORDS = {
  ink: '--ink',
  faint: '--ink-3',
  axis: '--axis',
  grid: '--grid',
  ground: '--panel',
  accent: '--accent',
  bad: '--bad',
} as const

export function themeOf(element: Element): Theme {
  const style = getComputedStyle(element)
  const colour = (name: string): string => style.getPropertyValue(name).trim()
  const curves = Array.from({ length: 8 }, (_, i) => [`c${i + 1}`, colour(`--c${i + 1}`)] as const)
  return Object.fromEntries([...Object.entries(WORDS).map(([word, name]) => [word, colour(name)] as const), ...curves])
}

export function drawGesture(
  context: CanvasRenderingContext2D,
  scene: Scene,
  showing: Showing,
  moment: Moment,
  theme: Theme,
): void {
  const { gesture, pointer } = showing
  context.strokeStyle = context.fillStyle = theme['accent'] ?? ''
  context.lineWidth = 1.5
  if (gesture.kind === 'operate') {
    const [left, top, right] = gesture.control.box
    context.font = '13px system-ui, sans-serif'
    context.textAlign = 'center'
    context.textBaseline = 'bottom'
    context.fillText(`${gesture.control.parameter}: ${gesture.value}`, (left + right) / 2, top - 2)
  } else if (gesture.kind === 'band') {
    const { from, to } = gesture
    context.setLineDash([4, 3])
    context.beginPath()
    for (const { request } of rubberBands(scene, from, moment)) {
      if (request === 'rectangle') context.rect(from.x, from.y, to.x - from.x, to.y - from.y)
      else {
        context.moveTo(from.x, from.y)
        context.lineTo(to.x, to.y)
      }
    }
    context.stroke()
    context.setLineDash([])
  } else if (pointer !== null && gesture.kind === 'none' && showing.meant === '' && showing.menu === null)
    for (const request of placings(scene, pointer, moment)) drawPlaced(context, request, pointer, moment, theme)
}
