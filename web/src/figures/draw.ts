/** Figure, Surface -> Drawing: curves, axes, numbers, labels, legends and letters as strokes, fills and texts.
 *
 * Everything is decided here; what paints a Drawing decides nothing.
 */
import type { Curve, Figure } from '../protocol/figure'
import { axesOf, downOf, drawAxes, drawGrid, type Axes } from './axes'
import { drawCells, drawKey, keyOf } from './cells'
import { MAX_LABELS, placeLabels } from './curveLabels'
import { textAt, type Drawing, type Part, type Stroke, type Surface, type Text } from './drawing'
import { hasAxes, plansOf, verticalNames, windowOf, type Plan } from './layout'
import { curveLabel, isLettered, placed } from './legend'
import { at } from './numbers'
import { letterOf } from './palette'
import { has, placeOne, type Scale, type Viewport } from './paths'
import { inkPen } from './pens'
import { hasPoints } from './points'
import { curveStroke, drawBands, drawMarkers, drawPoints, ghostStroke } from './strokes'
import { clean, isEmpty, shortened } from './words'

const LETTERS_ON_A_CURVE = 3

/** The figure as strokes, fills and texts in the units of the surface. */
export const draw = (figure: Figure, surface: Surface): Drawing => drawPlans(figure, layOut(figure, surface), surface)

/** Where everything is. */
export const layOut = (figure: Figure, surface: Surface): readonly Plan[] =>
  plansOf(figure, surface, (plan) => labelsOf(plan, surface).length > 0)

export function drawPlans(figure: Figure, plans: readonly Plan[], surface: Surface): Drawing {
  const page = { left: 0, top: 0, right: surface.width, bottom: surface.height }
  return [...titleOf(figure.title, page, surface), ...plans.flatMap((plan) => [...drawArea(plan, surface)])]
}

function* drawArea(plan: Plan, surface: Surface): Generator<Part> {
  const { area, box } = plan
  if (!hasAxes(area)) {
    yield* titleOf(area.title, box, surface)
    const unit = { low: 0, high: 1, isLogarithmic: false }
    const [across, down] = [
      { ...unit, start: box.left, end: box.right },
      { ...unit, start: box.bottom, end: box.top },
    ]
    yield* wordsOf(plan, across, down, surface)
    return
  }
  const [axes, window] = [axesOf(plan, surface), windowOf(plan)]
  if (area.cells !== null) yield* drawCells(area.cells, axes.across, axes.down)
  yield* drawBands(area, axes, window, surface)
  yield* drawGrid(axes, plan, surface)
  yield* drawMarkers(area, axes, window, surface)
  const strokes = strokesOf(plan, axes, surface)
  yield* strokes
  for (const number of area.curves.keys()) yield* drawPoints(area, number, axes, window, surface)
  yield* drawAxes(axes, plan, surface)
  yield* titleOf(area.title, box, surface)
  const top = topOfLegend(plan, axes, surface)
  yield* placed(plan.legend, window.left, box.right, top, surface)
  const key = keyOf(area)
  if (key !== null && plan.detail.hasLegend) yield* drawKey(key, window.left, box.right, top, surface)
  for (const stroke of strokes) if (!stroke.isGhost) yield* lettersOf(stroke, plan, axes)
  if (plan.hasCurveLabels) yield* labelsOf(plan, surface)
  yield* wordsOf(plan, axes.across, axes.down, surface)
}

/** The curves as they were before those that are there now. */
function strokesOf({ area, ...plan }: Plan, axes: Axes, surface: Surface): readonly Stroke[] {
  const window = windowOf({ area, ...plan })
  const ghosts = (area.ghosts ?? []).map((_, i) => ghostStroke(area, i, axes, window, surface))
  const curves = area.curves.map((_, i) => curveStroke(area, i, axes, window, surface))
  return [...ghosts, ...curves].filter((stroke) => stroke.x.length > 0)
}

/** Labels beside the curves of the plan; none if some do not fit, or a curve is out of view. */
function labelsOf(plan: Plan, surface: Surface): readonly Text[] {
  const { area } = plan
  const labelled = [...area.curves.entries()].filter(([, curve]) => curve.label !== '')
  if (labelled.length < 2 || labelled.length > MAX_LABELS) return []
  const [axes, window] = [axesOf(plan, surface), windowOf(plan)]
  const strokes = labelled.map(([number]) => curveStroke(area, number, axes, window, surface))
  const labels = labelled.map(([, curve]) => curveLabel(area, curve))
  return placeLabels(strokes, labels, window, surface)
}

/** Between the names of the vertical axes and the upper end of the lines. */
function topOfLegend(plan: Plan, axes: Axes, surface: Surface): number {
  const line = surface.lineHeight + surface.gap
  const hasName = plan.detail.hasLabels && verticalNames(plan, axes.found).some((name) => !isEmpty(name))
  return plan.box.top + (plan.area.title !== '' ? line : 0) + (hasName ? line : 0)
}

function lettersOf(stroke: Stroke, plan: Plan, axes: Axes): readonly Text[] {
  const number = stroke.pen.curve
  const curve = number === null ? undefined : plan.area.curves[number]
  if (number === null || curve === undefined || hasPoints(curve) || !isLettered(curve)) return []
  if (curve.marked_points > 0) return lettersAtPoints(curve, axes, windowOf(plan), stroke)
  return lettersAlong(stroke, number, plan.area.curves.length)
}

/** The letter of a curve at positions spread along it, shifted from those of the other curves. */
function lettersAlong(stroke: Stroke, number: number, count: number): readonly Text[] {
  const { x, y } = stroke
  const along = new Float64Array(Math.max(x.length - 1, 0))
  for (let i = 0; i < along.length; i += 1) {
    const length = Math.hypot(at(x, i + 1) - at(x, i), at(y, i + 1) - at(y, i))
    along[i] = (i > 0 ? at(along, i - 1) : 0) + (Number.isFinite(length) ? length : 0)
  }
  const texts = Array.from({ length: LETTERS_ON_A_CURVE }, (_, turn) => {
    const distance = ((turn + (number + 0.5) / count) / LETTERS_ON_A_CURVE) * at(along, along.length - 1)
    const index = along.findIndex((length) => length >= distance) + 1
    return letterAt(stroke, number, at(x, index), at(y, index))
  })
  return texts.filter((text) => Number.isFinite(text.x + text.y))
}

const letterAt = (stroke: Stroke, number: number, x: number, y: number): Text => ({
  ...textAt(letterOf(number), x, y, stroke.pen, 'middle'),
  isBacked: true,
})

/** The letter of a curve at its first point, and at every so many from there on. */
function lettersAtPoints(curve: Curve, axes: Axes, window: Viewport, stroke: Stroke): readonly Text[] {
  const found: Text[] = []
  for (let i = 0; i < Math.min(curve.x.length, curve.y.length); i += curve.marked_points) {
    const x = placeOne(axes.across, at(curve.x, i))
    const y = placeOne(downOf(axes, curve.is_right), at(curve.y, i))
    if (has(window, x, y)) found.push(letterAt(stroke, stroke.pen.curve ?? 0, x, y))
  }
  return found
}

function* titleOf(title: string, box: Viewport, surface: Surface): Generator<Text> {
  const text = shortened(clean(title), box.right - box.left, surface)
  const y = box.top + surface.gap / 2 + surface.lineHeight / 2
  if (text !== '') yield textAt(text, (box.left + box.right) / 2, y, inkPen(surface), 'middle')
}

/** Text whose position is in view; text that would leave the area begins further to the left or below. */
function* wordsOf(plan: Plan, across: Scale, down: Scale, surface: Surface): Generator<Text> {
  const window = windowOf(plan)
  for (const words of plan.area.words) {
    let [x, y] = [placeOne(across, words.x), placeOne(down, words.y)]
    if (!has(window, x, y)) continue
    const isLevel = words.direction === 'horizontal'
    const space = isLevel ? window.right - window.left : window.bottom - window.top
    const text = shortened(clean(words.text), space, surface)
    if (isLevel) x = Math.max(window.left, Math.min(x, window.right - surface.gap - surface.widthOf(text)))
    else y = Math.max(y, window.top + surface.gap + surface.widthOf(text))
    if (text !== '') yield { ...textAt(text, x, y, inkPen(surface)), direction: words.direction, isBacked: true }
  }
}
