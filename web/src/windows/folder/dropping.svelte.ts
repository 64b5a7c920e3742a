/** A file that is dropped from the desktop: saved into the folder, never over another without a question. */
import type { SessionPage } from '../../session.svelte'
import { MOST_DROPPED, within } from './files'

interface Asked {
  readonly file: string
  readonly text: string
  readonly before: string
}

export class Dropping {
  isOver = $state(false)
  asked = $state.raw<Asked | null>(null)
  message = $state('')
  /** Counts what was saved, so that the list is read again. */
  saved = $state(0)

  constructor(private readonly session: SessionPage) {}

  over = (event: DragEvent): void => {
    if (event.dataTransfer?.types.includes('Files') !== true) return
    event.preventDefault()
    this.isOver = true
  }

  leave = (): void => {
    this.isOver = false
  }

  async drop(event: DragEvent, folder: string): Promise<void> {
    const [file] = event.dataTransfer?.files ?? []
    this.isOver = false
    if (file === undefined) return
    event.preventDefault()
    event.stopPropagation()
    await this.take(file, folder)
  }

  async take(file: File, folder: string): Promise<void> {
    const name = within(folder, file.name)
    const text = file.size > MOST_DROPPED ? null : textOf(await file.arrayBuffer())
    if (text === null) {
      this.message = `${file.name} is not a text of at most ${MOST_DROPPED / 1e6} MB: copy it into the folder`
      return
    }
    const there = await this.session.ask({ kind: 'Open', file: name })
    if (there.kind === 'Refused') this.message = there.message
    else if (there.digest === '') await this.#save({ file: name, text, before: '' })
    else this.asked = { file: name, text, before: there.digest }
  }

  replace = async (): Promise<void> => {
    const asked = this.asked
    this.asked = null
    if (asked !== null) await this.#save(asked)
  }

  giveUp = (): void => {
    this.asked = null
  }

  async #save(asked: Asked): Promise<void> {
    const answer = await this.session.ask({ kind: 'Save', ...asked })
    this.message = answer.kind === 'Refused' ? answer.message : `${asked.file} is saved`
    this.saved += 1
  }
}

/** Null if the bytes are no text. */
function textOf(data: ArrayBuffer): string | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(data)
    return text.includes('\0') ? null : text
  } catch {
    return null
  }
}
