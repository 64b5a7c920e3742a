/** Runs that are kept -> the lines that show, hide, keep, export and discard them. */
import { areaLine } from '../../figures/lines'
import type { Area } from '../../protocol/figure'
import type { EnsembleItem, RunItem } from '../../protocol/messages'
import type { Page } from '../../protocol/page'

const LAST = ''
const MOST_STATES = 3
const NAME = /^[A-Za-z_]\w*$/

/** The curves of a run on the page of the current window, as the legend names them. */
export function curvesOf(page: Page, run: RunItem): readonly string[] {
  const labels = areasOf(page).flatMap((area) => area.curves.map((curve) => curve.label))
  return [...new Set(labels)].filter((label) => runOf(page, label) === run.name && has(run, variableOf(label)))
}

/** The run that a label names after its slash; the last one if it names none. */
function runOf(page: Page, label: string): string {
  const named = page.runs.items.find(
    (run) => run.name !== LAST && label.toLowerCase().endsWith(`/${run.name.toLowerCase()}`),
  )
  return named?.name ?? LAST
}

/** What the page shows of other runs, of this one too: area by area, the current one is the same afterwards. */
export function showLines(page: Page, run: RunItem): readonly string[] {
  const part = page.figures[page.windows.current]
  const wanted = areasOf(page).flatMap((area, number) => {
    const words = wordsFor(area, run)
    return words === '' ? [] : [{ number, line: `SHOW ${words}` }]
  })
  const [first] = wanted
  if (part === undefined || first === undefined) return [`SHOW ${usual(page, run).map(of(run)).join(' ')}`]
  if (wanted.length === 1 && first.number === part.area) return [first.line]
  const lines = wanted.flatMap(({ number, line }) => [areaLine(part.figure, number), line])
  return wanted.at(-1)?.number === part.area ? lines : [...lines, areaLine(part.figure, part.area)]
}

export function hideLine(page: Page, run: RunItem): string {
  if (run.name !== LAST) return `HIDE /${run.name}`
  return `HIDE ${curvesOf(page, run).map(quoted).join(' ')}`
}

/** A run is kept by running it again under a name; null if it cannot be one. */
export const keepLine = (name: string): string | null => (NAME.test(name) ? `SIMU /${name}` : null)

export const exportLine = (run: RunItem): string =>
  run.name === LAST ? 'EXPORT last.csv' : `EXPORT ${run.name.toLowerCase()}.csv /${run.name}`

export const exportEnsembleLine = (ensemble: EnsembleItem): string =>
  `EXPORT ${ensemble.name.toLowerCase()}.nc /${ensemble.name}`

export const forgetLine = (name: string): string => `FORGET ${name}`

/** Its curves as bands, or else its first number over its parameters; null if it keeps neither. */
export function drawLine(ensemble: EnsembleItem): string | null {
  const name = ensemble.name === LAST ? '' : `/${ensemble.name}`
  const [curve] = ensemble.curves
  if (curve !== undefined) return `FAN ${curve}${name} -BANDS`
  const [number] = ensemble.numbers
  return number === undefined ? null : `MAP ${number.replaceAll(' ', '')}${name}`
}

const areasOf = (page: Page): readonly Area[] => page.figures[page.windows.current]?.figure.areas ?? []

/** `y/run` and `y GAIN:2` are curves of `y`. */
const variableOf = (label: string): string => label.split(/[/ ]/)[0] ?? ''

function has(run: RunItem, name: string): boolean {
  const wanted = name.toLowerCase()
  return run.variables.some((each) => each.toLowerCase() === wanted || shortOf(each).toLowerCase() === wanted)
}

const shortOf = (name: string): string => name.split('[')[0] ?? name
const of =
  (run: RunItem) =>
  (name: string): string =>
    run.name === LAST ? name : `${name}/${run.name}`

/** Variables of the area that the run has, against what is horizontal there. */
function wordsFor(area: Area, run: RunItem): string {
  const names = [...new Set(area.curves.map((curve) => variableOf(curve.label)))].filter((name) => has(run, name))
  if (names.length === 0) return ''
  const against = has(run, area.horizontal.label) ? [`(${area.horizontal.label})`] : []
  return [...names.map(of(run)), ...against].join(' ')
}

/** For an empty page: the first states, or else the first variable. */
function usual(page: Page, run: RunItem): readonly string[] {
  const states = page.values.items.filter((item) => item.role === 'state' && run.variables.includes(item.full_name))
  const names = states.slice(0, MOST_STATES).map((item) => item.full_name)
  return names.length > 0 ? names : run.variables.slice(0, 1)
}

const quoted = (label: string): string => (/[\s,]/.test(label) ? `'${label}'` : label)
