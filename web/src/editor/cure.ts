/** The hint of a diagnostic -> the change that cures it: "did you mean X?" replaces one word. */
import type { DiagnosticItem } from '../protocol/messages'

export interface Cure {
  /** Relative to the place of the diagnostic. */
  readonly from: number
  readonly to: number
  readonly insert: string
}

const MEANT = /did you mean (?:'([^']+)'|([^\s?']+))\?/
const ONE_WORD = /^[\w.[\]()-]+$/

/** `text` is what stands at the place; null if there is no such cure. */
export function cureOf(item: DiagnosticItem, text: string): Cure | null {
  const found = MEANT.exec(item.hint)
  const insert = found?.[1] ?? found?.[2]
  if (insert === undefined) return null
  const named = /'([^']+)'/.exec(item.message)?.[1]
  if (named !== undefined && named.toLowerCase() !== text.toLowerCase()) {
    const from = text.toLowerCase().indexOf(named.toLowerCase())
    if (from >= 0) return { from, to: from + named.length, insert }
  }
  return ONE_WORD.test(text) ? { from: 0, to: text.length, insert } : null
}
