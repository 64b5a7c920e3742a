/** A text that is being written: what the file has, what is not saved, and what the compiler says. */
import type { DiagnosticItem, MessageOf } from '../protocol/messages'
import type { SessionPage } from '../session.svelte'
import { compilingLine, quoted } from './compiling'
import { draftOf, dropDraft, keepDraft } from './drafts'
import { Newest } from './newest'
import type { TextView } from './textView'

/** What the banner above the text says. */
export type Trouble = '' | 'changed elsewhere' | 'draft' | 'refused'

export class Editing {
  isLoaded = $state(false)
  isChanged = $state(false)
  isFollowing = $state(false)
  trouble = $state<Trouble>('')
  reason = $state('')
  said = $state('')
  line = $state(1)
  column = $state(1)
  checked = $state.raw<MessageOf<'Checked'> | null>(null)

  readonly errors = $derived(this.#of('error'))
  readonly warnings = $derived(this.#of('warning'))
  readonly notes = $derived(this.#of('note'))
  /** Those that are not at a place of this text. */
  readonly elsewhere: readonly DiagnosticItem[] = $derived(
    (this.checked?.items ?? []).filter((item) => item.file !== this.file && item.severity !== 'note'),
  )

  #view: TextView | null = null
  #saved = ''
  #digest = ''
  readonly #newest = new Newest()

  constructor(
    readonly session: SessionPage,
    readonly file: string,
    private readonly kept: Storage,
  ) {}

  #of(severity: string): number {
    return (this.checked?.items ?? []).filter((item) => item.severity === severity).length
  }

  /** Put the text into the element; what it returns takes it out again. */
  attach(element: HTMLElement): () => void {
    let isOver = false
    void import('./textView').then(({ TextView: View }) => {
      if (isOver) return
      this.#view = new View(element, `Text of ${this.file}`, {
        change: (text) => this.#changed(text),
        move: (line, column) => ([this.line, this.column] = [line, column]),
        save: () => void this.save(),
        compile: () => void this.compile(),
        complete: (text, position) => this.#complete(text, position),
        explain: async (text, position) => (await this.#explain(text, position))?.text ?? '',
        define: (text, position) => void this.define(text, position),
      })
      void this.load()
    })
    return () => {
      isOver = true
      if (this.isFollowing) this.session.endTrial()
      this.session.mark(`editor ${this.file}`, '')
      this.#view?.destroy()
      this.#view = null
    }
  }

  /** Write lines below the one of the cursor; what they are may depend on the text. */
  insert(written: (text: string) => string): void {
    this.#view?.insertLines(written(this.#view.text))
  }

  /** The text of the file; what was not saved before a reload comes back, and can be given up. */
  async load(): Promise<void> {
    const found = await this.session.ask({ kind: 'Open', file: this.file })
    if (found.kind === 'Refused') return this.#refused(found)
    this.#take(found)
    this.#view?.open(found.text)
    const draft = draftOf(this.kept, this.file)
    if (draft !== null && draft.text !== found.text) {
      this.trouble = draft.digest === found.digest ? 'draft' : 'changed elsewhere'
      this.#view?.replace(draft.text)
    }
    this.isLoaded = true
    this.#changed(this.#view?.text ?? '')
  }

  #take(found: MessageOf<'FileText'>): void {
    this.#saved = found.text
    this.#digest = found.digest
    this.reason = ''
  }

  /** Someone may have written the file: a text without changes of its own follows it. */
  async lookAgain(): Promise<void> {
    if (!this.isLoaded) return
    const found = await this.session.ask({ kind: 'Open', file: this.file })
    if (found.kind === 'Refused' || found.digest === this.#digest) return
    if (this.isChanged) {
      this.trouble = 'changed elsewhere'
      return
    }
    this.#take(found)
    this.#view?.replace(found.text)
  }

  /** Give up what was not saved. */
  async takeFile(): Promise<void> {
    const found = await this.session.ask({ kind: 'Open', file: this.file })
    if (found.kind === 'Refused') return this.#refused(found)
    this.#take(found)
    this.trouble = ''
    this.#view?.replace(found.text)
    this.#changed(found.text)
  }

  keepDraft(): void {
    this.trouble = ''
  }

  /** Write this text over what someone else has written. */
  async overwrite(): Promise<void> {
    const found = await this.session.ask({ kind: 'Open', file: this.file })
    if (found.kind === 'Refused') return this.#refused(found)
    this.#digest = found.digest
    this.trouble = ''
    await this.save()
  }

  /** Whether the text is on the disk. */
  async save(): Promise<boolean> {
    if (!this.isLoaded) return false
    const text = this.#view?.text ?? ''
    const answer = await this.session.ask({ kind: 'Save', file: this.file, text, before: this.#digest })
    if (answer.kind === 'Refused') {
      await this.#notSaved(answer)
      return false
    }
    this.#take({ ...answer, text })
    this.trouble = ''
    this.said = 'Saved'
    this.#changed(this.#view?.text ?? '', true)
    return true
  }

  async #notSaved(answer: MessageOf<'Refused'>): Promise<void> {
    const found = await this.session.ask({ kind: 'Open', file: this.file })
    if (found.kind !== 'Refused' && found.digest !== this.#digest) this.trouble = 'changed elsewhere'
    else this.#refused(answer)
  }

  #refused(answer: MessageOf<'Refused'>): void {
    this.trouble = 'refused'
    this.reason = [answer.message, answer.hint].filter((text) => text !== '').join('; ')
  }

  /** Save, then compile with the other files of the model; a text with errors leaves the model as it is. */
  async compile(): Promise<void> {
    if (!(await this.save())) return
    await this.#check()
    const { model } = this.session.page
    const line = compilingLine(this.file, this.#view?.text ?? '', model.files)
    if (this.errors > 0) {
      this.said = 'Saved, not compiled'
      this.#view?.toNextDiagnostic()
    } else if (line !== '') {
      this.said = ''
      this.session.execute(line)
    }
  }

  toNextDiagnostic(): void {
    this.#view?.toNextDiagnostic()
  }

  follow(follows: boolean): void {
    this.isFollowing = follows
    if (follows) this.check()
    else this.session.endTrial()
  }

  /** Ask what the compiler says about the text as it is now. */
  check(): void {
    this.#newest.ask(() => this.#check())
  }

  async #check(): Promise<void> {
    const text = this.#view?.asked()
    if (text === undefined) return
    const follows = this.isFollowing
    const answer = await this.session.ask({ kind: 'Check', file: this.file, text, follows })
    if (answer.kind === 'Refused') return
    this.checked = answer
    this.#view?.show(answer)
    this.#mark()
  }

  #changed(text: string, isSaved = false): void {
    this.isChanged = text !== this.#saved
    if (this.isChanged) keepDraft(this.kept, this.file, { text, digest: this.#digest })
    else dropDraft(this.kept, this.file)
    if (!isSaved) {
      this.said = ''
      this.check()
    }
    this.#mark()
  }

  #mark(): void {
    const marks = [this.isChanged ? '●' : '', this.errors > 0 ? String(this.errors) : '']
    this.session.mark(`editor ${this.file}`, marks.filter((mark) => mark !== '').join(' '))
  }

  async #complete(text: string, position: number) {
    const answer = await this.session.ask({ kind: 'CompleteText', file: this.file, text, position })
    return answer.kind === 'Refused' ? [] : answer.items
  }

  async #explain(text: string, position: number): Promise<MessageOf<'Explained'> | null> {
    const answer = await this.session.ask({ kind: 'Explain', file: this.file, text, position })
    return answer.kind === 'Refused' ? null : answer
  }

  async define(text: string, position: number): Promise<void> {
    const found = await this.#explain(text, position)
    if (found === null || found.definition < 0) this.said = 'It is defined nowhere in this folder'
    else this.goTo(found.file, found.definition)
  }

  goTo(file: string, position: number): void {
    if (file === this.file) {
      this.#view?.goTo(position)
      return
    }
    this.session.goal = { file, position }
    this.session.execute(`WEDIT ${quoted(file)}`)
  }

  /** Go where another window has sent the cursor. */
  reach(position: number): void {
    if (!this.isLoaded) return
    this.session.goal = null
    this.#view?.goTo(position)
  }
}
