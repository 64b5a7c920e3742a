/** F12, or a click with Ctrl: to where the word is defined. */
import type { Extension } from '@codemirror/state'
import { EditorView, keymap } from '@codemirror/view'

export function definition(find: (text: string, position: number) => void): Extension {
  return [
    keymap.of([
      {
        key: 'F12',
        preventDefault: true,
        run: (view) => {
          find(view.state.doc.toString(), view.state.selection.main.head)
          return true
        },
      },
    ]),
    EditorView.domEventHandlers({
      mousedown(event, view) {
        if (!event.ctrlKey && !event.metaKey) return false
        const position = view.posAtCoords({ x: event.clientX, y: event.clientY })
        if (position === null) return false
        event.preventDefault()
        find(view.state.doc.toString(), position)
        return true
      },
    }),
  ]
}
