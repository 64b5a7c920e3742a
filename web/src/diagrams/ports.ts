/** A port -> its sign: a circle for a terminal or a probe, a lightning flash for an event, an arrow head for a signal. */
import type { PortItem } from '../protocol/messages'
import { numbered, type Inks } from './inks'

const PROBE_COLOUR = 2
const EVENT_COLOUR = 3

export function drawPort(context: CanvasRenderingContext2D, port: PortItem, x: number, y: number, inks: Inks): void {
  context.beginPath()
  if (port.kind_of_port === 'terminal' || port.kind_of_port === 'probe') {
    context.arc(x, y, 3.5, 0, 2 * Math.PI)
    context.fillStyle = inks.raised
    context.fill()
    context.strokeStyle = numbered(inks, port.kind_of_port === 'probe' ? PROBE_COLOUR : port.colour)
    context.lineWidth = 1.5
    context.stroke()
    return
  }
  if (port.kind_of_port === 'event') {
    const bolt = [-2, -7, -7, 1, -3, 1, -5, 7, 1, -2, -3, -2]
    for (let i = 0; i + 1 < bolt.length; i += 2) context.lineTo(x + (bolt[i] ?? 0), y + (bolt[i + 1] ?? 0))
    context.closePath()
    context.fillStyle = numbered(inks, EVENT_COLOUR)
    context.fill()
    return
  }
  const tip = port.kind_of_port === 'output' ? x + 7 : x
  context.moveTo(tip - 7, y - 4)
  context.lineTo(tip, y)
  context.lineTo(tip - 7, y + 4)
  context.closePath()
  context.fillStyle = inks.edge
  context.fill()
}
