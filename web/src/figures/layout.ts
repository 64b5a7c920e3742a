/** Figure, Surface -> Plans: where each area is on the page, what is drawn of it, and the numbers on its axes.
 *
 * Areas in one column of the page have the same left and right margins, those in one row the same top and bottom
 * margins, so that their axes are aligned. What does not fit is left out in the order legend, labels, numbers.
 */
import type { Area, Figure } from '../protocol/figure'
import type { Surface } from './drawing'
import { graduate, widened, type Ends, type Graduation } from './graduation'
import { legendOf, type Legend } from './legend'
import { placeOne, type Viewport } from './paths'
import { endsOf, type AreaEnds, type DrawnArea } from './ranges'
import { isEmpty, nameOf, verticalName, type Name } from './words'

/** What is drawn beside the curves; small areas have less. */
interface Detail {
  readonly hasLegend: boolean
  readonly hasLabels: boolean
  readonly hasNumbers: boolean
}

const ALL: Detail = { hasLegend: true, hasLabels: true, hasNumbers: true }
const LEAST: Detail = { hasLegend: false, hasLabels: false, hasNumbers: false }
const DETAILS: readonly Detail[] = [ALL, { ...ALL, hasLegend: false }, { ...LEAST, hasNumbers: true }]

type Margins = Viewport
const NONE: Margins = { left: 0, top: 0, right: 0, bottom: 0 }

/** An area with its position on the page and what is drawn of it. */
export interface Plan {
  readonly area: DrawnArea
  readonly ends: AreaEnds
  readonly box: Viewport
  readonly detail: Detail
  readonly legend: Legend
  readonly margins: Margins
  readonly hasCurveLabels: boolean
}

/** Where the curves are. */
export function windowOf({ box, margins }: Plan): Viewport {
  const [right, bottom] = [box.right - margins.right, box.bottom - margins.bottom]
  return { left: Math.min(box.left + margins.left, right), top: Math.min(box.top + margins.top, bottom), right, bottom }
}

/** Areas whose labels fit beside their curves have no legend. */
export function plansOf(figure: Figure, surface: Surface, doLabelsFit: (plan: Plan) => boolean): readonly Plan[] {
  const boxes = boxesOf(figure, surface)
  const bare = (): Plan[] => boxes.map(([area, box]) => planOf(area, box, surface))
  const labelled = boxes.map(
    ([area, box]) => labelledPlan(area, box, surface, doLabelsFit) ?? planOf(area, box, surface),
  )
  const plans = aligned(labelled, figure.columns, surface)
  if (plans.every((plan) => !plan.hasCurveLabels || doLabelsFit(plan))) return plans
  // The margins of their neighbours have left some of the labels too little space.
  return aligned(bare(), figure.columns, surface)
}

function aligned(plans: readonly Plan[], columns: number, surface: Surface): readonly Plan[] {
  const first = inLine(plans, columns)
  // Equal margins leave some areas less space, and so different numbers, which may be longer.
  return inLine(
    first.map((plan) => ({ ...plan, margins: marginsOf(plan, surface) })),
    columns,
  )
}

/** The area with labels beside its curves instead of a legend; null if they do not fit. */
function labelledPlan(
  area: DrawnArea,
  box: Viewport,
  surface: Surface,
  doLabelsFit: (plan: Plan) => boolean,
): Plan | null {
  const isPossible = area.bands.length === 0 && !area.curves.some((curve) => curve.is_marked)
  if (!isPossible || area.curves.filter((curve) => curve.label !== '').length < 2) return null
  const bare = { area, ends: endsOf(area), box, detail: ALL, legend: [], margins: NONE, hasCurveLabels: true }
  const plan = { ...bare, margins: marginsOf(bare, surface) }
  return isLargeEnough(plan, surface) && doLabelsFit(plan) ? plan : null
}

function boxesOf(figure: Figure, surface: Surface): readonly (readonly [DrawnArea, Viewport])[] {
  const { gap, lineHeight } = surface
  const top = gap + (figure.title !== '' ? lineHeight + gap : 0)
  const across = (surface.width - 2 * gap + lineHeight) / figure.columns
  const down = (surface.height - gap - top + lineHeight / 2) / figure.rows
  return figure.areas.map((area, number) => {
    const [row, column] = [Math.floor(number / figure.columns), number % figure.columns]
    const right = gap + across * (column + 1) - lineHeight - surface.readout
    const box = { left: gap + across * column, top: top + down * row, right, bottom: top + down * (row + 1) }
    return [area, { ...box, bottom: box.bottom - lineHeight / 2 }]
  })
}

/** The area with as much detail as leaves enough space for its curves. */
function planOf(area: DrawnArea, box: Viewport, surface: Surface): Plan {
  const ends = endsOf(area)
  const plan = (detail: Detail): Plan => {
    const legend = detail.hasLegend ? legendOf(area, box.right - box.left, box.bottom - box.top, surface) : []
    const bare = { area, ends, box, detail, legend, margins: NONE, hasCurveLabels: false }
    return { ...bare, margins: marginsOf(bare, surface) }
  }
  for (const detail of DETAILS) {
    const tried = plan(detail)
    if (isLargeEnough(tried, surface)) return tried
  }
  return plan(LEAST)
}

function isLargeEnough(plan: Plan, surface: Surface): boolean {
  const { left, top, right, bottom } = windowOf(plan)
  return right - left >= 8 * surface.widthOf('0') && bottom - top >= 3 * surface.lineHeight
}

/** The numbers along the axes of an area; `right` is null without curves on the right. */
export interface Graduations {
  readonly horizontal: Graduation
  readonly vertical: Graduation
  readonly right: Graduation | null
}

/** Space for titles, labels, legend and numbers: first above and below, because the height decides the numbers. */
function marginsOf(plan: Plan, surface: Surface): Margins {
  const { area, detail, margins: known } = plan
  if (!hasAxes(area)) return NONE
  const line = surface.lineHeight + surface.gap
  const [tickX, tickY] = surface.tick
  const hasKey = detail.hasLegend && (area.cells !== null || area.key !== null)
  const above = surface.lineHeight / 2 + (plan.legend.length + Number(hasKey)) * line + (area.title !== '' ? line : 0)
  const below = tickY + (detail.hasNumbers ? line : 0)
  const guess = {
    left: Math.max(tickX, known.left),
    top: Math.max(above, known.top),
    right: Math.max(tickX, known.right),
    bottom: Math.max(below, known.bottom),
  }
  const found = graduations({ ...plan, margins: guess }, surface)
  const hasName = detail.hasLabels && !isEmpty(nameOf(area.horizontal, found.horizontal.offset))
  const hasNames = detail.hasLabels && verticalNames(plan, found).some((name) => !isEmpty(name))
  const top = above + (hasNames ? line : 0)
  const bottom = below + (hasName ? line : 0)
  if (!detail.hasNumbers) return { left: tickX, top, right: tickX, bottom }
  const overhang = Math.max(0, ...found.horizontal.ticks.map((tick) => surface.widthOf(tick.text) / 2))
  const left = tickX + surface.gap + longest(found.vertical, surface)
  const right = tickX + (found.right ? surface.gap + longest(found.right, surface) : 0)
  return { left: Math.max(left, overhang), top, right: Math.max(right, overhang), bottom }
}

/** The names of the vertical axes, the left one first; a second axis needs names in spite of a legend. */
export function verticalNames({ area, legend }: Plan, found: Graduations): readonly Name[] {
  if (found.right === null) return [verticalName(area, found.vertical.offset, false, legend.length > 0)]
  return [verticalName(area, found.vertical.offset, false, false), verticalName(area, found.right.offset, true, false)]
}

const longest = (graduation: Graduation, surface: Surface): number =>
  Math.max(0, ...graduation.ticks.map((tick) => surface.widthOf(tick.text)))

/** The same plans, with equal margins in each column and row. */
function inLine(plans: readonly Plan[], columns: number): readonly Plan[] {
  return plans.map((plan, number) => {
    if (!hasAxes(plan.area)) return plan
    const column = plans.filter((_, i) => i % columns === number % columns)
    const row = plans.filter((_, i) => Math.floor(i / columns) === Math.floor(number / columns))
    const most = (among: readonly Plan[], side: keyof Margins): number =>
      Math.max(...among.map((each) => each.margins[side]))
    const margins = {
      left: most(column, 'left'),
      top: most(row, 'top'),
      right: most(column, 'right'),
      bottom: most(row, 'bottom'),
    }
    return { ...plan, margins }
  })
}

export const hasAxes = (area: Area): boolean => area.has_axes || area.curves.length > 0 || area.cells !== null

/** The finest numbers along each axis that have space beside each other. */
export function graduations(plan: Plan, surface: Surface): Graduations {
  const { left, top, right, bottom } = windowOf(plan)
  const [width, height] = [right - left, bottom - top]
  const ends = plan.area.is_equal ? withEqualUnits(plan.ends, width, height) : plan.ends
  const space = 3 * surface.widthOf('0')
  const tall = surface.lineHeight * 1.8
  const areApart = (places: readonly number[], needed: (i: number) => number): boolean =>
    places.every((place, i) => i === 0 || place - (places[i - 1] ?? NaN) >= needed(i))

  const fitsAcross = (found: Graduation): boolean => {
    const widths = found.ticks.map((tick) => surface.widthOf(tick.text) + space)
    const places = found.ticks.map((tick) => shareOf(found, tick.value) * width)
    return areApart(places, (i) => ((widths[i - 1] ?? 0) + (widths[i] ?? 0)) / 2)
  }
  const fitsDown = (found: Graduation): boolean =>
    areApart(
      found.ticks.map((tick) => shareOf(found, tick.value) * height),
      () => tall,
    )
  return {
    horizontal: graduate(ends.horizontal, fitsAcross),
    vertical: graduate(ends.vertical, fitsDown),
    right: ends.right === null ? null : graduate(ends.right, fitsDown),
  }
}

/** The axis with more space per unit is extended about its middle. */
function withEqualUnits(ends: AreaEnds, width: number, height: number): AreaEnds {
  const [across, down] = [widened(ends.horizontal), widened(ends.vertical)]
  const unit = Math.max(
    (across.high - across.low) / Math.max(width, 1e-9),
    (down.high - down.low) / Math.max(height, 1e-9),
  )
  if (!(unit > 0 && unit < Infinity) || ends.horizontal.isLogarithmic || ends.vertical.isLogarithmic) return ends
  const horizontal = stretched(across, unit * width)
  const vertical = stretched(down, unit * height)
  const isFinite = [horizontal, vertical].every(({ low, high }) => Number.isFinite(low) && Number.isFinite(high))
  return isFinite ? { ...ends, horizontal, vertical } : ends
}

function stretched(ends: Ends, span: number): Ends {
  const middle = ends.low / 2 + ends.high / 2
  return { ...ends, low: middle - span / 2, high: middle + span / 2, isLowFixed: true, isHighFixed: true }
}

const shareOf = ({ low, high, isLogarithmic }: Graduation, value: number): number =>
  placeOne({ low, high, start: 0, end: 1, isLogarithmic }, value)
