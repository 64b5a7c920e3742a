/** The direction fields of the phase planes of a window, as they are asked for. */
import { statesOf } from '../../figures/lines'
import { GRID, type Field } from '../../figures/phasePlane'
import type { Placed } from '../../figures/placed'
import type { MessageOf } from '../../protocol/messages'
import type { SessionPage } from '../../session.svelte'

interface Fetched extends Field {
  readonly area: number
  readonly key: string
}

export class Fields {
  isShown = $state(false)
  #fetched = $state.raw<readonly Fetched[]>([])
  #isAsking = false
  #wanted: (() => void) | null = null

  constructor(private readonly session: SessionPage) {}

  /** The last one of these states stays until a newer one is there. */
  of(area: number, names: readonly [string, string]): Field | undefined {
    const isIts = (each: Fetched): boolean => each.area === area && each.names.join() === names.join()
    return this.isShown ? this.#fetched.find(isIts) : undefined
  }

  /** Ask for those that other axes or other values need. */
  fetch(part: MessageOf<'FigurePart'>, areas: readonly Placed[]): void {
    if (!this.isShown) return
    if (this.#isAsking) {
      this.#wanted = () => this.fetch(part, areas)
      return
    }
    const { page } = this.session
    const given = page.values.items.map((item) => (item.role === 'state' ? item.start : item.value)).join(' ')
    for (const [area, { axes, isOverTime }] of areas.entries()) {
      const names = isOverTime ? null : statesOf(page, part.figure, area)
      const box = [axes.across.low, axes.across.high, axes.down.low, axes.down.high]
      const key = `${names?.join(' ')} ${box.join(' ')} ${given}`
      if (names === null || this.#fetched.some((each) => each.area === area && each.key === key)) continue
      void this.#ask(area, key, names, box)
      return
    }
  }

  async #ask(area: number, key: string, names: readonly [string, string], box: readonly number[]): Promise<void> {
    this.#isAsking = true
    const [horizontal, vertical] = names
    const { columns, rows } = GRID
    const answer = await this.session.ask({ kind: 'FieldOfArrows', horizontal, vertical, box, columns, rows })
    this.#isAsking = false
    const [across, up] =
      answer.kind === 'Arrows' ? [answer.across, answer.up] : [new Float64Array(0), new Float64Array(0)]
    const others = this.#fetched.filter((each) => each.area !== area)
    this.#fetched = [...others, { area, key, names, box, across, up }]
    const wanted = this.#wanted
    this.#wanted = null
    wanted?.()
  }
}
