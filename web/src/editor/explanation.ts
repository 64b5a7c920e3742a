/** What is known about a word: over it when the pointer rests there, at the cursor with Ctrl I. */
import { StateEffect, StateField, type Extension } from '@codemirror/state'
import { EditorView, hoverTooltip, keymap, showTooltip, type Tooltip } from '@codemirror/view'
import { diagnosticsAt } from './diagnostics'

/** What is known about the word at a position, its name first; empty if nothing is. */
export type ExplainText = (text: string, position: number) => Promise<string>

const setTooltip = StateEffect.define<Tooltip | null>()

const atCursor = StateField.define<Tooltip | null>({
  create: () => null,
  update(before, transaction) {
    const given = transaction.effects.find((effect) => effect.is(setTooltip))
    if (given?.is(setTooltip) === true) return given.value
    return transaction.docChanged || transaction.selection !== undefined ? null : before
  },
  provide: (field) => showTooltip.from(field),
})

function contents(text: string): HTMLElement {
  const dom = document.createElement('div')
  dom.className = 'explanation'
  const [title = '', ...lines] = text.split('\n')
  const [name = '', ...kinds] = title.split('  ')
  const heading = document.createElement('p')
  const bold = document.createElement('b')
  bold.textContent = name
  heading.append(bold, ` ${kinds.join(' ')}`)
  dom.append(heading)
  for (const line of lines) {
    const paragraph = document.createElement('p')
    paragraph.textContent = line
    dom.append(paragraph)
  }
  return dom
}

async function tooltipAt(view: EditorView, position: number, explain: ExplainText): Promise<Tooltip | null> {
  const said = diagnosticsAt(view.state, position).map(({ item }) => `${item.message}\n${item.hint}`.trim())
  const known = await explain(view.state.doc.toString(), position)
  const text = [...said, known].filter((each) => each !== '').join('\n')
  if (text === '') return null
  return { pos: position, above: true, create: () => ({ dom: contents(text) }) }
}

export function explanation(explain: ExplainText): Extension {
  return [
    atCursor,
    hoverTooltip((view, position) => tooltipAt(view, position, explain), { hideOnChange: true }),
    keymap.of([
      {
        key: 'Mod-i',
        preventDefault: true,
        run: (view) => {
          const position = view.state.selection.main.head
          void tooltipAt(view, position, explain).then((tooltip) => view.dispatch({ effects: setTooltip.of(tooltip) }))
          return true
        },
      },
      {
        key: 'Escape',
        run: (view) => {
          if (view.state.field(atCursor) === null) return false
          view.dispatch({ effects: setTooltip.of(null) })
          return true
        },
      },
    ]),
  ]
}
