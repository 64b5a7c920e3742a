/** What an open box shows: wires that go on inside, members of arrays, words about what is under the pointer. */
import { describe, expect, it } from 'vitest'
import type { BoxItem, DiagramItem, NetItem, PortItem } from '../protocol/messages'
import { roomForParameters } from './equations'
import { showsNames, showsValues } from './faces'
import { inRectangle, netAt } from './finding'
import { facing, opening } from './levels'
import { barsOf, membersIn, membersText } from './members'
import { aboutBox, aboutEnd, aboutNet } from './notes'
import type { Inside, Scene } from './scene'
import { stubsOf } from './stubs'

const port = (name: string, side: 'left' | 'right', x: number, y: number, note = ''): PortItem => ({
  name,
  kind_of_port: 'input',
  side,
  type: '',
  note,
  x,
  y,
  colour: -1,
})

const box = (ports: readonly PortItem[], more: Partial<BoxItem> = {}): BoxItem => ({
  name: 'b',
  kind_of_box: 'part',
  type: 'lag',
  members: '',
  versions: [],
  text: '',
  is_loop: false,
  x: 0,
  y: 0,
  width: 120,
  height: 96,
  ports,
  change: '',
  ...more,
})

const diagram = (more: Partial<DiagramItem>): DiagramItem => ({
  type: 'lag',
  purpose: 'a lag',
  is_own: true,
  width: 600,
  height: 200,
  ports: [],
  boxes: [],
  nets: [],
  parameters: [],
  equations: [],
  comments: [],
  ...more,
})

const inside = (of: DiagramItem, x0: number, y0: number, scale: number): Inside => ({
  diagram: of,
  path: [],
  x0,
  y0,
  scale,
})

describe('wires that go on inside', () => {
  const heights = [12, 36, 60, 84]
  const outer = box(heights.map((y, i) => port(`u${i}`, 'left', 0, y)))
  const frame = heights.map((_, i) => port(`u${i}`, 'left', 0, 20 + 40 * i))
  const below = inside(diagram({ ports: frame }), 8, 30, 0.17)

  it('lead from each port of the box to its port in the diagram', () => {
    const stubs = stubsOf(inside(diagram({ boxes: [outer] }), 0, 0, 1), outer, below)
    expect(stubs).toHaveLength(4)
    for (const { port: each, points } of stubs) {
      expect(points.slice(0, 2)).toEqual([0, each.y])
      const found = frame.find((other) => other.name === each.name)
      expect(points.slice(-2)).toEqual([8, 30 + 0.17 * (found?.y ?? NaN)])
    }
  })

  it('do not cross', () => {
    const stubs = stubsOf(inside(diagram({ boxes: [outer] }), 0, 0, 1), outer, below)
    for (const one of stubs)
      for (const other of stubs) if (one !== other) expect(crossings(one.points, other.points)).toBe(0)
  })

  it('of a member of an array lead to the port of its type', () => {
    const array = box([port('u0[3]', 'left', 0, 12)], { members: '1..9' })
    expect(stubsOf(inside(diagram({}), 0, 0, 1), array, below)).toHaveLength(1)
  })
})

type Piece = readonly [number, number, number, number]

const piecesOf = (points: readonly number[]): readonly Piece[] =>
  Array.from({ length: points.length / 2 - 1 }, (_, i) => {
    const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = points.slice(2 * i, 2 * i + 4)
    return [Math.min(x1, x2), Math.min(y1, y2), Math.max(x1, x2), Math.max(y1, y2)]
  })

/** Of vertical pieces of one line with horizontal pieces of the other. */
function crossings(one: readonly number[], other: readonly number[]): number {
  const upright = piecesOf(one).filter(([left, , right]) => left === right)
  const level = piecesOf(other).filter(([, top, , bottom]) => top === bottom)
  return upright.flatMap(([x, top, , bottom]) =>
    level.filter(([left, y, right]) => left < x && x < right && top < y && y < bottom),
  ).length
}

describe('a face and what is behind it', () => {
  it('are hardly ever seen together, nor neither of them for long', () => {
    for (let share = 0; share <= 1; share += 0.01) expect(facing(share) * opening(share)).toBeLessThan(0.1)
    const blank = Array.from({ length: 1001 }, (_, i) => i / 1000).filter((s) => facing(s) + opening(s) < 0.4)
    expect(blank.length).toBeLessThan(120)
  })

  it('has names beside terminals that are far enough from each other, and values if there is room below', () => {
    const crowded = box([port('u', 'left', 0, 12), port('v', 'left', 0, 24)])
    expect(showsNames(crowded, { x: 0, y: 0, w: 60, h: 48 })).toBe(false)
    expect(showsNames(crowded, { x: 0, y: 0, w: 120, h: 96 })).toBe(true)
    expect(showsValues(crowded, { x: 0, y: 0, w: 120, h: 96 })).toBe(false)
    expect(showsValues(crowded, { x: 0, y: 0, w: 240, h: 192 })).toBe(true)
  })

  it('keeps room for parameters only if it is large', () => {
    const type = diagram({ parameters: [{ name: 'T', value: '1', unit: 's', description: '' }] })
    expect(roomForParameters(type, { x: 0, y: 0, w: 400, h: 300 })).toBe(0)
    expect(roomForParameters(type, { x: 0, y: 0, w: 600, h: 450 })).toBe(35)
    expect(roomForParameters(diagram({}), { x: 0, y: 0, w: 600, h: 450 })).toBe(0)
  })
})

describe('members of an array', () => {
  it('are found in the names of variables', () => {
    const found = membersIn(['Column.tray[1].x', 'column.tray[9].x', 'cell[2].sub[7].v', 'x[3]'])
    expect(found.get('column.tray')).toEqual({ first: 1, last: 9 })
    expect(found.get('cell')).toEqual({ first: 2, last: 2 })
    expect(found.get('cell[2].sub')).toEqual({ first: 7, last: 7 })
    expect([...found.keys()]).toHaveLength(3)
  })

  it('are counted with the numbers that the model gives', () => {
    expect(membersText('1..n', { first: 1, last: 9 })).toBe('1..9')
    expect(membersText('1..n', undefined)).toBe('1..n')
  })

  it('are bars, of which there are not too many', () => {
    expect(barsOf([1, 2, 4])).toEqual([0.25, 0.5, 1])
    expect(barsOf([-1, 1])).toEqual([0, 1])
    expect(barsOf([NaN])).toEqual([])
    expect(barsOf(Array.from({ length: 10_000 }, (_, i) => i)).length).toBeLessThanOrEqual(60)
  })
})

describe('what is under the pointer', () => {
  const net: NetItem = {
    kind_of_net: 'measurement',
    colour: -1,
    segments: [10, 50, 90, 50],
    joints: [],
    ends: ['a\nx', 'b\nu'],
    change: '',
  }
  const camera = { x: 0, y: 0, scale: 2 }

  it('is a wire within a few pixels', () => {
    const here = inside(diagram({ nets: [net] }), 0, 0, 1)
    expect(netAt(here, camera, 100, 103)).toBe(net)
    expect(netAt(here, camera, 100, 110)).toBe(null)
  })

  it('is told with its unit, range and description', () => {
    const end = { box: 'tank', port: port('h', 'left', 0, 0, '[m] 0..3 level') }
    expect(aboutEnd(end, '1.5 m')).toEqual(['tank.h = 1.5 m', '[m] 0..3 level'])
    expect(aboutNet(net)).toEqual(['measurement inside the part', 'a.x – b.u'])
  })

  it('names the versions of a box', () => {
    const chosen = box([], { versions: ['full', 'simple'] })
    const scene: Scene = { top: diagram({}), diagramOf: new Map([['lag', diagram({})]]), iconOf: new Map() }
    expect(aboutBox({ inside: inside(diagram({}), 0, 0, 1), box: chosen }, scene)).toEqual([
      'b',
      'lag',
      'a lag',
      'version full; others: simple',
    ])
  })

  it('is chosen by a rectangle only if it is wholly in it', () => {
    const scene: Scene = {
      top: diagram({ boxes: [box([], { name: 'in', x: 10, y: 10 }), box([], { name: 'out', x: 200, y: 10 })] }),
      diagramOf: new Map(),
      iconOf: new Map(),
    }
    expect(inRectangle(scene, camera, { x0: 500, y0: 400, x: 0, y: 0 })).toEqual(['in'])
  })
})
