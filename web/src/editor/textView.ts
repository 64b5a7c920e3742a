/** CodeMirror with our extensions; loaded when the first editor opens. */
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { bracketMatching } from '@codemirror/language'
import { search, searchKeymap } from '@codemirror/search'
import { ChangeSet, EditorState } from '@codemirror/state'
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
  placeholder,
  type ViewUpdate,
} from '@codemirror/view'
import type { MessageOf } from '../protocol/messages'
import { appearance } from './appearance'
import { colours, setTokens } from './colours'
import { completion, type Complete } from './completion'
import { definition } from './definition'
import { blockInView, diagnosticKeys, diagnostics, setDiagnostics, toNextDiagnostic } from './diagnostics'
import { explanation, type ExplainText } from './explanation'
import { movedItems, movedTokens } from './moved'

export interface TextListener {
  readonly change: (text: string) => void
  readonly move: (line: number, column: number) => void
  readonly save: () => void
  readonly compile: () => void
  readonly complete: Complete
  readonly explain: ExplainText
  readonly define: (text: string, position: number) => void
}

const attributesOf = (label: string) => EditorView.contentAttributes.of({ 'aria-label': label, spellcheck: 'false' })

const EMPTY_TEXT = 'An empty file. Begin with\n\nCONTINUOUS SYSTEM name\nSTATE x\nDER dx\n\ndx = -x\nx: 1\nEND'

export class TextView {
  readonly #view: EditorView
  /** What was changed since the text was last asked about. */
  #since: ChangeSet

  constructor(
    parent: HTMLElement,
    private readonly label: string,
    private readonly listener: TextListener,
  ) {
    // Until the text is there, nothing can be typed that would be taken for it.
    const extensions = [appearance, EditorState.readOnly.of(true), attributesOf(label)]
    this.#view = new EditorView({ parent, state: EditorState.create({ extensions }) })
    this.#since = ChangeSet.empty(0)
  }

  get text(): string {
    return this.#view.state.doc.toString()
  }

  /** The text of the file; undoing goes no further back. */
  open(text: string): void {
    this.#view.setState(EditorState.create({ doc: text, extensions: this.#extensions() }))
    this.#since = ChangeSet.empty(this.#view.state.doc.length)
  }

  /** Another text, which can be undone. */
  replace(text: string): void {
    if (text === this.text) return
    const head = Math.min(this.#view.state.selection.main.head, text.length)
    const changes = { from: 0, to: this.#view.state.doc.length, insert: text }
    this.#view.dispatch({ changes, selection: { anchor: head } })
  }

  /** Whole lines below the one of the cursor, or in its place if it is blank; the cursor goes behind them. */
  insertLines(lines: string): void {
    const { doc, selection } = this.#view.state
    const line = doc.lineAt(selection.main.head)
    const isBlank = line.text.trim() === ''
    const from = isBlank ? line.from : line.to
    const insert = isBlank ? lines : `\n${lines.replace(/\n$/, '')}`
    this.#view.dispatch({
      changes: { from, to: isBlank ? line.to : from, insert },
      selection: { anchor: from + insert.length },
      scrollIntoView: true,
      userEvent: 'input.paste',
    })
    this.#view.focus()
  }

  /** The text that is asked about now; what changes from here on moves the answer. */
  asked(): string {
    this.#since = ChangeSet.empty(this.#view.state.doc.length)
    return this.text
  }

  show(answer: MessageOf<'Checked'>): void {
    const length = this.#view.state.doc.length
    this.#view.dispatch({
      effects: [
        setTokens.of(movedTokens(answer.tokens, this.#since)),
        setDiagnostics.of(movedItems(answer, this.#since, length)),
      ],
    })
  }

  goTo(position: number): void {
    const anchor = Math.min(position, this.#view.state.doc.length)
    this.#view.dispatch({ selection: { anchor }, effects: EditorView.scrollIntoView(anchor, { y: 'center' }) })
    this.#view.focus()
  }

  toNextDiagnostic(): void {
    toNextDiagnostic(this.#view)
  }

  destroy(): void {
    this.#view.destroy()
  }

  #extensions() {
    const { save, compile, complete, explain, define } = this.listener
    const does = (act: () => void) => (): boolean => {
      act()
      return true
    }
    return [
      keymap.of([
        { key: 'Mod-s', preventDefault: true, run: does(save) },
        { key: 'Mod-Enter', preventDefault: true, run: does(compile) },
      ]),
      diagnosticKeys,
      completion(complete),
      explanation(explain),
      definition(define),
      lineNumbers(),
      highlightActiveLineGutter(),
      highlightActiveLine(),
      drawSelection(),
      history(),
      bracketMatching(),
      search({ top: true }),
      placeholder(EMPTY_TEXT),
      colours,
      diagnostics,
      blockInView,
      appearance,
      // Tab is bound to nothing but an open completion: it leaves the editor, as F6 does.
      keymap.of([...searchKeymap, ...historyKeymap, ...defaultKeymap]),
      attributesOf(this.label),
      EditorView.updateListener.of((update) => this.#updated(update)),
    ]
  }

  #updated(update: ViewUpdate): void {
    if (update.docChanged) {
      this.#since = this.#since.compose(update.changes)
      this.listener.change(this.text)
    }
    if (update.docChanged || update.selectionSet) {
      const { head } = update.state.selection.main
      const line = update.state.doc.lineAt(head)
      this.listener.move(line.number, head - line.from + 1)
    }
  }
}
