/** Curves of many points in the range that is looked at, as the server has thinned them for it. */
import { covers, type DetailOf, type Range, type View } from '../../figures/views'
import type { MessageOf } from '../../protocol/messages'
import type { SessionPage } from '../../session.svelte'

type Part = MessageOf<'FigurePart'>

/** Fetched beyond the ends of a view, in its lengths, so that it can be moved. */
const BEYOND = 0.5
/** A view of so small a part of what was fetched needs finer points. */
const FINER = 0.3

export class Details {
  #fetched = $state.raw<readonly (DetailOf & { readonly part: Part })[]>([])
  #isAsking = false
  #wanted: (() => void) | null = null

  constructor(private readonly session: SessionPage) {}

  of(part: Part): readonly DetailOf[] {
    return this.#fetched.filter((each) => each.part === part)
  }

  /** Ask for what the views need and is not there; while waiting, what is there is drawn. */
  fetch(part: Part, views: readonly View[]): void {
    if (this.#isAsking) {
      this.#wanted = () => this.fetch(part, views)
      return
    }
    for (const [area, { horizontal }] of views.entries()) {
      if (horizontal === null || !isThinned(part, area) || this.#has(part, area, horizontal)) continue
      void this.#ask(part, area, horizontal)
      return
    }
  }

  #has(part: Part, area: number, range: Range): boolean {
    return this.of(part).some(
      (each) => each.area === area && covers(each, range) && lengthOf(range) > FINER * lengthOf(each),
    )
  }

  async #ask(part: Part, area: number, range: Range): Promise<void> {
    this.#isAsking = true
    const low = range.low - BEYOND * lengthOf(range)
    const high = range.high + BEYOND * lengthOf(range)
    const answer = await this.session.ask({ kind: 'Zoom', window: part.window, area, low, high })
    this.#isAsking = false
    if (answer.kind === 'Zoomed') {
      const others = this.#fetched.filter((each) => each.area !== area && each.part === part)
      this.#fetched = [...others, { part, area, low, high, x: answer.x, y: answer.y }]
    }
    const wanted = this.#wanted
    this.#wanted = null
    wanted?.()
  }
}

const lengthOf = ({ low, high }: Range): number => high - low

const isThinned = (part: Part, area: number): boolean =>
  part.figure.areas[area]?.curves.some((curve, i) => curve.x.length < (part.lengths[area]?.[i] ?? 0)) ?? false
