/** The ports of a box and of the diagram in it -> lines between them, so that a wire goes on inside; none cross. */
import type { BoxItem, PortItem } from '../protocol/messages'
import { placeOf, type Inside } from './scene'

export interface Stub {
  readonly port: PortItem
  /** From the edge of the box to the frame of what is in it, in the coordinates of the whole. */
  readonly points: readonly number[]
}

interface Pair {
  readonly port: PortItem
  readonly outer: number
  readonly inner: number
}

/** `around` is where the box is, `below` what is in it. */
export function stubsOf(around: Inside, box: BoxItem, below: Inside): readonly Stub[] {
  const place = placeOf(around, box)
  const pairs = box.ports.flatMap((port) => {
    const name = port.name.replace(/\[.*\]$/, '').toLowerCase()
    const inner = below.diagram.ports.find((each) => each.name.toLowerCase() === name)
    if (inner === undefined || inner.side !== port.side) return []
    return [{ port, outer: around.y0 + around.scale * port.y, inner: below.y0 + below.scale * inner.y }]
  })
  const left = pairs.filter(({ port }) => port.side === 'left')
  const right = pairs.filter(({ port }) => port.side === 'right')
  const end = below.x0 + below.scale * below.diagram.width
  return [...sideStubs(left, place.x, below.x0), ...sideStubs(right, place.x + place.width, end)]
}

/** Lines that go down turn the later, the higher they are; those that go up, the lower they are. */
function sideStubs(pairs: readonly Pair[], from: number, to: number): readonly Stub[] {
  const down = pairs.filter(({ outer, inner }) => inner >= outer).sort((a, b) => b.outer - a.outer)
  const up = pairs.filter(({ outer, inner }) => inner < outer).sort((a, b) => a.outer - b.outer)
  return [down, up].flatMap((group) =>
    group.map(({ port, outer, inner }, i) => {
      const lane = from + ((to - from) * (i + 1)) / (group.length + 1)
      return { port, points: [from, outer, lane, outer, lane, inner, to, inner] }
    }),
  )
}
