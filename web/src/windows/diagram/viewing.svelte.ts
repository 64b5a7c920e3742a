/** What a diagram window shows, and what gestures and keys do to it; every change of the model leaves as a line. */
import { between, fitted, panned, visited, zoomed, type Camera, type Size, type Views } from '../../diagrams/camera'
import { hitAt, inRectangle, neighbour, netAt, type Hit } from '../../diagrams/finding'
import { GRID } from '../../diagrams/grid'
import { joinLine, refusal } from '../../diagrams/joining'
import { aboutBox, aboutEnd, aboutNet } from '../../diagrams/notes'
import { diagramIn, follow, placeOf, sceneOf, type Found, type Scene } from '../../diagrams/scene'
import type { SessionPage } from '../../session.svelte'
import { Acts } from './acts.svelte'
import type { Gesture, Guide, Hint } from './gestures'
import { Readings } from './readings.svelte'

const FLIGHT = 250
const DIFFERENCES = /^-DIFF /i
const LARGEST = 1.6
const TOOLS = 44
const SNAP = 5

const isStill = (): boolean => window.matchMedia('(prefers-reduced-motion: reduce)').matches

export class Viewing {
  scene = $state.raw<Scene | null>(null)
  trouble = $state('')
  /** What to do about it. */
  cure = $state('')
  /** Texts that have changed since they were compiled. */
  newer = $state.raw<readonly string[]>([])
  camera = $state.raw<Camera>({ x: 0, y: 0, scale: 1 })
  screen = $state.raw<Size>({ width: 1, height: 1 })
  selected = $state.raw<readonly string[]>([])
  gesture = $state.raw<Gesture>({ kind: 'none' })
  guides = $state.raw<readonly Guide[]>([])
  note = $state('')
  views = $state.raw<Views>({ list: [], position: -1 })
  /** What is under the pointer: a few lines beside it. */
  hint = $state.raw<Hint | null>(null)
  readonly readings: Readings
  readonly acts: Acts
  readonly #session: SessionPage
  readonly #subject: string
  /** A file with which the model is compared, or empty. */
  readonly #earlier: string
  /** What the compiler says of ends that were tried, by their line. */
  #reasons: Record<string, string> = {}
  /** Where an act will add boxes, and those that are there: what it adds is chosen when it comes. */
  #awaited: { readonly path: readonly string[]; readonly known: readonly string[] } | null = null
  #flight = 0
  #isPlaced = false

  constructor(session: SessionPage, subject: string) {
    this.#session = session
    this.#subject = DIFFERENCES.test(subject) ? '' : subject
    this.#earlier = DIFFERENCES.test(subject) ? subject.replace(DIFFERENCES, '') : ''
    this.readings = new Readings(session)
    this.acts = new Acts(this, session)
  }

  async load(): Promise<void> {
    const answer = await this.#session.ask({ kind: 'DrawDiagram', earlier: this.#earlier })
    if (answer.kind === 'Refused') {
      this.scene = null
      this.trouble = answer.message
      this.cure = answer.hint
      return
    }
    this.trouble = ''
    this.newer = answer.newer
    this.#reasons = {}
    // Another model is looked at as a whole.
    if (this.scene !== null && this.scene.top.type !== answer.top) this.#isPlaced = false
    this.scene = sceneOf(answer)
    this.selected = this.selected.filter((key) => this.find(key) !== null)
    this.#chooseAdded()
    if (!this.#isPlaced) this.#begin()
  }

  /** The next boxes that come into a diagram are chosen, as in a drawing program. */
  awaitAdded(path: readonly string[]): void {
    this.#awaited = { path, known: this.#partsIn(path) }
  }

  #partsIn(path: readonly string[]): readonly string[] {
    if (this.scene === null) return []
    const around = path.length === 0 ? null : follow(this.scene, path)
    const diagram = around === null ? this.scene.top : diagramIn(this.scene, around.box)
    return diagram?.boxes.filter((box) => box.kind_of_box === 'part').map((box) => box.name) ?? []
  }

  #chooseAdded(): void {
    if (this.#awaited === null) return
    const { path, known } = this.#awaited
    const added = this.#partsIn(path).filter((name) => !known.includes(name))
    if (added.length === 0) return
    this.#awaited = null
    this.selected = added.map((name) => [...path, name].join('\n'))
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

  /** The screen without the tools at its foot. */
  get #above(): Size {
    return { width: this.screen.width, height: Math.max(1, this.screen.height - TOOLS) }
  }

  #around(path: readonly string[]): Camera {
    const { scene } = this
    if (scene === null) return this.camera
    const found = path.length === 0 ? null : follow(scene, path)
    if (found === null) {
      const { width, height } = scene.top
      return fitted({ x: 0, y: 0, width, height }, this.#above, LARGEST)
    }
    return fitted(placeOf(found.inside, found.box), this.#above)
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
    this.hint = null
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
    } else if (isAdding) {
      this.gesture = { kind: 'choose', x0: x, y0: y, x, y }
    } else {
      this.selected = []
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
      case 'choose':
        this.gesture = { ...gesture, x, y }
        return
      case 'join': {
        const hit = this.hit(x, y)
        const to = hit?.end ?? null
        const isHere = hit !== null && hit.inside.path.join() === gesture.inside.path.join()
        const reason = to === null ? '' : isHere ? refusal(gesture.from, to) : 'the ends are in different boxes'
        this.gesture = { ...gesture, x, y, to, reason }
        if (to !== null && reason === '') void this.#tryJoin(this.gesture)
        return
      }
      default:
        gesture satisfies never
    }
  }

  /** The compiler is asked about ends that look as if they could be joined, once for each pair. */
  async #tryJoin(gesture: Extract<Gesture, { kind: 'join' }>): Promise<void> {
    if (gesture.to === null) return
    const system = this.acts.systemOf(gesture.inside)
    const line = joinLine(gesture.from, gesture.to, system)
    let reason = this.#reasons[line]
    if (reason === undefined) {
      const ends = line.split(' ').slice(1, 3)
      this.#reasons[line] = ''
      const answer = await this.#session.ask({ kind: 'CheckJoin', ends, system })
      reason = answer.kind === 'Refused' ? answer.message : answer.reason
      this.#reasons[line] = reason
    }
    const now = this.gesture
    const isStill = now.kind === 'join' && now.to !== null && joinLine(now.from, now.to, system) === line
    if (isStill && reason !== '') this.gesture = { ...now, reason }
  }

  #hover(x: number, y: number): void {
    const hit = this.hit(x, y)
    this.note = ''
    if (hit === null || this.scene === null) {
      this.hint = null
      return
    }
    const { scene } = this
    const { inside, end, found } = hit
    const read = (path: readonly string[], name: string): string => {
      const item = this.readings.item(scene, path, name)
      return item === undefined ? '' : `${item.value} ${item.unit}`.trim()
    }
    let lines: readonly string[] = []
    if (end) lines = aboutEnd(end, end.box === '' ? '' : read([...inside.path, end.box], end.port.name))
    else if (found) lines = aboutBox(found, scene)
    else {
      const net = netAt(inside, this.camera, x, y)
      if (net !== null) lines = aboutNet(net)
    }
    this.hint = lines.length === 0 ? null : { x, y, lines }
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
      const chosen = this.acts.chosen('any')
      const boxes = chosen?.boxes.includes(box) === true ? chosen.boxes : [box]
      this.acts.move(
        boxes.map((each) => ({ ...each, x: each.x + gesture.dx, y: each.y + gesture.dy })),
        inside,
      )
    } else if (gesture.kind === 'move' && gesture.alone !== '') {
      this.selected = [gesture.alone]
    } else if (gesture.kind === 'join' && gesture.to !== null && gesture.reason === '') {
      this.acts.give(joinLine(gesture.from, gesture.to, this.acts.systemOf(gesture.inside)))
    } else if (gesture.kind === 'choose' && this.scene !== null) {
      const found = inRectangle(this.scene, this.camera, gesture)
      this.selected = [...this.selected, ...found.filter((key) => !this.selected.includes(key))]
    } else if (gesture.kind === 'join' && gesture.reason !== '') {
      this.note = gesture.reason
    }
  }

  cancel(): void {
    this.gesture = { kind: 'none' }
    this.guides = []
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

  /** All boxes of the diagram that the chosen one is in, or of the model. */
  chooseAll(): void {
    const inside = this.current?.inside
    const boxes = inside?.diagram.boxes ?? this.scene?.top.boxes ?? []
    this.selected = boxes.map((box) => [...(inside?.path ?? []), box.name].join('\n'))
  }

  /** Another member of the chosen array. */
  walkMembers(step: 1 | -1): void {
    const { current, scene } = this
    if (current === null || scene === null || current.box.members === '') return
    const path = [...current.inside.path, current.box.name]
    const members = this.readings.membersOf(scene, path)
    if (members !== undefined) this.readings.chooseMember(path, this.readings.memberAt(path, members) + step)
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
