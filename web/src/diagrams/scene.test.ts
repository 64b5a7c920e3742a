import { describe, expect, it } from 'vitest'
import type { BoxItem, DiagramItem, MessageOf, PortItem } from '../protocol/messages'
import { between, fitted, toScreen, toWhole, visited, zoomed } from './camera'
import { hitAt, neighbour } from './finding'
import { joinLine, refusal } from './joining'
import { fadedIn, levelOf } from './levels'
import { follow, insideOf, placeOf, sceneOf, search, whole } from './scene'

const port = (
  name: string,
  kind: PortItem['kind_of_port'],
  side: 'left' | 'right',
  x: number,
  y: number,
): PortItem => ({
  name,
  kind_of_port: kind,
  side,
  type: kind === 'terminal' ? 'electrical.pin' : '',
  note: '',
  x,
  y,
  colour: -1,
})

const box = (name: string, type: string, x: number): BoxItem => ({
  name,
  kind_of_box: 'part',
  type,
  members: '',
  versions: [],
  text: '',
  is_loop: false,
  x,
  y: 24,
  width: 96,
  height: 60,
  ports: [port('u', 'input', 'left', x, 48), port('y', 'output', 'right', x + 96, 48)],
  change: '',
})

const diagram = (type: string, boxes: readonly BoxItem[]): DiagramItem => ({
  type,
  purpose: '',
  is_own: true,
  width: 480,
  height: 120,
  ports: [],
  boxes,
  nets: [
    { kind_of_net: 'signal', colour: -1, segments: [132, 48, 276, 48], joints: [], ends: ['a\ny', 'b\nu'], change: '' },
  ],
  parameters: [],
  equations: [],
  comments: [],
})

const page: MessageOf<'DiagramPage'> = {
  kind: 'DiagramPage',
  id: 1,
  top: 'whole',
  items: [diagram('whole', [box('a', 'inner', 36), box('b', 'lag', 276)]), diagram('inner', [box('c', 'lag', 36)])],
  icons: [],
  newer: [],
}
const scene = sceneOf(page)
if (scene === null) throw new Error('no scene')

describe('a scene', () => {
  it('puts the inside of a box into it', () => {
    const inside = insideOf(scene, whole(scene), page.items[0]?.boxes[0] ?? box('', '', 0))
    const outer = placeOf(whole(scene), page.items[0]?.boxes[0] ?? box('', '', 0))
    const inner = placeOf(inside ?? whole(scene), { x: 0, y: 0, width: 480, height: 120 })
    expect(inner.x).toBeGreaterThanOrEqual(outer.x)
    expect(inner.x + inner.width).toBeLessThanOrEqual(outer.x + outer.width)
    expect(inner.height).toBeLessThan(outer.height)
  })

  it('follows paths, whatever their case, and finds parts by name and type', () => {
    expect(follow(scene, ['A', 'c'])?.box.name).toBe('c')
    expect(follow(scene, ['a', 'missing'])).toBeNull()
    expect(search(scene, 'lag')).toEqual([['b'], ['a', 'c']])
    expect(search(scene, 'a.c')).toEqual([['a', 'c']])
  })

  it('has no top if the page lacks it', () => {
    expect(sceneOf({ ...page, top: 'nothing' })).toBeNull()
  })
})

describe('levels', () => {
  it('depend on the size alone', () => {
    expect([10, 50, 100, 200, 300].map(levelOf)).toEqual(['dot', 'icon', 'terminals', 'values', 'open'])
    expect(fadedIn(280, 280)).toBe(0)
    expect(fadedIn(322, 280)).toBe(1)
  })
})

describe('a camera', () => {
  const camera = { x: 10, y: 20, scale: 2 }
  const screen = { width: 800, height: 600 }

  it('keeps the point under the pointer', () => {
    const before = toWhole(camera, 100, 50)
    expect(toWhole(zoomed(camera, 1.7, 100, 50), 100, 50)).toEqual(before)
  })

  it('shows all of a rectangle in the middle', () => {
    const view = fitted({ x: 100, y: 100, width: 200, height: 50 }, screen)
    expect(toScreen(view, 200, 125).map(Math.round)).toEqual([400, 300])
  })

  it('flies from one view to another', () => {
    const other = { x: 500, y: 300, scale: 40 }
    expect(between(camera, other, 0, screen).scale).toBe(2)
    const end = between(camera, other, 1, screen)
    expect(end.scale).toBeCloseTo(40)
    expect(end.x).toBeCloseTo(500)
  })

  it('goes back and forgets what was ahead', () => {
    const views = visited({ list: [camera, camera, camera], position: 0 }, { ...camera, scale: 5 })
    expect(views.list.map((each) => each.scale)).toEqual([2, 5])
  })
})

describe('a point of the screen', () => {
  const camera = { x: 0, y: 0, scale: 1 }
  it('is at a port, a box or the ground', () => {
    expect(hitAt(scene, camera, 132, 48).end?.port.name).toBe('y')
    expect(hitAt(scene, camera, 80, 70).found?.box.name).toBe('a')
    expect(hitAt(scene, camera, 200, 110).found).toBeNull()
  })
  it('is in the inside of a box that is open', () => {
    const near = fitted({ x: 36, y: 24, width: 96, height: 60 }, { width: 800, height: 600 })
    const inside = follow(scene, ['a', 'c'])
    const place = placeOf(inside?.inside ?? whole(scene), inside?.box ?? box('', '', 0))
    const [x, y] = toScreen(near, place.x + place.width / 2, place.y + place.height / 2)
    expect(hitAt(scene, near, x, y).found?.inside.path).toEqual(['a'])
  })
  it('leads to the neighbour along a wire', () => {
    const a = follow(scene, ['a'])
    expect(a === null ? null : neighbour(a, 'ArrowRight')?.box.name).toBe('b')
    expect(a === null ? null : neighbour(a, 'ArrowLeft')).toBeNull()
  })
})

describe('joining', () => {
  const end = (name: string, kind: PortItem['kind_of_port'], type = ''): { box: string; port: PortItem } => ({
    box: name,
    port: { ...port('p', kind, 'left', 0, 0), type },
  })
  it('refuses what does not match, with the reason', () => {
    expect(refusal(end('a', 'terminal', 'pin'), end('b', 'terminal', 'pin'))).toBe('')
    expect(refusal(end('a', 'terminal', 'pin'), end('b', 'terminal', 'flange'))).toContain('pin cannot join flange')
    expect(refusal(end('a', 'terminal', 'pin'), end('b', 'input'))).toContain('cannot join a signal')
    expect(refusal(end('a', 'output'), end('b', 'output'))).toContain('both are sources')
    expect(refusal(end('a', 'input'), end('b', 'input'))).toContain('both take a signal')
    expect(refusal(end('', 'input'), end('b', 'input'))).toBe('')
    expect(refusal(end('a', 'input'), end('a', 'input'))).toContain('itself')
    expect(refusal(end('a', 'event'), end('b', 'output'))).toContain('only events')
  })
  it('puts the source first', () => {
    expect(joinLine(end('a', 'input'), end('b', 'output'), '')).toBe('JOIN b.p a.p')
    expect(joinLine(end('a', 'output'), end('b', 'input'), 'inner')).toBe('JOIN a.p b.p IN inner')
  })
})
