/** The frame around the windows: does what acts mean, by a line of text or by what the dock can do. */
import { tick } from 'svelte'
import { INTERRUPT, type Act, type At, type View } from './acts/acts'
import { actOf, isField, windowNumber } from './acts/keys'
import type { Dock } from './layout/dock'
import { keyOf, openingLine, readKey } from './layout/placing'
import type { SessionPage } from './session.svelte'

const COMMAND = 'command'

export class Frame {
  isFinding = $state(false)
  /** The key of the window that is the largest; empty if none is. */
  largest = $state('')
  dock: Dock | null = null
  /** The files that are open in editors, the one used last at the end. */
  #editors: readonly string[] = []
  /** What had the focus before the finder. */
  #before: HTMLElement | null = null

  constructor(
    readonly session: SessionPage,
    private readonly switchTheme: () => void,
  ) {}

  /** What acts are about: a window, or the active one. */
  at(key = this.dock?.active ?? ''): At {
    const shown = readKey(key)
    return { kind: shown.kind, line: openingLine(shown), word: wordAt(document.activeElement, openingLine(shown)) }
  }

  do(act: Act, at = this.at()): void {
    if (act.refusal(this.session.page, at) !== '') return
    act.lines(this.session.page, at).forEach(this.session.execute)
    if (act.view !== undefined) this.#see(act.view)
    if (act.proposal !== undefined) this.propose(act.proposal)
  }

  /** A key that is pressed anywhere; what has the focus comes first. */
  press(event: KeyboardEvent): void {
    if (event.defaultPrevented) return
    const number = windowNumber(event)
    const act = actOf(event, isField(document.activeElement))
    if (number > 0) this.focus(this.dock?.inOrder[number - 1] ?? '')
    else if (act !== undefined && !this.#isIdle(act)) this.do(act)
    else return
    event.preventDefault()
  }

  /** Escape with nothing to interrupt closes what floats, by the browser's own means. */
  #isIdle(act: Act): boolean {
    return act === INTERRUPT && act.refusal(this.session.page, this.at()) !== ''
  }

  focus(key: string): void {
    this.dock?.focus(key)
  }

  toggleLargest(key: string): void {
    this.dock?.toggleLargest(key)
    this.largest = this.dock?.isLargest(key) ? key : ''
  }

  /** Put a line on the prompt, for the user to complete and send. */
  propose(line: string): void {
    this.session.proposed = line
    this.focus(COMMAND)
  }

  open(kind: string, subject = ''): void {
    this.focus(keyOf({ kind, subject }))
  }

  usesEditor(file: string): void {
    this.#editors = [...this.#editors.filter((each) => each !== file), file]
  }

  closesEditor(file: string): void {
    this.#editors = this.#editors.filter((each) => each !== file)
  }

  get lastEditor(): string | undefined {
    return this.#editors.at(-1)
  }

  endFinding(): void {
    this.isFinding = false
    void tick().then(() => this.#before?.focus())
  }

  #see(view: View): void {
    const { dock } = this
    if (dock === null) return
    const active = dock.active
    switch (view) {
      case 'find':
        this.#before = document.activeElement instanceof HTMLElement ? document.activeElement : null
        this.isFinding = true
        return
      case 'interrupt':
        return this.session.interrupt()
      case 'command':
        return this.focus(COMMAND)
      case 'next':
        return this.#step(1)
      case 'previous':
        return this.#step(-1)
      case 'largest':
        return this.toggleLargest(active)
      case 'arrange':
        return dock.arrangeAnew()
      case 'theme':
        return this.switchTheme()
      case 'narrower':
        return dock.resize(active, 'left')
      case 'wider':
        return dock.resize(active, 'right')
      case 'lower':
        return dock.resize(active, 'up')
      case 'higher':
        return dock.resize(active, 'down')
      default:
        return dock.move(active, view)
    }
  }

  #step(by: number): void {
    if (this.dock === null) return
    const { inOrder, active } = this.dock
    const next = (inOrder.indexOf(active) + by + inOrder.length) % inOrder.length
    this.focus(inOrder[next] ?? '')
  }
}

/** The word that help is wanted on: what an element says itself, the command being typed, the window's command. */
export function wordAt(element: Element | null, line: string): string {
  const said = element?.closest<HTMLElement>('[data-help]')?.dataset['help']
  const typed = element instanceof HTMLTextAreaElement ? element.value : ''
  return said ?? /^\s*([A-Za-z]\w*)/.exec(typed)?.[1] ?? line.split(' ')[0] ?? ''
}
