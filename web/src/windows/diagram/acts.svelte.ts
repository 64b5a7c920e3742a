/** What is done to the chosen boxes of a diagram -> lines; the text changes by them alone. */
import { arranged, FEWEST, overlapping, type Arrangement, type Named } from '../../diagrams/arranging'
import { toWhole } from '../../diagrams/camera'
import { GRID } from '../../diagrams/grid'
import { whole, type Inside } from '../../diagrams/scene'
import type { BoxItem } from '../../protocol/messages'
import type { SessionPage } from '../../session.svelte'
import type { Viewing } from './viewing.svelte'

export interface Chosen {
  readonly names: readonly string[]
  readonly boxes: readonly BoxItem[]
  readonly inside: Inside
}

/** What a name is asked for. */
export type Asking = '' | 'name' | 'type' | 'count'

export class Acts {
  asking = $state<Asking>('')
  readonly #viewing: Viewing
  readonly #session: SessionPage
  /** The parts that Ctrl C remembers. */
  #copied: Chosen | null = null

  constructor(viewing: Viewing, session: SessionPage) {
    this.#viewing = viewing
    this.#session = session
  }

  give = (line: string): void => this.#session.execute(line)

  /** What the line adds to a diagram is chosen afterwards. */
  #add(line: string, inside: Inside): void {
    this.#viewing.awaitAdded(inside.path)
    this.give(line)
  }

  systemOf = (inside: Inside): string => (inside.path.length === 0 ? '' : inside.diagram.type)

  #within(inside: Inside): string {
    const system = this.systemOf(inside)
    return system === '' ? '' : ` IN ${system}`
  }

  /** The boxes chosen that are in one diagram of the user, with it; parts, or boxes of any kind. */
  chosen(kind: 'part' | 'any' = 'part'): Chosen | null {
    const found = this.#viewing.selected.map(this.#viewing.find).filter((each) => each !== null)
    const inside = found[0]?.inside
    if (inside === undefined || !inside.diagram.is_own) return null
    const here = found.filter(
      (each) => each.inside.path.join() === inside.path.join() && (kind === 'any' || each.box.kind_of_box === 'part'),
    )
    const boxes = here.map((each) => each.box)
    return boxes.length === 0 ? null : { names: boxes.map((box) => box.name), boxes, inside }
  }

  move(boxes: readonly Named[], inside: Inside): void {
    const places = boxes.map(({ name, x, y }) => `${quoted(name)} ${x} ${y}`)
    this.give(`MOVE ${places.join(' ')}${this.#within(inside)}`)
  }

  /** By steps of the grid. */
  nudge(across: number, down: number): void {
    const chosen = this.chosen('any')
    if (chosen === null) return
    const moved = chosen.boxes.map((box) => ({
      ...box,
      x: Math.max(0, box.x + across * GRID),
      y: Math.max(0, box.y + down * GRID),
    }))
    this.move(moved, chosen.inside)
  }

  remove = (): void => {
    const chosen = this.chosen()
    if (chosen !== null) this.give(`REMOVE ${chosen.names.join(' ')}${this.#within(chosen.inside)}`)
  }

  duplicate = (): void => {
    const chosen = this.chosen()
    if (chosen !== null) this.#add(`COPY ${chosen.names.join(' ')}${this.#within(chosen.inside)}`, chosen.inside)
  }

  remember(): void {
    const chosen = this.chosen()
    if (chosen !== null) this.#copied = chosen
  }

  paste(): void {
    if (this.#copied === null) return
    const { names, inside } = this.#copied
    this.#add(`COPY ${names.join(' ')}${this.#within(inside)}`, inside)
  }

  /** Begin to ask for the name, the type or the count that an act needs. */
  ask = (what: Asking): void => {
    this.asking = this.chosen() === null ? '' : what
  }

  answer(words: string): void {
    const { asking } = this
    const chosen = this.chosen()
    this.asking = ''
    const first = chosen?.names[0] ?? ''
    if (chosen === null || words === '') return
    if (asking === 'name' && words !== first)
      this.#add(`RENAME ${first} ${words} IN ${chosen.inside.diagram.type}`, chosen.inside)
    else if (asking === 'type')
      this.#add(`GROUP ${chosen.names.join(' ')} AS ${words}${this.#within(chosen.inside)}`, chosen.inside)
    else if (asking === 'count') this.give(`ARRAY ${first} ${words}${this.#within(chosen.inside)}`)
  }

  canArrange = (how: Arrangement): boolean => (this.chosen('any')?.boxes.length ?? 0) >= FEWEST[how]

  /** The chosen boxes in line, or at equal distances: one line for all. */
  arrange(how: Arrangement): void {
    const chosen = this.chosen('any')
    if (chosen === null || chosen.boxes.length < FEWEST[how]) return
    const placed = arranged(chosen.boxes, how, GRID)
    const covered = overlapping(placed)
    if (covered !== null) this.#viewing.note = `${covered.join(' and ')} would cover each other`
    else this.move(placed, chosen.inside)
  }

  /** A part of a type where it was dropped, or in the middle. */
  place(type: string, x?: number, y?: number): void {
    const { screen, scene, camera } = this.#viewing
    const [px, py] = [x ?? screen.width / 2, y ?? screen.height / 2]
    const inside = this.#viewing.hit(px, py)?.inside ?? (scene === null ? null : whole(scene))
    if (inside === null || !inside.diagram.is_own) {
      this.#viewing.note = 'this diagram is not in a text of yours: it cannot be edited here'
      return
    }
    const [wx, wy] = toWhole(camera, px, py)
    const at = (value: number, start: number): number =>
      Math.max(0, Math.round((value - start) / inside.scale / GRID) * GRID)
    this.#add(`PLACE ${type} AT ${at(wx, inside.x0)} ${at(wy, inside.y0)}${this.#within(inside)}`, inside)
  }
}

const quoted = (name: string): string => (/^\w+$/.test(name) ? name : `'${name}'`)
