/** The one state of the page: what the server said last, the lines that wait for it, and the ways to ask. */
import { Connection } from './connection'
import type { Message, MessageOf } from './protocol/messages'
import { EMPTY, reduce, type Page } from './protocol/page'
import { partsOf } from './parts.svelte'
import type { AnswerTo, Numbers, Question } from './protocol/requests'

type QuestionOf<K extends Question['kind']> = Omit<Extract<Question, { kind: K }>, 'id'> & { readonly kind: K }
type Answer<K extends Question['kind']> = MessageOf<AnswerTo[K]> | MessageOf<'Refused'>

interface Waiting {
  readonly id: number
  readonly line: string
}

/** A line of this page that was refused. */
export interface Failure {
  readonly line: string
  readonly message: string
}

export interface Goal {
  readonly file: string
  readonly position: number
}

export class SessionPage {
  /** Replaced whole by each message. */
  #whole = $state.raw<Page>(EMPTY)
  /** What uses one part of it is left alone when another comes. */
  readonly page: Page = partsOf(EMPTY, () => this.#whole)
  waiting = $state.raw<readonly Waiting[]>([])
  reason = $state('')
  /** Of those, the lines that the session has begun: they are among the replies. */
  begun = $state(0)
  /** What was refused of the lines given last: whoever gave it says so where it was given. */
  failure = $state.raw<Failure | null>(null)
  /** The last line of this page that was executed. */
  executed = $state.raw<{ readonly line: string } | null>(null)
  /** The line that a drag will give when it ends; empty without one. */
  pending = $state('')
  /** What windows add to their titles, by their keys. */
  marks = $state.raw<Readonly<Record<string, string>>>({})
  /** Where an editor is to put the cursor, as soon as it is there. */
  goal = $state.raw<Goal | null>(null)
  /** A line for the prompt that the user has not sent. */
  proposed = $state('')
  /** The time that windows linked with each other show, and which of them has set it. */
  moment = $state.raw<{ readonly time: number; readonly from: string } | null>(null)
  /** Milliseconds from the arrival of the last figure until it was on the screen. */
  redrawn = $state(0)

  readonly #connection: Connection
  readonly #browser: string
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- nothing on the page shows it
  readonly #answers = new Map<number, (answer: Message) => void>()
  #lastId = 0
  #lastQuestion = 0
  #lastTrial = 0
  #received: Message[] = []

  constructor(address: string) {
    // Each page counts its own lines: a name kept in the tab would be shared by its duplicate.
    this.#browser = crypto.randomUUID().replaceAll('-', '')
    this.#connection = new Connection(`${address}?browser=${this.#browser}`, {
      receive: (message) => this.#receive(message),
      change: (isConnected, reason) => this.#change(isConnected, reason),
    })
  }

  open(): void {
    this.#connection.open()
  }

  /** Give a line to the session; it is sent again if the connection was lost before it was done. */
  execute = (line: string): void => {
    if (this.waiting.length === 0) this.failure = null
    this.#lastId += 1
    this.waiting = [...this.waiting, { id: this.#lastId, line }]
    this.#connection.send({ kind: 'Execute', id: this.#lastId, line })
  }

  /** Mark a window in its title; empty takes the mark away. */
  mark = (key: string, text: string): void => {
    if ((this.marks[key] ?? '') !== text) this.marks = { ...this.marks, [key]: text }
  }

  interrupt = (): void => {
    this.#connection.send({ kind: 'Interrupt' })
  }

  /** Run with values that are not given; the number of the trial. */
  attempt = (parameters: Numbers, initial: Numbers = {}): number => {
    this.#lastTrial += 1
    this.#connection.send({ kind: 'Try', number: this.#lastTrial, parameters, initial })
    return this.#lastTrial
  }

  endTrial = (): void => {
    this.#connection.send({ kind: 'EndTrial' })
  }

  /** Change a parameter of the run that goes on at the pace of a clock. */
  operate = (parameter: string, value: number): void => {
    this.#connection.send({ kind: 'Operate', parameter, value })
  }

  restore = (accepts: boolean): void => {
    this.#connection.send({ kind: 'Restore', accepts })
    const { greeting } = this.page
    if (greeting !== null) this.#whole = { ...this.#whole, greeting: { ...greeting, lost: [] } }
  }

  arrange = (tree: string): void => {
    this.#connection.send({ kind: 'Arrange', tree })
  }

  /** Ask something that changes nothing; the answer, or why there is none. */
  ask = <K extends Question['kind']>(question: QuestionOf<K>): Promise<Answer<K>> => {
    this.#lastQuestion += 1
    const id = this.#lastQuestion
    const asked = { ...question, id } as unknown as Question
    return new Promise((resolve) => {
      this.#answers.set(id, (answer) => resolve(answer as Answer<K>))
      if (!this.#connection.send(asked)) this.#answer({ kind: 'Refused', id, message: 'not connected', hint: '' })
    })
  }

  #answer(message: Message): void {
    if (!('id' in message) || 'browser' in message) return
    this.#answers.get(message.id)?.(message)
    this.#answers.delete(message.id)
  }

  /** All that arrived since the last turn is taken in at once: one update of the page, not one for each. */
  #receive(message: Message): void {
    if (this.#received.length === 0) queueMicrotask(() => this.#takeIn())
    this.#received.push(message)
  }

  #takeIn(): void {
    const received = this.#received
    this.#received = []
    this.#whole = received.reduce(reduce, this.#whole)
    if (received.some((message) => message.kind === 'FigurePart')) this.#timeRedraw(performance.now())
    for (const message of received) {
      if (message.kind === 'Greeting') this.#sendAgain()
      else if (message.kind === 'Done') this.#isDone(message)
      else if (message.kind === 'Line' && message.browser === this.#browser) this.begun = message.id
      else this.#answer(message)
    }
  }

  /** A frame is drawn after its callbacks: what is put off until after them comes when it is done. */
  #timeRedraw(since: number): void {
    requestAnimationFrame(() => setTimeout(() => (this.redrawn = performance.now() - since)))
  }

  #isDone(done: MessageOf<'Done'>): void {
    if (done.browser !== this.#browser) return
    const line = this.waiting.find((each) => each.id === done.id)?.line
    if (line !== undefined && !done.has_failed) this.executed = { line }
    if (line !== undefined && done.has_failed) this.failure = { line, message: this.#errorOf(done.number) }
    this.waiting = this.waiting.filter((each) => each.id > done.id)
  }

  /** The sentence of an error, without the name of the error and the hint. */
  #errorOf(number: number): string {
    const said = this.page.replies.find(
      (reply) => reply.kind === 'Reply' && reply.number === number && reply.tone === 'error',
    )
    const first = said?.kind === 'Reply' ? (said.text.split('\n')[0] ?? '') : ''
    return first.replace(/^error\[[\w-]+\]: /, '')
  }

  #sendAgain(): void {
    for (const { id, line } of this.waiting) this.#connection.send({ kind: 'Execute', id, line })
  }

  #change(isConnected: boolean, reason: string): void {
    this.reason = reason
    this.#whole = { ...this.#whole, isConnected }
    if (isConnected) return
    if (this.page.prompt.is_over) this.#connection.close()
    for (const id of [...this.#answers.keys()]) this.#answer({ kind: 'Refused', id, message: reason, hint: '' })
  }
}
