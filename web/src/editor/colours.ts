/** Tokens of the server -> colours of the text; they move along with changes until the next answer. */
import { StateEffect, StateField, type Range } from '@codemirror/state'
import { Decoration, EditorView, type DecorationSet } from '@codemirror/view'
import type { Token } from './moved'

/** By the numbers of `Checked.tokens`. */
const CLASSES = ['', 'word', 'function', 'number', 'text', 'comment', 'unit']
const MARKS = CLASSES.map((name) => Decoration.mark({ class: `colour-${name}` }))

export const setTokens = StateEffect.define<readonly Token[]>()

function decorated(tokens: readonly Token[]): DecorationSet {
  const ranges: Range<Decoration>[] = []
  for (const { from, to, kind } of tokens) {
    const mark = MARKS[kind]
    if (mark !== undefined && to > from) ranges.push(mark.range(from, to))
  }
  return Decoration.set(ranges)
}

export const colours = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(before, transaction) {
    const given = transaction.effects.find((effect) => effect.is(setTokens))
    return given?.is(setTokens) === true ? decorated(given.value) : before.map(transaction.changes)
  },
  provide: (field) => EditorView.decorations.from(field),
})
