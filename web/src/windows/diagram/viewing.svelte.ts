/** What a diagram window shows, and what gestures and keys do to it; every change of the model leaves as a line. */
import {
  between,
  fitted,
  panned,
  toWhole,
  visited,
  zoomed,
  type Camera,
  type Size,
  type Views,
} from '../../diagrams/camera'
import { arranged, FEWEST, overlapping, type Arrangement, type Named } from '../../diagrams/arranging'
import { hitAt, neighbour, type Hit } from '../../diagrams/finding'
import { endText, joinLine, refusal } from '../../diagrams/joining'
import { follow, placeOf, sceneOf, whole, type Found, type Inside, type Scene } from '../../diagrams/scene'
import type { BoxItem } from '../../protocol/messages'
import type { SessionPage } from '../../session.svelte'
import type { Gesture, Guide } from './gestures'
import { Readings } from './readings.svelte'

const FLIGHT = 250
const GRID = 12
const LARGEST = 1.6
const SNAP = 5

const isStill = (): boolean => window.matchMedia('(prefers-reduced-motion: reduce)').matches

export class Viewing {
  scene = $state.raw<Scene | null>(null)
  trouble = $state('')
  camera = $state.raw<Camera>({ x: 0, y: 0, scale: 1 })
  screen = $state.raw<Size>({ width: 1, height: 1 })
  selected = $state.raw<readonly string[]>([])
  gesture = $state.raw<Gesture>({ kind: 'none' })
  guides = $state.raw<readonly Guide[]>([])
  note = $state('')
  views = $state.raw<Views>({ list: [], position: -1 })
  isRenaming = $state(false)
  isGrouping = $state(false)
  readonly readings: Readings
  readonly #session: SessionPage
  readonly #subject: string
  #flight = 0
  #isPlaced = false

  constructor(session: SessionPage, subject: string) {
    this.#session = session
    this.#subject = subject
    this.readings = new Readings(session)
  }

  async load(): Promise<void> {
    const answer = await this.#session.ask({ kind: 'DrawDiagram' })
    if (answer.kind === 'Refused') {
      this.scene = null
      this.trouble = answer.message
      return
    }
    this.trouble = ''
    this.scene = sceneOf(answer)
    this.selected = this.selected.filter((key) => this.find(key) !== null)
    if (!this.#isPlaced) this.#begin()
  }

  /** The window's own box, or all of the model. */
  #begin(): void {
    if (this.scene === null || this.screen.width < 2) return
    this.#isPlaced = true
    this.camera = this.#around(this.#subject === '' ? [] : this.#subject.split('.'))
    this.views = visited({ list: [], position: -1 }, this.camera)
  }

  resize(screen: Size): void {
    this.screen = screen
    if (!this.#isPlaced) this.#begin()
  }

  find = (key: string): Found | null => (this.scene === null ? null : follow(this.scene, key.split('\n')))

  get current(): Found | null {
    const last = this.selected.at(-1)
    return last === undefined ? null : this.find(last)
  }

  // Views

  zoom(factor: number, x = this.screen.width / 2, y = this.screen.height / 2): void {
    this.#stop()
    this.camera = zoomed(this.camera, factor, x, y)
  }

  pan(dx: number, dy: number): void {
    this.#stop()
    this.camera = panned(this.camera, dx, dy)
  }

  fit = (): void => this.fly([])

  fly(path: readonly string[]): void {
    this.views = visited(this.views, this.camera)
    const target = this.#around(path)
    this.views = visited(this.views, target)
    this.#go(target)
  }

  go(step: 1 | -1): void {
    const target = this.views.list[this.views.position + step]
    if (target === undefined) return
    this.views = { ...this.views, position: this.views.position + step }
    this.#go(target)
  }

  canGo = (step: 1 | -1): boolean => this.views.list[this.views.position + step] !== undefined

  #around(path: readonly string[]): Camera {
    const { scene } = this
    if (scene === null) return this.camera
    const found = path.length === 0 ? null : follow(scene, path)
    if (found === null) {
      const { width, height } = scene.top
      return fitted({ x: 0, y: 0, width, height }, this.screen, LARGEST)
    }
    return fitted(placeOf(found.inside, found.box), this.screen)
  }

  #go(target: Camera): void {
    this.#stop()
    const [from, since] = [this.camera, performance.now()]
    if (isStill()) {
      this.camera = target
      return
    }
    const step = (now: number): void => {
      const share = Math.min(1, (now - since) / FLIGHT)
      this.camera = share === 1 ? target : between(from, target, Math.max(0, share), this.screen)
      this.#flight = share < 1 ? requestAnimationFrame(step) : 0
    }
    this.#flight = requestAnimationFrame(step)
  }

  #stop(): void {
    cancelAnimationFrame(this.#flight)
    this.#flight = 0
  }

  // Pointer

  hit(x: number, y: number): Hit | null {
    return this.scene === null ? null : hitAt(this.scene, this.camera, x, y)
  }

  press(x: number, y: number, isAdding: boolean): void {
    const hit = this.hit(x, y)
    if (hit?.end && hit.inside.diagram.is_own) {
      this.gesture = { kind: 'join', from: hit.end, inside: hit.inside, x, y, to: null, reason: '' }
    } else if (hit?.found) {
      const key = [...hit.found.inside.path, hit.found.box.name].join('\n')
      // One of several chosen boxes takes the others along.
      if (isAdding || !this.selected.includes(key)) this.choose(key, isAdding)
      if (hit.found.inside.diagram.is_own)
        this.gesture = { kind: 'move', found: hit.found, alone: isAdding ? '' : key, x, y, dx: 0, dy: 0 }
      else this.gesture = { kind: 'pan', x, y }
    } else {
      if (!isAdding) this.selected = []
      this.gesture = { kind: 'pan', x, y }
    }
  }

  choose(key: string, isAdding: boolean): void {
    if (!isAdding) this.selected = [key]
    else this.selected = this.selected.includes(key) ? this.selected.filter((k) => k !== key) : [...this.selected, key]
  }

  drag(x: number, y: number): void {
    const { gesture } = this
    switch (gesture.kind) {
      case 'none':
        this.#hover(x, y)
        return
      case 'pan':
        this.pan(x - gesture.x, y - gesture.y)
        this.gesture = { ...gesture, x, y }
        return
      case 'move':
        this.gesture = { ...gesture, ...this.#snapped(gesture, x, y) }
        return
      case 'join': {
        const hit = this.hit(x, y)
        const to = hit?.end ?? null
        const isHere = hit !== null && hit.inside.path.join() === gesture.inside.path.join()
        const reason = to === null ? '' : isHere ? refusal(gesture.from, to) : 'the ends are in different boxes'
        this.gesture = { ...gesture, x, y, to, reason }
        return
      }
      default:
        gesture satisfies never
    }
  }

  #hover(x: number, y: number): void {
    const hit = this.hit(x, y)
    if (hit?.end) this.note = `${endText(hit.end)} ${hit.end.port.note}`.trim()
    else if (hit?.found)
      this.note = [...hit.found.inside.path, hit.found.box.name].join('.') + `: ${hit.found.box.type}`
    else this.note = ''
  }

  /** To the grid, or in line with another box. */
  #snapped(
    gesture: Extract<Gesture, { kind: 'move' }>,
    x: number,
    y: number,
  ): { readonly dx: number; readonly dy: number } {
    const pixel = gesture.found.inside.scale * this.camera.scale
    const { box, inside } = gesture.found
    let dx = Math.round((x - gesture.x) / pixel / GRID) * GRID
    let dy = Math.round((y - gesture.y) / pixel / GRID) * GRID
    const guides: Guide[] = []
    for (const other of inside.diagram.boxes) {
      if (other.name === box.name) continue
      const across = other.x + other.width / 2 - (box.x + box.width / 2)
      const down = other.y + other.height / 2 - (box.y + box.height / 2)
      if (Math.abs(across - (x - gesture.x) / pixel) < SNAP && across % GRID === 0) {
        dx = across
        guides.push({ isAcross: false, place: inside.x0 + inside.scale * (other.x + other.width / 2) })
      }
      if (Math.abs(down - (y - gesture.y) / pixel) < SNAP && down % GRID === 0) {
        dy = down
        guides.push({ isAcross: true, place: inside.y0 + inside.scale * (other.y + other.height / 2) })
      }
    }
    this.guides = guides
    return { dx, dy }
  }

  release(): void {
    const { gesture } = this
    this.gesture = { kind: 'none' }
    this.guides = []
    if (gesture.kind === 'move' && (gesture.dx !== 0 || gesture.dy !== 0)) {
      const { box, inside } = gesture.found
      const chosen = this.#chosen('any')
      const boxes = chosen?.boxes.includes(box) === true ? chosen.boxes : [box]
      this.#move(
        boxes.map((each) => ({ ...each, x: each.x + gesture.dx, y: each.y + gesture.dy })),
        inside,
      )
    } else if (gesture.kind === 'move' && gesture.alone !== '') {
      this.selected = [gesture.alone]
    } else if (gesture.kind === 'join' && gesture.to !== null && gesture.reason === '') {
      this.give(joinLine(gesture.from, gesture.to, this.#systemOf(gesture.inside)))
    } else if (gesture.kind === 'join' && gesture.reason !== '') {
      this.note = gesture.reason
    }
  }

  cancel(): void {
    this.gesture = { kind: 'none' }
    this.guides = []
  }

  // Acts

  give = (line: string): void => this.#session.execute(line)

  #systemOf = (inside: Inside): string => (inside.path.length === 0 ? '' : inside.diagram.type)
  #within(inside: Inside): string {
    const system = this.#systemOf(inside)
    return system === '' ? '' : ` IN ${system}`
  }

  #move(boxes: readonly Named[], inside: Inside): void {
    const places = boxes.map(({ name, x, y }) => `${quoted(name)} ${x} ${y}`)
    this.give(`MOVE ${places.join(' ')}${this.#within(inside)}`)
  }

  /** The boxes chosen that are in one diagram of the user, with it; parts, or boxes of any kind. */
  #chosen(
    kind: 'part' | 'any' = 'part',
  ): { readonly names: readonly string[]; readonly boxes: readonly BoxItem[]; readonly inside: Inside } | null {
    const found = this.selected.map(this.find).filter((each) => each !== null)
    const inside = found[0]?.inside
    if (inside === undefined || !inside.diagram.is_own) return null
    const here = found.filter(
      (each) => each.inside.path.join() === inside.path.join() && (kind === 'any' || each.box.kind_of_box === 'part'),
    )
    const boxes = here.map((each) => each.box)
    return boxes.length === 0 ? null : { names: boxes.map((box) => box.name), boxes, inside }
  }

  remove = (): void => {
    const chosen = this.#chosen()
    if (chosen !== null) this.give(`REMOVE ${chosen.names.join(' ')}${this.#within(chosen.inside)}`)
  }

  rename(name: string): void {
    const chosen = this.#chosen()
    this.isRenaming = false
    if (chosen !== null && name !== '' && name !== chosen.names[0])
      this.give(`RENAME ${chosen.names[0] ?? ''} ${name} IN ${chosen.inside.diagram.type}`)
  }

  group(name: string): void {
    const chosen = this.#chosen()
    this.isGrouping = false
    if (chosen !== null && name !== '')
      this.give(`GROUP ${chosen.names.join(' ')} AS ${name}${this.#within(chosen.inside)}`)
  }

  canArrange = (how: Arrangement): boolean => (this.#chosen('any')?.boxes.length ?? 0) >= FEWEST[how]

  /** The chosen boxes in line, or at equal distances: one line for all. */
  arrange(how: Arrangement): void {
    const chosen = this.#chosen('any')
    if (chosen === null || chosen.boxes.length < FEWEST[how]) return
    const placed = arranged(chosen.boxes, how, GRID)
    const covered = overlapping(placed)
    if (covered !== null) this.note = `${covered.join(' and ')} would cover each other`
    else this.#move(placed, chosen.inside)
  }

  makeArray(count: string): void {
    const chosen = this.#chosen()
    if (chosen !== null) this.give(`ARRAY ${chosen.names[0] ?? ''} ${count}${this.#within(chosen.inside)}`)
  }

  copy = (): void => {
    const chosen = this.#chosen()
    const box = this.current?.box
    if (chosen !== null && box !== undefined) this.give(`PLACE ${box.type}${this.#within(chosen.inside)}`)
  }

  /** A part of a type where it was dropped, or in the middle. */
  place(type: string, x = this.screen.width / 2, y = this.screen.height / 2): void {
    const inside = this.hit(x, y)?.inside ?? (this.scene === null ? null : whole(this.scene))
    if (inside === null || !inside.diagram.is_own) {
      this.note = 'this diagram is not in a text of yours: it cannot be edited here'
      return
    }
    const [wx, wy] = toWhole(this.camera, x, y)
    const at = (value: number, start: number): number =>
      Math.max(0, Math.round((value - start) / inside.scale / GRID) * GRID)
    this.give(`PLACE ${type} AT ${at(wx, inside.x0)} ${at(wy, inside.y0)}${this.#within(inside)}`)
  }

  // Keys

  enter(): void {
    const { current } = this
    if (current !== null) this.fly([...current.inside.path, current.box.name])
  }

  leave(): void {
    const { current } = this
    this.fly(current?.inside.path ?? [])
    this.selected = current !== null && current.inside.path.length > 0 ? [current.inside.path.join('\n')] : []
  }

  escape(): void {
    if (this.gesture.kind === 'none') this.selected = []
    this.cancel()
  }

  beginRenaming(): void {
    this.isRenaming = this.current !== null
  }

  beginGrouping(): void {
    this.isGrouping = this.#chosen() !== null
  }

  walk(key: string): void {
    const first = this.scene?.top.boxes[0]
    if (this.current === null && this.scene !== null && first !== undefined) {
      this.selected = [first.name]
      return
    }
    const next = this.current === null ? null : neighbour(this.current, key)
    if (next !== null) this.selected = [[...next.inside.path, next.box.name].join('\n')]
  }
}

const quoted = (name: string): string => (/^\w+$/.test(name) ? name : `'${name}'`)
