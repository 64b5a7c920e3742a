/** What is looked at in a graphics window, which may be lost: views, cursor, gesture. Acts leave as lines. */
import { drawPlans, layOut } from '../../figures/draw'
import type { Drawing } from '../../figures/drawing'
import { moved, NO_GESTURE, pressed, type Gesture, type Place } from '../../figures/gestures'
import { areaLine, axesLine, dropLine, inArea, statesOf, trajectoryLines } from '../../figures/lines'
import { spoken, type Cursor } from '../../figures/moving'
import { drawArrows, drawNullclines, type Field } from '../../figures/phasePlane'
import { boxOf, nearestPoint, placedOf, valueNear, type Placed } from '../../figures/placed'
import { placeOne, type Scale } from '../../figures/paths'
import { roundedTo } from '../../figures/readout'
import type { Screen } from '../../figures/screen'
import {
  isLinkedTo,
  panned,
  rangeOf,
  seen,
  WHOLE,
  withAxesOf,
  withGhosts,
  zoomed,
  type Range,
  type View,
} from '../../figures/views'
import type { Figure } from '../../protocol/figure'
import type { MessageOf } from '../../protocol/messages'
import type { SessionPage } from '../../session.svelte'
import { Details } from './details.svelte'
import { Fields } from './fields.svelte'

/** Milliseconds within which a second click makes a double one. */
const DOUBLE_CLICK = 220

export class Plotting {
  cursor = $state.raw<Cursor | null>(null)
  gesture = $state.raw<Gesture>(NO_GESTURE)
  isLinked = $state(true)
  hasCursor = $state(true)
  screen = $state.raw<Screen | null>(null)
  spoken = $state('')
  /** Views, and what they are views of: other axes are looked at as a whole. */
  #views = $state.raw<{ readonly of: string; readonly list: readonly View[] }>({ of: '', list: [] })
  #pending = 0
  /** The last trial of a drag: its axes only grow until the session has a new page. */
  #last: { readonly part: MessageOf<'FigurePart'>; readonly figure: Figure } | null = null
  readonly details: Details
  readonly fields: Fields

  constructor(
    readonly session: SessionPage,
    readonly subject: string,
  ) {
    this.details = new Details(session)
    this.fields = new Fields(session)
  }

  readonly part: MessageOf<'FigurePart'> | undefined = $derived.by(() => this.session.page.figures[this.subject])
  readonly #tried = $derived.by(() => this.session.page.trials[this.subject])
  /** The curves are those of the last text that compiled; the text that they follow is wrong now. */
  readonly isStale: boolean = $derived.by(() => {
    const { trial } = this.session.page
    return this.#tried !== undefined && trial !== null && trial.number < 0 && trial.message !== ''
  })
  readonly #whole: Figure | null = $derived.by(() => {
    const { part } = this
    if (this.#tried === undefined || part === undefined) return this.#tried?.figure ?? part?.figure ?? null
    const found = withGhosts(this.#tried.figure, part.figure)
    const grown = this.#last?.part === part ? withAxesOf(found, this.#last.figure) : found
    this.#last = { part, figure: grown }
    return grown
  })
  readonly #signature = $derived(this.#whole === null ? '' : signatureOf(this.#whole))
  readonly views: readonly View[] = $derived(this.#views.of === this.#signature ? this.#views.list : [])
  readonly figure: Figure | null = $derived.by(() => {
    const details = this.#tried === undefined && this.part !== undefined ? this.details.of(this.part) : []
    return this.#whole === null ? null : seen(this.#whole, this.views, details)
  })
  readonly isEmpty = $derived(
    this.figure === null || this.figure.areas.every((area) => !area.has_axes && area.words.length === 0),
  )
  readonly areas: readonly Placed[] = $derived.by(() => {
    const { figure, screen } = this
    if (figure === null || screen === null) return []
    return layOut(figure, screen.surface).map((plan) => placedOf(plan, screen.surface))
  })
  readonly drawing: Drawing = $derived.by(() => {
    const { figure, screen } = this
    if (figure === null || screen === null) return []
    const plans = this.areas.map((placed) => placed.plan)
    const planes = this.areas.flatMap((placed, i) => {
      const field = this.fieldOf(i)
      return field ? [[field, placed, screen.surface] as const] : []
    })
    return [
      ...planes.flatMap((plane) => drawArrows(...plane)),
      ...drawPlans(figure, plans, screen.surface),
      ...planes.flatMap((plane) => drawNullclines(...plane)),
    ]
  })
  readonly hasPhasePlane = $derived.by(
    () =>
      this.part !== undefined &&
      this.areas.some(
        (placed, i) => !placed.isOverTime && this.part && statesOf(this.session.page, this.part.figure, i),
      ),
  )

  /** The area that lines mean; -1 while a different window is the current one. */
  get currentArea(): number {
    return this.part !== undefined && this.session.page.windows.current === this.subject ? this.part.area : -1
  }

  /** The direction field of the states that the area shows now. */
  fieldOf(area: number): Field | undefined {
    const isOverTime = this.areas[area]?.isOverTime ?? true
    const names = isOverTime || this.part === undefined ? null : statesOf(this.session.page, this.part.figure, area)
    return names === null ? undefined : this.fields.of(area, names)
  }

  nameOf(area: number): string {
    return this.figure === null ? '' : areaLine(this.figure, area)
  }

  /** The values at the cursor in words, for those who hear them. */
  valueText(area: number): string {
    const placed = this.areas[area]
    return placed && this.cursor && this.isCursorIn(area) ? spoken(placed, this.cursor) : 'no cursor'
  }

  isCursorIn = (area: number): boolean => {
    const { cursor } = this
    if (cursor === null || !this.hasCursor) return false
    // A time is no place in a phase plane that has come instead of the plot over time.
    const isOfTime = cursor.point === null
    return isOfTime === this.areas[area]?.isOverTime && this.#linked(cursor.area).includes(area)
  }

  give(...lines: readonly string[]): void {
    for (const line of lines) this.session.execute(line)
  }

  // The pointer

  press(area: number, place: Place, pans: boolean): void {
    this.gesture = pressed(area, place, pans)
  }

  move(area: number, place: Place): void {
    const before = this.gesture
    this.gesture = moved(before, place)
    if (this.gesture.kind === 'none') this.point(area, place)
    else if (this.gesture.kind === 'pan') this.#drag(before, this.gesture.area, place)
  }

  release(place: Place): void {
    clearTimeout(this.#pending)
    const gesture = this.gesture
    this.gesture = NO_GESTURE
    if (gesture.kind === 'pressed' && !gesture.pans) this.click(gesture.area, place)
    else if (gesture.kind === 'box') this.#zoomTo(gesture.area, gesture.from, place)
  }

  cancel = (): void => {
    this.gesture = NO_GESTURE
  }

  /** The values at the place are read. */
  point(area: number, place: Place): void {
    const placed = this.areas[area]
    if (placed === undefined) return
    const x = valueNear(placed.axes.across, place.x)
    const point = placed.isOverTime ? null : nearestPoint(placed, place)
    if (!placed.isOverTime && point === null) return
    this.cursor = { area, x: point?.x ?? x, point }
    if (placed.isOverTime) this.session.moment = { time: x, from: `graphics ${this.subject}` }
  }

  /** A picture that plays moves the cursor of all areas over time. */
  followMoment(): void {
    const { moment } = this.session
    const area = this.areas.findIndex((placed) => placed.isOverTime)
    if (!this.isLinked || moment === null || moment.from === `graphics ${this.subject}` || area < 0) return
    this.cursor = { area, x: moment.time, point: null }
  }

  /** Another area becomes the current one; in a phase plane a trajectory starts. */
  click(area: number, place: Place): void {
    const placed = this.areas[area]
    if (this.part === undefined || placed === undefined) return
    const { page } = this.session
    if (this.currentArea !== area) {
      this.give(...inArea(page, this.part, area))
      return
    }
    const states = placed.isOverTime ? null : statesOf(page, this.part.figure, area)
    if (states === null) return
    const [x, y] = [valueNear(placed.axes.across, place.x), valueNear(placed.axes.down, place.y)]
    // The first click of two that fit the axes starts nothing.
    this.#pending = window.setTimeout(() => this.give(...trajectoryLines(page, states, x, y)), DOUBLE_CLICK)
  }

  giveIn(area: number, line: string): void {
    if (this.part !== undefined) this.give(...inArea(this.session.page, this.part, area, line))
  }

  doubleClick(area: number): void {
    clearTimeout(this.#pending)
    this.fit(area)
  }

  /** A variable was dropped; with Shift it is shown alone. */
  drop(area: number, text: string, isNew: boolean): void {
    const line = dropLine(this.session.page, text, isNew)
    if (line !== null) this.giveIn(area, line)
  }

  #zoomTo(area: number, from: Place, to: Place): void {
    const placed = this.areas[area]
    if (this.part === undefined || placed === undefined) return
    const { horizontal, vertical } = boxOf(placed, from, to)
    if (horizontal === null && vertical === null) return
    this.#set(area, { horizontal: null, vertical: null, right: null })
    this.give(...inArea(this.session.page, this.part, area, axesLine(horizontal, vertical)))
  }

  #drag(before: Gesture, area: number, to: Place): void {
    const from = before.kind === 'pan' ? before.to : before.kind === 'pressed' ? before.from : to
    const { left, top, right, bottom } = this.areas[area]?.window ?? { left: 0, top: 0, right: 1, bottom: 1 }
    this.pan(area, (from.x - to.x) / (right - left), (to.y - from.y) / (bottom - top))
  }

  // Views

  zoom(area: number, factor: number, place: Place | null, isVertical: boolean): void {
    const placed = this.areas[area]
    if (placed === undefined) return
    const { axes, window } = placed
    const about = place ?? { x: this.#cursorPlace(placed), y: (window.top + window.bottom) / 2 }
    const change = (scale: Scale, position: number): Range =>
      zoomed(rangeOf(scale), valueNear(scale, position), factor, scale.isLogarithmic)
    const isBoth = !placed.isOverTime && placed.area.cells === null
    const up = { vertical: change(axes.down, about.y), right: axes.found.right && change(axes.downRight, about.y) }
    const along = { horizontal: change(axes.across, about.x) }
    this.#set(area, isBoth ? { ...along, ...up } : isVertical ? up : along)
  }

  pan(area: number, across: number, up: number): void {
    const axes = this.areas[area]?.axes
    if (axes === undefined) return
    const change = (scale: Scale, share: number): Range => panned(rangeOf(scale), share, scale.isLogarithmic)
    const vertical =
      up === 0 ? {} : { vertical: change(axes.down, up), right: axes.found.right && change(axes.downRight, up) }
    this.#set(area, { ...(across === 0 ? {} : { horizontal: change(axes.across, across) }), ...vertical })
  }

  /** Everything in view again: a view is given up; the session's own axes are fitted by a line. */
  fit(area: number): void {
    const view = this.views[area] ?? WHOLE
    if (view.horizontal !== null || view.vertical !== null) this.#set(area, WHOLE)
    else if (this.part !== undefined) this.give(...inArea(this.session.page, this.part, area, axesLine(null, null)))
  }

  /** The lines that make what is looked at the axes of the session, so that files show it. */
  viewLines(): readonly string[] {
    const { figure, part } = this
    if (figure === null || part === undefined) return []
    const hasSeveral = figure.areas.length > 1
    const lines = this.views.flatMap(({ horizontal, vertical }, area) => {
      if (horizontal === null && vertical === null) return []
      const line = axesLine(horizontal && readable(horizontal), vertical && readable(vertical))
      return hasSeveral ? [areaLine(figure, area), line] : [line]
    })
    return lines.length === 0 || !hasSeveral ? lines : [...lines, areaLine(figure, part.area)]
  }

  /** The time that is looked at; null if it is the whole of it, or if no area has time along its axis. */
  seenTime(): Range | null {
    const area = this.areas.findIndex((placed) => placed.isOverTime)
    const across = this.areas[area]?.axes.across
    const curves = this.part?.figure.areas[area]?.curves.filter((curve) => curve.x.length > 0) ?? []
    if (across === undefined || curves.length === 0) return null
    const first = Math.min(...curves.map((curve) => curve.x[0] ?? across.low))
    const last = Math.max(...curves.map((curve) => curve.x.at(-1) ?? across.high))
    return across.low <= first && across.high >= last ? null : readable(rangeOf(across))
  }

  /** The session has the views now. */
  forgetViews(): void {
    this.#views = { of: '', list: [] }
  }

  #set(area: number, change: Partial<View>): void {
    const linked = 'horizontal' in change ? this.#linked(area) : []
    const list = this.areas.map((_, i): View => {
      const view = this.views[i] ?? WHOLE
      if (i === area) return { ...view, ...change }
      return linked.includes(i) ? { ...view, horizontal: change.horizontal ?? null } : view
    })
    this.#views = { of: this.#signature, list }
  }

  /** The areas that move with this one. */
  #linked(area: number): readonly number[] {
    const own = this.figure?.areas[area]
    if (own === undefined || !this.isLinked || this.areas[area]?.isOverTime !== true) return [area]
    const areas = this.figure?.areas ?? []
    return [...areas.keys()].filter((i) => {
      const other = areas[i]
      return i === area || (other !== undefined && this.areas[i]?.isOverTime === true && isLinkedTo(own, other))
    })
  }

  #cursorPlace({ axes, window }: Placed): number {
    const middle = (window.left + window.right) / 2
    return this.cursor === null ? middle : placeOne(axes.across, this.cursor.x)
  }
}

/** Ends with as many digits as a plot can show. */
function readable({ low, high }: Range): Range {
  const pixel = (high - low) / 1000
  return { low: roundedTo(low, pixel), high: roundedTo(high, pixel) }
}

/** The same if a view of one figure makes sense for the other. */
const signatureOf = (figure: Figure): string =>
  [
    figure.rows,
    figure.columns,
    ...figure.areas.map(({ horizontal }) => `${horizontal.label} ${horizontal.is_logarithmic}`),
  ].join('|')
