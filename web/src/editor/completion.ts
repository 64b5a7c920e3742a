/** Completion inside a text: Tab takes what is offered, so that Enter always means a new line. */
import {
  acceptCompletion,
  autocompletion,
  closeCompletion,
  moveCompletionSelection,
  startCompletion,
  type CompletionContext,
  type CompletionResult,
} from '@codemirror/autocomplete'
import { Prec, type Extension } from '@codemirror/state'
import { keymap } from '@codemirror/view'
import type { SuggestionItem } from '../protocol/messages'

/** What can follow at a position of the text. */
export type Complete = (text: string, position: number) => Promise<readonly SuggestionItem[]>

export function completion(complete: Complete): Extension {
  const source = async (context: CompletionContext): Promise<CompletionResult | null> => {
    const before = context.matchBefore(/\w+/)
    if (before === null && !context.explicit) return null
    const items = await complete(context.state.doc.toString(), context.pos)
    const from = context.pos + (items[0]?.start ?? 0)
    return items.length === 0
      ? null
      : {
          from,
          options: items.map((item, i) => ({ label: item.text, detail: item.meaning, boost: -i })),
          validFor: /^\w*$/,
        }
  }
  const keys = [
    { key: 'Tab', run: acceptCompletion },
    { key: 'Ctrl-Space', run: startCompletion },
    { key: 'Escape', run: closeCompletion },
    { key: 'ArrowDown', run: moveCompletionSelection(true) },
    { key: 'ArrowUp', run: moveCompletionSelection(false) },
    { key: 'PageDown', run: moveCompletionSelection(true, 'page') },
    { key: 'PageUp', run: moveCompletionSelection(false, 'page') },
  ]
  return [
    autocompletion({ override: [source], icons: false, defaultKeymap: false, interactionDelay: 0 }),
    Prec.highest(keymap.of(keys)),
  ]
}
