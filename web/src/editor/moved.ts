/** An answer about a text that has changed since -> the same for the text as it is now. */
import type { ChangeDesc } from '@codemirror/state'
import type { DiagnosticItem, MessageOf } from '../protocol/messages'

export interface Token {
  readonly from: number
  readonly to: number
  readonly kind: number
}

/** A diagnostic at a place of this text. */
export interface Placed {
  readonly from: number
  readonly to: number
  readonly item: DiagnosticItem
}

type Moves = Pick<ChangeDesc, 'mapPos'>

export function movedTokens(numbers: readonly number[], since: Moves): readonly Token[] {
  const tokens: Token[] = []
  for (let i = 0; i + 2 < numbers.length; i += 3) {
    const start = numbers[i] ?? 0
    const from = since.mapPos(start, 1)
    const to = since.mapPos(start + (numbers[i + 1] ?? 0), -1)
    if (to > from) tokens.push({ from, to, kind: numbers[i + 2] ?? 0 })
  }
  return tokens
}

/** Those of this file; what has no length is given one letter, so that it can be seen. */
export function movedItems(answer: MessageOf<'Checked'>, since: Moves, length: number): readonly Placed[] {
  return answer.items
    .filter((item) => item.file === answer.file)
    .map((item) => {
      const from = Math.min(since.mapPos(item.start, 1), length)
      const to = Math.min(Math.max(since.mapPos(item.stop, -1), from + 1), length)
      return { from: Math.min(from, Math.max(0, to - 1)), to, item }
    })
    .toSorted((one, other) => one.from - other.from)
}
