/** The nets of a diagram -> paths, made once and drawn at any scale: all wires of one look are one path. */
import type { DiagramItem, NetItem } from '../protocol/messages'
import { changed, numbered, type Inks } from './inks'

interface Bundle {
  readonly kind: NetItem['kind_of_net']
  readonly colour: number
  readonly change: NetItem['change']
  readonly path: Path2D
  readonly joints: Path2D
}

const BUNDLES = new WeakMap<DiagramItem, readonly Bundle[]>()
const COLOUR_OF_KIND: Partial<Record<NetItem['kind_of_net'], number>> = { order: 3, measurement: 2 }
const TICK = 12

export function drawWires(context: CanvasRenderingContext2D, diagram: DiagramItem, pixel: number, inks: Inks): void {
  for (const { kind, colour, change, path, joints } of bundlesOf(diagram)) {
    const mark = changed(inks, change)
    const ink = mark ?? numbered(inks, COLOUR_OF_KIND[kind] ?? colour)
    context.strokeStyle = context.fillStyle = ink
    context.setLineDash(
      kind === 'measurement' ? [5 / pixel, 4 / pixel] : kind === 'order' ? [8, 3, 1.5, 3].map((d) => d / pixel) : [],
    )
    const width = kind === 'physical' ? 3.6 : kind === 'bundle' || mark !== null ? 2.4 : 1.25
    context.lineWidth = Math.min(width, 4 * pixel + 0.3) / pixel
    context.stroke(path)
    if (kind === 'physical' && pixel > 0.5) {
      context.strokeStyle = inks.ground
      context.lineWidth = 1.4 / pixel
      context.stroke(path)
    }
    if (pixel > 0.3) context.fill(joints)
  }
  context.setLineDash([])
}

function bundlesOf(diagram: DiagramItem): readonly Bundle[] {
  const known = BUNDLES.get(diagram)
  if (known !== undefined) return known
  const made = new Map<string, Bundle>()
  for (const net of diagram.nets) {
    const key = `${net.kind_of_net} ${net.colour} ${net.change}`
    let bundle = made.get(key)
    if (bundle === undefined) {
      const { kind_of_net: kind, colour, change } = net
      bundle = { kind, colour, change, path: new Path2D(), joints: new Path2D() }
      made.set(key, bundle)
    }
    addNet(net, bundle)
  }
  const bundles = [...made.values()]
  BUNDLES.set(diagram, bundles)
  return bundles
}

function addNet({ segments, joints, kind_of_net }: NetItem, bundle: Bundle): void {
  for (let i = 0; i + 3 < segments.length; i += 4) {
    const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = segments.slice(i, i + 4)
    bundle.path.moveTo(x1, y1)
    bundle.path.lineTo(x2, y2)
    if (kind_of_net === 'sampled') addTicks(bundle.path, x1, y1, x2, y2)
  }
  for (let i = 0; i + 1 < joints.length; i += 2) {
    const [x = 0, y = 0] = joints.slice(i, i + 2)
    bundle.joints.moveTo(x + 3, y)
    bundle.joints.arc(x, y, 3, 0, 2 * Math.PI)
  }
}

function addTicks(path: Path2D, x1: number, y1: number, x2: number, y2: number): void {
  const isAcross = y1 === y2
  for (let place = TICK / 2; place < Math.max(x2 - x1, y2 - y1); place += TICK) {
    path.moveTo(isAcross ? x1 + place : x1 - 3, isAcross ? y1 - 3 : y1 + place)
    path.lineTo(isAcross ? x1 + place : x1 + 3, isAcross ? y1 + 3 : y1 + place)
  }
}
