/** The values and curves of the last run, by the path of a box and the name of a variable. */
/* eslint-disable svelte/prefer-svelte-reactivity -- maps are replaced whole, and `version` says when */
import type { Bars, Reading } from '../../diagrams/faces'
import { barsOf, membersIn, membersText, type Members } from '../../diagrams/members'
import { diagramIn, follow, type Scene } from '../../diagrams/scene'
import type { BoxItem, ValueItem } from '../../protocol/messages'
import type { SessionPage } from '../../session.svelte'

const MAX_CURVES = 60
const MAX_POINTS = 1000

export class Readings {
  /** Counts the curves that have arrived, so that the picture is drawn again. */
  version = $state(0)
  /** Questions for curves that have no answer so far. */
  asking = $state(0)
  readonly #session: SessionPage
  /** The member that is looked at, by the path of an array in lower case. */
  #chosen = $state.raw<ReadonlyMap<string, number>>(new Map())
  #curves: ReadonlyMap<string, Float64Array> = new Map()
  #asked = new Set<string>()

  constructor(session: SessionPage) {
    this.#session = session
  }

  readonly #values = $derived.by(
    () => new Map(this.#session.page.values.items.map((item) => [item.full_name.toLowerCase(), item])),
  )

  readonly #members = $derived.by(() => membersIn(this.#values.keys()))

  get hasValues(): boolean {
    return this.#values.size > 0
  }

  /** The value of a variable of a box, as the session knows it. */
  item(scene: Scene, path: readonly string[], variable: string): ValueItem | undefined {
    return this.namesOf(scene, path, variable)
      .map((name) => this.#values.get(name.toLowerCase()))
      .find(Boolean)
  }

  // Arrays

  membersOf(scene: Scene, path: readonly string[]): Members | undefined {
    return this.#members.get(this.#nameOf(scene, path, path.length - 1))
  }

  membersText(scene: Scene, path: readonly string[], box: BoxItem): string {
    return membersText(box.members, this.membersOf(scene, path))
  }

  memberAt(path: readonly string[], members: Members): number {
    const chosen = this.#chosen.get(path.join('\n').toLowerCase()) ?? members.first
    return Math.min(members.last, Math.max(members.first, chosen))
  }

  chooseMember(path: readonly string[], number: number): void {
    this.#chosen = new Map([...this.#chosen, [path.join('\n').toLowerCase(), number]])
    this.version += 1
  }

  /** The members of an array, by its first output or its first state. */
  bars(scene: Scene, path: readonly string[]): Bars | null {
    const members = this.membersOf(scene, path)
    const found = follow(scene, path)
    if (members === undefined || found === null) return null
    const owner = this.#nameOf(scene, path, path.length - 1)
    const variable = this.#shownOf(owner, members, found.box)
    if (variable === null) return null
    const count = members.last - members.first + 1
    const values = Array.from(
      { length: count },
      (_, i) => this.#values.get(`${owner}[${members.first + i}].${variable}`)?.value ?? NaN,
    )
    const heights = barsOf(values)
    const each = Math.ceil(count / Math.max(1, heights.length))
    return { heights, chosen: Math.floor((this.memberAt(path, members) - members.first) / each) }
  }

  #shownOf(owner: string, members: Members, box: BoxItem): string | null {
    const output = box.ports.find((port) => port.kind_of_port === 'output')
    if (output !== undefined) return output.name.replace(/\[.*\]$/, '').toLowerCase()
    const start = `${owner}[${members.first}].`
    for (const [name, { role }] of this.#values)
      if (role === 'state' && name.startsWith(start) && !name.slice(start.length).includes('.'))
        return name.slice(start.length)
    return null
  }

  /** The path of a part in lower case, with the members of the arrays around it. */
  #nameOf(scene: Scene, path: readonly string[], last: number): string {
    return this.#steps(scene, path)
      .map((step, i) => (i === last ? (path[i] ?? '') : step))
      .join('.')
      .toLowerCase()
  }

  #steps(scene: Scene, path: readonly string[]): readonly string[] {
    let before = ''
    return path.map((name, i) => {
      const here = path.slice(0, i + 1)
      const { members: written = '' } = follow(scene, here)?.box ?? {}
      const key = (before === '' ? name : `${before}.${name}`).toLowerCase()
      const members = written === '' ? undefined : this.#members.get(key)
      const number = members === undefined ? (written.split('..')[0] ?? '1') : this.memberAt(here, members)
      const step = written === '' ? name : `${name}[${number}]`
      before = before === '' ? step : `${before}.${step}`
      return step
    })
  }

  /** How a variable of a box may be called; of an array, that of the member that is looked at. */
  namesOf(scene: Scene, path: readonly string[], variable: string): readonly string[] {
    const plain = variable.replace(/\[.*\]$/, '')
    if (path.length === 0) return [plain]
    const owner = this.#steps(scene, path).join('.')
    return [`${owner}.${plain}`, `${plain}[${owner}]`]
  }

  /** A new run has curves of its own. */
  forget(): void {
    this.#curves = new Map()
    this.#asked = new Set()
    this.version += 1
  }

  read(scene: Scene, path: readonly string[], variable: string): Reading | null {
    const item = this.item(scene, path, variable)
    if (item === undefined) return null
    return { text: shortNumber(item.value), curve: this.#curves.get(item.full_name.toLowerCase()) ?? null }
  }

  /** Ask for the curves of boxes that are seen; each once for a run. */
  async want(scene: Scene, paths: readonly string[]): Promise<void> {
    if (this.#session.page.runs.items.length === 0) return
    const names = paths
      .slice(0, MAX_CURVES)
      .flatMap((path) => this.#outputsOf(scene, path.split('\n')))
      .map((name) => this.#values.get(name.toLowerCase())?.full_name ?? '')
      .filter((name) => name !== '' && !this.#asked.has(name))
      .slice(0, MAX_CURVES)
    if (names.length === 0) return
    for (const name of names) this.#asked.add(name)
    this.asking += 1
    const answer = await this.#session.ask({ kind: 'Tabulate', names, first: 0, count: MAX_POINTS })
    this.asking -= 1
    if (answer.kind === 'Refused') return
    const found = answer.names.map((name, i) => [name.toLowerCase(), answer.columns[i] ?? new Float64Array()] as const)
    this.#curves = new Map([...this.#curves, ...found])
    this.version += 1
  }

  #outputsOf(scene: Scene, path: readonly string[]): readonly string[] {
    const found = follow(scene, path)
    if (found === null || diagramIn(scene, found.box) === undefined) return []
    const outputs = found.box.ports.filter((port) => port.side === 'right' && port.kind_of_port !== 'terminal')
    return outputs.slice(0, 1).flatMap((port) => this.namesOf(scene, path, port.name))
  }
}

export function shortNumber(value: number): string {
  if (!Number.isFinite(value)) return String(value)
  const size = Math.abs(value)
  return size !== 0 && (size >= 1e5 || size < 1e-3) ? value.toExponential(3) : Number(value.toPrecision(4)).toString()
}
