/** What is looked at in a window with a picture, which may be lost: its time, its camera, a gesture. Acts are lines. */
import { cameraKey, nearer, shifted, turned } from '../../pictures/camera'
import { markersAt } from '../../pictures/draw'
import * as lines from '../../pictures/lines'
import * as clock from '../../pictures/playing'
import { at, isInSpace, momentAt, type Control, type Scene } from '../../pictures/scene'
import { viewOf, type View } from '../../pictures/space'
import type { MessageOf } from '../../protocol/messages'
import type { SessionPage } from '../../session.svelte'

type Gesture =
  | { readonly kind: 'none' }
  | { readonly kind: 'turn' | 'shift'; readonly at: lines.Point }
  | { readonly kind: 'operate'; readonly control: Control; readonly value: number }
  | { readonly kind: 'band'; readonly from: lines.Point; readonly to: lines.Point }

const NONE: Gesture = { kind: 'none' }
const NO_TIMES = new Float64Array()
/** How quickly the picture of a run that goes on follows it, in shares of the way for a second. */
const FOLLOWING = 12

export class Showing {
  playing = $state.raw<clock.Playing>(clock.begun(NO_TIMES))
  view = $state.raw<View | null>(null)
  gesture = $state.raw<Gesture>(NONE)
  isLinked = $state(true)
  menu = $state.raw<{
    readonly items: readonly (readonly string[])[]
    readonly title: string
    readonly at: lines.Point
  } | null>(null)
  /** The line that a click would give. */
  meant = $state('')
  /** Where the pointer is on the page. */
  pointer = $state.raw<lines.Point | null>(null)
  #of: Float64Array | null = null
  #wasLive = false
  /** What was sent during a paced run, and what the scene showed then: it shows what was sent a moment later. */
  #sent: Readonly<Partial<Record<string, { readonly value: number; readonly shown: number }>>> = {}

  constructor(
    readonly session: SessionPage,
    readonly subject: string,
  ) {}

  readonly part: MessageOf<'ScenePart'> | undefined = $derived.by(() => this.session.page.scenes[this.subject])
  readonly scene: Scene | null = $derived.by(() => this.part?.scene ?? null)
  readonly isLive: boolean = $derived.by(() => this.part?.is_live ?? false)
  readonly isInSpace: boolean = $derived.by(() => this.scene !== null && isInSpace(this.scene))
  readonly times: Float64Array = $derived.by(() => this.scene?.times ?? NO_TIMES)

  /** A new scene begins at its end while its run goes on, and otherwise where the one before was. */
  take(): void {
    const { scene, times } = this
    if (scene === null || times === this.#of) return
    const isFirst = this.#of === null
    const wasAtEnd = this.#of !== null && (this.#wasLive || this.playing.time >= clock.lastOf(this.#of))
    this.#of = times
    this.#wasLive = this.isLive
    if (!this.isLive) this.#sent = {}
    const speed = isFirst ? clock.begun(times).speed : this.playing.speed
    const time = isFirst || wasAtEnd ? clock.lastOf(times) : this.playing.time
    if (!this.isLive) this.playing = clock.sought({ ...this.playing, speed }, times, time)
    this.view ??= viewOf(scene, momentAt(times, clock.firstOf(times)))
  }

  /** Once for each frame. */
  advance(seconds: number): void {
    const { times } = this
    if (this.isLive) {
      const last = clock.lastOf(times)
      const share = Math.min(1, FOLLOWING * seconds)
      const { time } = this.playing
      const next = time < clock.firstOf(times) || time > last ? last : time + share * (last - time)
      this.playing = { ...this.playing, isPlaying: false, time: next }
      return
    }
    const before = this.playing
    this.playing = clock.advanced(before, times, seconds)
    if (this.isLinked && before.isPlaying) this.session.moment = { time: this.playing.time, from: this.subject }
  }

  /** The cursor of a plot has moved. */
  follow(): void {
    const { moment } = this.session
    if (!this.isLinked || this.isLive || moment === null || moment.from === this.subject) return
    this.playing = { ...clock.sought(this.playing, this.times, moment.time), isPlaying: false }
  }

  set(playing: clock.Playing): void {
    this.playing = playing
    if (this.isLinked) this.session.moment = { time: playing.time, from: this.subject }
  }

  press(key: string, isShifted: boolean): boolean {
    const view =
      this.isInSpace && this.view !== null ? (this.#usual(key) ?? cameraKey(this.view, key, isShifted)) : null
    const playing = clock.pressed(this.playing, this.times, key)
    if (view !== null) this.view = view
    else if (playing !== null) this.set(playing)
    else if (key === 'Escape') this.gesture = NONE
    return view !== null || playing !== null
  }

  /** The camera of the picture itself. */
  #usual(key: string): View | null {
    return key === '0' && this.scene !== null ? viewOf(this.scene, this.moment) : null
  }

  // The pointer, in units of the page

  down(place: lines.Point, isShifted: boolean): void {
    const { scene } = this
    this.menu = null
    if (scene === null) return
    const control = lines.controlAt(scene, place, this.moment)
    if (control !== undefined) {
      this.gesture = { kind: 'operate', control, value: lines.valueAt(this.#asSent(control), place, this.moment) }
      this.#operate()
    } else if (this.isInSpace) this.gesture = { kind: isShifted ? 'shift' : 'turn', at: place }
    else this.gesture = { kind: 'band', from: place, to: place }
  }

  move(place: lines.Point, context: CanvasRenderingContext2D): void {
    const { gesture, scene } = this
    this.pointer = place
    if (scene === null) return
    if (gesture.kind === 'operate') {
      if (gesture.control.kind === 'switch') return
      this.gesture = { ...gesture, value: lines.valueAt(gesture.control, place, this.moment) }
      this.#operate()
    } else if (gesture.kind === 'band') this.gesture = { ...gesture, to: place }
    else if (gesture.kind === 'none') this.#point(scene, place, context)
    else this.#drag(scene, gesture, place)
  }

  /** `at` is where a menu opens, in pixels of the window. */
  up(place: lines.Point, at: lines.Point, context: CanvasRenderingContext2D): void {
    const { gesture, scene } = this
    this.gesture = NONE
    if (scene === null) return
    if (gesture.kind === 'operate') {
      if (!this.isLive) this.session.execute(lines.parameterLine(gesture.control, gesture.value))
    } else if (gesture.kind === 'band') this.#release(scene, gesture.from, place, at, context)
  }

  /** The system has taken the pointer, or it has left. */
  cancel(): void {
    this.gesture = NONE
    this.pointer = null
  }

  wheel(factor: number): void {
    if (this.view !== null && this.isInSpace) this.view = nearer(this.view, factor)
  }

  ask(place: lines.Point, at: lines.Point, context: CanvasRenderingContext2D): boolean {
    const { scene } = this
    const found = scene && lines.menuOf(scene, markersAt(context, scene, this.playing.time, place.x, place.y))
    this.menu = found ? { items: found.items, title: found.title, at } : null
    return this.menu !== null
  }

  give(line: string): void {
    this.menu = null
    this.session.execute(line)
  }

  get moment(): ReturnType<typeof momentAt> {
    return momentAt(this.times, this.playing.time)
  }

  #operate(): void {
    const { gesture } = this
    if (gesture.kind !== 'operate' || !this.isLive) return
    const { parameter, value } = gesture.control
    this.#sent = { ...this.#sent, [parameter]: { value: gesture.value, shown: at(value, this.moment) } }
    this.session.operate(parameter, gesture.value)
  }

  /** Two clicks on a switch, one soon after the other, are two clicks. */
  #asSent(control: Control): Control {
    const sent = this.isLive ? this.#sent[control.parameter] : undefined
    return sent?.shown === at(control.value, this.moment) ? { ...control, value: sent.value } : control
  }

  #point(scene: Scene, place: lines.Point, context: CanvasRenderingContext2D): void {
    const control = lines.controlAt(scene, place, this.moment)
    const markers = markersAt(context, scene, this.playing.time, place.x, place.y)
    this.meant =
      control !== undefined
        ? lines.parameterLine(control, lines.valueAt(control, place, this.moment))
        : (lines.pickLine(scene, markers) ?? '')
  }

  #drag(
    scene: Scene,
    gesture: { readonly kind: 'turn' | 'shift'; readonly at: lines.Point },
    place: lines.Point,
  ): void {
    if (this.view === null) return
    const [x, y] = [(place.x - gesture.at.x) / scene.height, (place.y - gesture.at.y) / scene.height]
    this.view = gesture.kind === 'shift' ? shifted(this.view, x, y) : turned(this.view, 4 * x, 4 * y)
    this.gesture = { kind: gesture.kind, at: place }
  }

  /** A rubber band that is long enough, a pick, or a segment that is placed. */
  #release(scene: Scene, from: lines.Point, to: lines.Point, at: lines.Point, context: CanvasRenderingContext2D): void {
    if (Math.hypot(to.x - from.x, to.y - from.y) > 6) {
      const bands = lines.rubberBands(scene, from, this.moment)
      this.#offer(
        bands.map((band) => [band.request, lines.bandLine(scene, band, from, to)] as const),
        at,
      )
      return
    }
    const picked = lines.pickLine(scene, markersAt(context, scene, this.playing.time, to.x, to.y))
    const placed = lines.placings(scene, to, this.moment)
    if (picked !== null) this.give(picked)
    else
      this.#offer(
        placed.map((each) => [each.subject, lines.placeLine(scene, each, to)] as const),
        at,
      )
  }

  /** One line is given; the user chooses among several. */
  #offer(items: readonly (readonly [string, string])[], at: lines.Point): void {
    const [first] = items
    if (first !== undefined && items.length === 1) this.give(first[1])
    else if (items.length > 1) this.menu = { items, title: 'What was drawn', at }
  }
}
