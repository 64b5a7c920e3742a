/** The values and curves of the last run, by the path of a box and the name of a variable. */
/* eslint-disable svelte/prefer-svelte-reactivity -- maps are replaced whole, and `version` says when */
import type { Reading } from '../../diagrams/draw'
import { diagramIn, follow, type Scene } from '../../diagrams/scene'
import type { SessionPage } from '../../session.svelte'

const MAX_CURVES = 60
const MAX_POINTS = 1000

export class Readings {
  /** Counts the curves that have arrived, so that the picture is drawn again. */
  version = $state(0)
  readonly #session: SessionPage
  #curves: ReadonlyMap<string, Float64Array> = new Map()
  #asked = new Set<string>()

  constructor(session: SessionPage) {
    this.#session = session
  }

  readonly #values = $derived.by(
    () => new Map(this.#session.page.values.items.map((item) => [item.full_name.toLowerCase(), item])),
  )

  get hasValues(): boolean {
    return this.#values.size > 0
  }

  /** A new run has curves of its own. */
  forget(): void {
    this.#curves = new Map()
    this.#asked = new Set()
    this.version += 1
  }

  read(scene: Scene, path: readonly string[], variable: string): Reading | null {
    const item = namesOf(scene, path, variable)
      .map((name) => this.#values.get(name.toLowerCase()))
      .find(Boolean)
    if (item === undefined) return null
    return { text: shortNumber(item.value), curve: this.#curves.get(item.full_name.toLowerCase()) ?? null }
  }

  /** Ask for the curves of boxes that are seen; each once for a run. */
  async want(scene: Scene, paths: readonly string[]): Promise<void> {
    if (this.#session.page.runs.items.length === 0) return
    const names = paths
      .slice(0, MAX_CURVES)
      .flatMap((path) => outputsOf(scene, path.split('\n')))
      .map((name) => this.#values.get(name.toLowerCase())?.full_name ?? '')
      .filter((name) => name !== '' && !this.#asked.has(name))
      .slice(0, MAX_CURVES)
    if (names.length === 0) return
    for (const name of names) this.#asked.add(name)
    const answer = await this.#session.ask({ kind: 'Tabulate', names, first: 0, count: MAX_POINTS })
    if (answer.kind === 'Refused') return
    const found = answer.names.map((name, i) => [name.toLowerCase(), answer.columns[i] ?? new Float64Array()] as const)
    this.#curves = new Map([...this.#curves, ...found])
    this.version += 1
  }
}

function outputsOf(scene: Scene, path: readonly string[]): readonly string[] {
  const found = follow(scene, path)
  if (found === null || diagramIn(scene, found.box) === undefined) return []
  const outputs = found.box.ports.filter((port) => port.side === 'right' && port.kind_of_port !== 'terminal')
  return outputs.slice(0, 1).flatMap((port) => namesOf(scene, path, port.name))
}

/** How a variable of a box may be called; of an array, that of its first member. */
export function namesOf(scene: Scene, path: readonly string[], variable: string): readonly string[] {
  const steps = path.map((name, i) => {
    const members = follow(scene, path.slice(0, i + 1))?.box.members ?? ''
    return members === '' ? name : `${name}[${members.split('..')[0] ?? '1'}]`
  })
  const plain = variable.replace(/\[.*\]$/, '')
  return [`${steps.join('.')}.${plain}`, `${plain}[${steps.join('.')}]`]
}

export function shortNumber(value: number): string {
  if (!Number.isFinite(value)) return String(value)
  const size = Math.abs(value)
  return size !== 0 && (size >= 1e5 || size < 1e-3) ? value.toExponential(3) : Number(value.toPrecision(4)).toString()
}
