/** What is done in a graphics window -> the lines that it means. */
import type { Figure } from '../protocol/figure'
import type { MessageOf } from '../protocol/messages'
import type { Page } from '../protocol/page'
import type { Range } from './views'

export function areaLine(figure: Figure, number: number): string {
  return `AREA ${Math.floor(number / figure.columns) + 1} ${(number % figure.columns) + 1}`
}

/** Other ends for the axes of the current area; with neither, the ends that fit its curves. */
export function axesLine(horizontal: Range | null, vertical: Range | null): string {
  const across = horizontal && `H ${horizontal.low} ${horizontal.high}`
  const up = vertical && `V ${vertical.low} ${vertical.high}`
  return ['AXES', across, up, '-KEEP'].filter((word) => word !== null).join(' ')
}

/** Lines about an area: the window and the area are made the current ones first. */
export function inArea(
  page: Page,
  part: MessageOf<'FigurePart'>,
  area: number,
  ...lines: readonly string[]
): readonly string[] {
  const chosen = part.area === area ? [] : [areaLine(part.figure, area)]
  return [...inWindow(page, part.window), ...chosen, ...lines]
}

export const inWindow = (page: Page, window: string): readonly string[] =>
  page.windows.current === window ? [] : [`MKWIN ${window}`.trim()]

/** The states of a phase plane: what is horizontal, and what is vertical; null if one is no state. */
export function statesOf(page: Page, figure: Figure, area: number): readonly [string, string] | null {
  const given = figure.areas[area]
  const curve = given?.curves[0]
  if (given === undefined || curve === undefined) return null
  const shown = curve.label === '' ? given.vertical.label : curveName(curve.label)
  const [horizontal, vertical] = [stateNamed(page, given.horizontal.label), stateNamed(page, shown)]
  return horizontal === null || vertical === null || horizontal === vertical ? null : [horizontal, vertical]
}

/** `y/run` and `y GAIN:2` are curves of `y`. */
const curveName = (label: string): string => label.split(/[/ ]/)[0] ?? ''

function stateNamed(page: Page, label: string): string | null {
  const name = label.toLowerCase()
  const isNamed = (each: string): boolean => each.toLowerCase() === name
  const found = page.values.items.filter(
    (item) => item.role === 'state' && (isNamed(item.full_name) || isNamed(item.name)),
  )
  return found.length === 1 ? (found[0]?.full_name ?? null) : null
}

/** The phase plane with the time as colour, or as it was. */
export function colourLine(figure: Figure, area: number, states: readonly [string, string]): string {
  const [horizontal, vertical] = states
  return `ASHOW ${vertical} (${horizontal})${isColoured(figure, area) ? '' : ' -COLOUR'}`
}

/** Whether the shades of its curves mean the time. */
export const isColoured = (figure: Figure, area: number): boolean => figure.areas[area]?.key != null

/** A trajectory from a place of the phase plane; unless runs redraw the page by themselves, it is shown as well. */
export function trajectoryLines(
  page: Page,
  states: readonly [string, string],
  x: number,
  y: number,
): readonly string[] {
  const [horizontal, vertical] = states
  const isLive = page.settings.switches['LIVE'] === true
  const show = `SHOW ${vertical} '${vertical} from ${x}, ${y}' (${horizontal})`
  return [`INIT ${horizontal}: ${x} ${vertical}: ${y}`, 'SIMU', ...(isLive ? [] : [show])]
}

/** A variable that is dropped on an area; null if it is none. */
export function dropLine(page: Page, text: string, isNew: boolean): string | null {
  const name = text.trim().toLowerCase()
  const isKnown = page.values.items.some((item) =>
    [item.name, item.full_name].some((each) => each.toLowerCase() === name),
  )
  return isKnown ? `${isNew ? 'ASHOW' : 'SHOW'} ${text.trim()}` : null
}

export type FileType = 'svg' | 'pdf' | 'png'

export const pictureLine = (page: Page, window: string, type: FileType): string =>
  `HCOPY ${fileName(page, window)}.${type}`

/** The variables of all areas in a table, over the time that is seen; null if no curve is one of the last run. */
export function tableLine(page: Page, part: MessageOf<'FigurePart'>, seen: Range | null): string | null {
  const labels = part.figure.areas.flatMap((area) => area.curves.map((curve) => curve.label))
  const names = [...new Set(labels)].filter((label) => /^[A-Za-z_][\w.]*(\[[\w.]+\])?$/.test(label))
  if (names.length === 0) return null
  const limits = seen === null ? '' : ` FROM:${seen.low} TO:${seen.high}`
  return `EXPORT ${fileName(page, part.window)}.csv ${names.join(' ')}${limits}`
}

const fileName = (page: Page, window: string): string =>
  (window || page.model.name.split(' ')[0] || 'figure').toLowerCase().replace(/[^\w-]/g, '-')
