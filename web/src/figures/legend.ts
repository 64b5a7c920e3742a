/** Curves -> rows of samples and labels above an area, where they hide nothing. */
import type { Area, Curve } from '../protocol/figure'
import { strokeOf, textAt, type Part, type Pen, type Surface } from './drawing'
import { letterOf } from './palette'
import { bandColour, curvePen, inkPen } from './pens'
import { hasPoints, pointsAt } from './points'
import { clean, inBrackets, isDimensionless, shortened } from './words'

/** The largest fraction of the height of an area that its legend can take. */
const MAX_SHARE = 0.25

/** A curve or a band in the legend; `pen` is null for the note that some did not fit, and for bands.
 *
 * A band has its colour in `fill`; curves of points have a point. `width` includes the space after the entry.
 */
interface LegendEntry {
  readonly label: string
  readonly width: number
  readonly pen: Pen | null
  readonly letter: string
  readonly fill: string
  readonly isPoint: boolean
}

export type Legend = readonly (readonly LegendEntry[])[]

const PLAIN: LegendEntry = { label: '', width: 0, pen: null, letter: '', fill: '', isPoint: false }

/** Whether a curve has letters, which are put on it on request. */
export const isLettered = (curve: Curve): boolean => curve.shade === null && curve.ink === 'own' && curve.is_marked

/** The rows from `left`, or from further left if they would extend beyond `right`. */
export function* placed(legend: Legend, left: number, right: number, top: number, surface: Surface): Generator<Part> {
  const length = Math.max(0, ...legend.map(lengthOf))
  for (const [number, row] of legend.entries()) {
    let x = Math.min(left, right + spaceOf(surface) - length)
    const y = top + number * (surface.lineHeight + surface.gap) + surface.lineHeight / 2
    for (const entry of row) {
      yield* drawn(entry, x, y, surface)
      x += entry.width
    }
  }
}

const lengthOf = (row: readonly LegendEntry[]): number => row.reduce((sum, entry) => sum + entry.width, 0)

/** One for several curves, for bands, for letters, or for a single curve whose label is not on the axis. */
export function legendOf(area: Area, width: number, height: number, surface: Surface): Legend {
  if (surface.readout > 0) return []
  const labelled = [...area.curves.entries()].filter(([, curve]) => curve.label !== '')
  const only = labelled.length === 1 && area.bands.length === 0 ? labelled[0]?.[1] : undefined
  if (only && !only.is_marked && ['', only.label].includes(area.vertical.label)) return []
  const bands = area.bands.filter((band) => band.label !== '')
  const entries = [
    ...bands.map((band) =>
      entryOf({ ...PLAIN, label: clean(band.label), fill: bandColour(band.darkness, surface) }, width, surface),
    ),
    ...labelled.map(([number]) => curveEntry(area, number, width, surface)),
  ]
  if (entries.length === 0) return []
  const mostRows = Math.max(1, Math.trunc((MAX_SHARE * height) / (surface.lineHeight + surface.gap)))
  return flowed(entries, width, mostRows, surface)
}

/** The name of a curve, with its unit unless all curves of its axis have the same one, which the axis shows. */
export function curveLabel(area: Area, curve: Curve): string {
  const units = area.curves.filter((each) => each.label !== '' && each.is_right === curve.is_right).map((c) => c.unit)
  const hasUnit = new Set(units).size > 1 && !isDimensionless(curve.unit)
  return inBrackets({ name: curve.label, unit: hasUnit ? curve.unit : '' })
}

function curveEntry(area: Area, number: number, width: number, surface: Surface): LegendEntry {
  const curve = area.curves[number]
  if (curve === undefined) return PLAIN
  const letter = isLettered(curve) ? letterOf(number) : ''
  const pen = curvePen(area, number, surface)
  return entryOf({ ...PLAIN, label: curveLabel(area, curve), pen, letter, isPoint: hasPoints(curve) }, width, surface)
}

function entryOf(entry: LegendEntry, space: number, surface: Surface): LegendEntry {
  const before = sampleWidth(surface) + afterSample(surface)
  const label = shortened(entry.label, space - before, surface)
  return { ...entry, label, width: before + surface.widthOf(label) + spaceOf(surface) }
}

const sampleWidth = (surface: Surface): number => 5 * surface.widthOf('0')
const afterSample = (surface: Surface): number => surface.widthOf(' ') + surface.gap
const spaceOf = (surface: Surface): number => 3 * surface.widthOf('0')

function flowed(entries: readonly LegendEntry[], width: number, mostRows: number, surface: Surface): Legend {
  let row: LegendEntry[] = []
  const rows = [row]
  for (const [number, entry] of entries.entries()) {
    const note = `and ${entries.length - number} more`
    const noteWidth = surface.widthOf(note) + spaceOf(surface)
    const reserved = number + 1 < entries.length ? noteWidth : 0
    const needed = lengthOf(row) + entry.width - spaceOf(surface)
    if (rows.length === mostRows && needed + reserved > width) {
      row.push({ ...PLAIN, label: note, width: noteWidth })
      break
    }
    if (row.length > 0 && needed > width) rows.push((row = []))
    row.push(entry)
  }
  return rows
}

function* drawn(entry: LegendEntry, x: number, y: number, surface: Surface): Generator<Part> {
  const length = sampleWidth(surface)
  if (entry.pen === null && entry.fill === '') {
    yield textAt(entry.label, x, y, inkPen(surface))
    return
  }
  if (entry.fill !== '') {
    const half = 0.35 * surface.lineHeight
    yield {
      kind: 'fill',
      x: Float64Array.of(x, x + length, x + length, x),
      y: Float64Array.of(y - half, y - half, y + half, y + half),
      colour: entry.fill,
    }
  } else if (entry.pen !== null && entry.isPoint && entry.letter === '')
    yield* pointsAt({ x: Float64Array.of(x + length / 2), y: Float64Array.of(y) }, entry.pen)
  else if (entry.pen !== null)
    yield strokeOf({ x: Float64Array.of(x, x + 0.999 * length), y: Float64Array.of(y, y) }, entry.pen)
  if (entry.pen !== null && entry.letter !== '')
    yield { ...textAt(entry.letter, x + length / 2, y, entry.pen, 'middle'), isBacked: true }
  yield textAt(entry.label, x + length + afterSample(surface), y, inkPen(surface))
}
