/** Diagnostics -> a wave under the place, and a block below the line with what is wrong, why, and the cure. */
import { EditorSelection, RangeSet, StateEffect, StateField, type EditorState, type Range } from '@codemirror/state'
import {
  Decoration,
  EditorView,
  GutterMarker,
  gutterLineClass,
  keymap,
  WidgetType,
  type Command,
  type DecorationSet,
} from '@codemirror/view'
import { ICONS } from '../icons'
import { cureOf } from './cure'
import type { Placed } from './moved'

export const setDiagnostics = StateEffect.define<readonly Placed[]>()

interface Shown {
  readonly placed: readonly Placed[]
  readonly decorations: DecorationSet
  readonly lines: RangeSet<GutterMarker>
}

class LineMark extends GutterMarker {
  constructor(override readonly elementClass: string) {
    super()
  }
}
const LINE_MARKS = { error: new LineMark('line-error'), warning: new LineMark('line-warning') }

class Block extends WidgetType {
  constructor(
    readonly placed: Placed,
    readonly canCure: boolean,
  ) {
    super()
  }

  override eq(other: Block): boolean {
    const [one, two] = [this.placed.item, other.placed.item]
    return one.message === two.message && one.hint === two.hint && this.canCure === other.canCure
  }

  override toDOM(view: EditorView): HTMLElement {
    const { item } = this.placed
    // Space around it is inside the row: CodeMirror does not measure margins.
    const row = made('div', 'diagnostic-row', '')
    const block = made('div', `diagnostic ${item.severity}`, '')
    block.setAttribute('role', 'note')
    row.append(block)
    const words = made('span', 'words', '')
    const hint = item.hint === '' ? '' : `. ${item.hint[0]?.toUpperCase() ?? ''}${item.hint.slice(1)}`
    words.append(made('b', '', item.message), made('small', '', `${item.code}${hint}`))
    block.append(icon(item.severity === 'error' ? ICONS.error : ICONS.warning), words)
    if (this.canCure) {
      const button = document.createElement('button')
      button.className = 'button'
      button.append('Replace ', made('kbd', '', 'Alt Enter'))
      // The widget is kept while the text around it moves, so its place is looked up when it is used.
      button.onclick = () => cureAt(view, view.posAtDOM(row))
      block.append(button)
    }
    return row
  }

  override ignoreEvent(): boolean {
    return true
  }
}

function made(tag: string, className: string, text: string): HTMLElement {
  const element = document.createElement(tag)
  if (className !== '') element.className = className
  element.textContent = text
  return element
}

function icon(path: string): SVGElement {
  const namespace = 'http://www.w3.org/2000/svg'
  const svg = document.createElementNS(namespace, 'svg')
  svg.setAttribute('viewBox', '0 0 16 16')
  svg.setAttribute('aria-hidden', 'true')
  const line = document.createElementNS(namespace, 'path')
  line.setAttribute('d', path)
  svg.append(line)
  return svg
}

function shownIn(state: EditorState, placed: readonly Placed[]): Shown {
  const decorations: Range<Decoration>[] = []
  const lines: Range<GutterMarker>[] = []
  for (const each of placed) {
    const { severity } = each.item
    const line = state.doc.lineAt(each.from)
    if (each.to > each.from) decorations.push(Decoration.mark({ class: `wave ${severity}` }).range(each.from, each.to))
    if (severity === 'note') continue
    const canCure = cureOf(each.item, state.sliceDoc(each.from, each.to)) !== null
    decorations.push(Decoration.widget({ widget: new Block(each, canCure), block: true, side: 1 }).range(line.to))
    lines.push(LINE_MARKS[severity].range(line.from))
  }
  return { placed, decorations: Decoration.set(decorations, true), lines: RangeSet.of(lines, true) }
}

export const diagnostics = StateField.define<Shown>({
  create: (state) => shownIn(state, []),
  update(before, transaction) {
    const given = transaction.effects.find((effect) => effect.is(setDiagnostics))
    if (given?.is(setDiagnostics) === true) return shownIn(transaction.state, given.value)
    if (!transaction.docChanged) return before
    const { changes } = transaction
    const placed = before.placed.map((each) => ({
      ...each,
      from: changes.mapPos(each.from, 1),
      to: changes.mapPos(each.to, -1),
    }))
    return { placed, decorations: before.decorations.map(changes), lines: before.lines.map(changes) }
  },
  provide: (field) => [
    EditorView.decorations.from(field, (shown) => shown.decorations),
    gutterLineClass.from(field, (shown) => shown.lines),
  ],
})

/** What is wrong with the line that is typed is read without scrolling. */
export const blockInView = EditorView.updateListener.of(({ view, transactions }) => {
  if (!view.hasFocus || !transactions.some(({ effects }) => effects.some((effect) => effect.is(setDiagnostics)))) return
  view.requestMeasure({
    read: () => {
      const block = view.lineBlockAt(view.state.selection.main.head)
      const place = view.scrollDOM.getBoundingClientRect()
      const hidden = block.bottom + view.documentTop - place.bottom
      return block.height < place.height ? hidden : 0
    },
    write: (hidden) => {
      if (hidden > 0) view.scrollDOM.scrollTop += hidden
    },
  })
})

/** Those that are at a position. */
export const diagnosticsAt = (state: EditorState, position: number): readonly Placed[] =>
  state.field(diagnostics).placed.filter((each) => each.from <= position && position <= each.to)

/** Replace what the diagnostic of this line says; else that of the first line that has one. */
function cureAt(view: EditorView, position: number): boolean {
  const { state } = view
  const line = state.doc.lineAt(position)
  const cures = state.field(diagnostics).placed.flatMap((each) => {
    const cure = cureOf(each.item, state.sliceDoc(each.from, each.to))
    return cure === null ? [] : [{ from: each.from + cure.from, to: each.from + cure.to, insert: cure.insert }]
  })
  const cure = cures.find((each) => line.from <= each.from && each.from <= line.to) ?? cures[0]
  if (cure === undefined) return false
  view.dispatch({ changes: cure, selection: { anchor: cure.from + cure.insert.length }, scrollIntoView: true })
  view.focus()
  return true
}

export const toNextDiagnostic: Command = (view) => {
  const { placed } = view.state.field(diagnostics)
  const here = view.state.selection.main.head
  const next = placed.find((each) => each.from > here) ?? placed[0]
  if (next === undefined) return false
  view.dispatch({ selection: EditorSelection.cursor(next.from), scrollIntoView: true })
  view.focus()
  return true
}

export const diagnosticKeys = keymap.of([
  { key: 'Alt-Enter', run: (view) => cureAt(view, view.state.selection.main.head) },
  { key: 'F8', run: toNextDiagnostic },
])
