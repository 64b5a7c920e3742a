/** Curves, bands and markers of an area -> strokes and fills on the surface, thinned and clipped. */
import type { Curve } from '../protocol/figure'
import { downOf, type Axes } from './axes'
import { strokeOf, type Fill, type Part, type Path, type Pen, type Stroke, type Surface } from './drawing'
import { at, clamp } from './numbers'
import { clip, jointPath, pieces, place, placeOne, thin, withDots, type Scale, type Viewport } from './paths'
import { axisPen, bandColour, curvePen, markerPen } from './pens'
import { hasPoints, pointsAt } from './points'
import type { DrawnArea } from './ranges'

/** More points than this are drawn as dots: they show a density, not single measurements. */
const MAX_POINTS = 400
/** More events than this are a pattern of the curve, not single instants to mark. */
const MAX_MARKERS = 24

export function curveStroke(area: DrawnArea, number: number, axes: Axes, window: Viewport, surface: Surface): Stroke {
  const pen = curvePen(area, number, surface)
  const curve = area.curves[number]
  return curve === undefined ? strokeOf(NO_PATH, pen) : strokeOn(curve, pen, axes, window, surface)
}

/** A curve as it was, with the pen that it has now. */
export function ghostStroke(area: DrawnArea, number: number, axes: Axes, window: Viewport, surface: Surface): Stroke {
  const curve = area.ghosts?.[number]
  const pen = curvePen({ ...area, curves: area.ghosts ?? [] }, number, surface)
  const stroke = curve === undefined ? strokeOf(NO_PATH, pen) : strokeOn(curve, pen, axes, window, surface)
  return { ...stroke, isGhost: true }
}

const NO_PATH: Path = { x: new Float64Array(0), y: new Float64Array(0) }

function strokeOn(curve: Curve, pen: Pen, axes: Axes, window: Viewport, surface: Surface): Stroke {
  const scales = { across: axes.across, down: downOf(axes, curve.is_right), resolution: surface.resolution }
  const known = drawn.get(curve)
  const isKnown = known !== undefined && isSame(known.scales, scales)
  const path = isKnown ? known.path : pathOf(curve, scales, window)
  if (!isKnown) drawn.set(curve, { scales, path })
  return strokeOf(path, pen)
}

interface Scales {
  readonly across: Scale
  readonly down: Scale
  readonly resolution: number
}

/** The last path of each curve: a layout asks for it several times. */
const drawn = new WeakMap<Curve, { readonly scales: Scales; readonly path: Path }>()

const isSame = (one: Scales, other: Scales): boolean =>
  one.resolution === other.resolution && isSameScale(one.across, other.across) && isSameScale(one.down, other.down)

const isSameScale = (one: Scale, other: Scale): boolean =>
  one.low === other.low &&
  one.high === other.high &&
  one.start === other.start &&
  one.end === other.end &&
  one.isLogarithmic === other.isLogarithmic

function pathOf(curve: Curve, { across, down, resolution }: Scales, window: Viewport): Path {
  const { x, y } = joined(curve)
  const path = jointPath(x, y)
  const placed = { x: place(across, path.x), y: place(down, path.y) }
  if (placed.x.length === 0) return placed
  return clip(withDots(thin(placed, window, resolution)), window, 0.01 * resolution)
}

/** The points of the line that is drawn: the corners of steps, or points with gaps between them. */
function joined(curve: Curve): Path {
  const length = Math.min(curve.x.length, curve.y.length)
  const [x, y] = [curve.x.subarray(0, length), curve.y.subarray(0, length)]
  switch (curve.shape) {
    case 'lines':
      return { x, y }
    case 'steps': {
      const count = Math.max(2 * length - 1, 0)
      const corner = (values: Float64Array, shift: number): Float64Array =>
        Float64Array.from({ length: count }, (_, i) => at(values, (i + shift) >> 1))
      return { x: corner(x, 1), y: corner(y, 0) }
    }
    case 'points': {
      const apart = (values: Float64Array): Float64Array =>
        Float64Array.from({ length: 2 * length }, (_, i) => (i % 2 === 0 ? at(values, i / 2) : NaN))
      return { x: apart(x), y: apart(y) }
    }
    default:
      return curve.shape satisfies never
  }
}

/** A disc for each point in view of a curve of points. */
export function drawPoints(
  area: DrawnArea,
  number: number,
  axes: Axes,
  window: Viewport,
  surface: Surface,
): readonly Fill[] {
  const curve = area.curves[number]
  if (curve === undefined || !hasPoints(curve)) return []
  const path = jointPath(curve.x, curve.y)
  const [x, y] = [place(axes.across, path.x), place(downOf(axes, curve.is_right), path.y)]
  const isSeen = (_: number, i: number): boolean =>
    at(x, i) >= window.left && at(x, i) <= window.right && at(y, i) >= window.top && at(y, i) <= window.bottom
  const seen = { x: x.filter(isSeen), y: y.filter(isSeen) }
  return seen.x.length > MAX_POINTS ? [] : pointsAt(seen, curvePen(area, number, surface))
}

/** Filled, each piece between its gaps. */
export function* drawBands(area: DrawnArea, axes: Axes, window: Viewport, surface: Surface): Generator<Fill> {
  for (const band of area.bands) {
    const length = Math.min(band.x.length, band.low.length, band.high.length)
    const x = place(axes.across, band.x.subarray(0, length))
    const [lower, upper] = [
      place(axes.down, band.low.subarray(0, length)),
      place(axes.down, band.high.subarray(0, length)),
    ]
    const isGap = (i: number): boolean => !Number.isFinite(at(x, i) + at(lower, i) + at(upper, i))
    const path = { x: x.map((value, i) => (isGap(i) ? NaN : value)), y: lower }
    for (const [first, last] of pieces(path)) {
      const across = Array.from(x.subarray(first, last), (value) => clamp(value, window.left, window.right))
      const [one, other] = [lower, upper].map((edge) =>
        Array.from(edge.subarray(first, last), (value) => clamp(value, window.top, window.bottom)),
      )
      yield {
        kind: 'fill',
        x: Float64Array.of(...across, ...across.toReversed()),
        y: Float64Array.of(...(one ?? []), ...(other ?? []).toReversed()),
        colour: bandColour(band.darkness, surface),
      }
    }
  }
}

/** Where the events in view are, from left to right; none if there are too many to mark. */
export function markerPlaces(area: DrawnArea, axes: Axes, window: Viewport): readonly number[] {
  const places = area.markers.map((marker) => placeOne(axes.across, marker.x))
  const seen = [...new Set(places)].filter((x) => x >= window.left && x <= window.right)
  return seen.length > MAX_MARKERS ? [] : seen.sort((one, other) => one - other)
}

/** A triangle at the top for each event in view, and a dotted line down from it. */
export function* drawMarkers(area: DrawnArea, axes: Axes, window: Viewport, surface: Surface): Generator<Part> {
  const half = 0.35 * surface.tick[0] + 1.5 * surface.penWidth
  for (const x of markerPlaces(area, axes, window)) {
    const path = { x: Float64Array.of(x, x), y: Float64Array.of(window.top, window.bottom) }
    yield strokeOf(path, markerPen(surface))
    const above = window.top - 1.6 * half
    yield {
      kind: 'fill',
      x: Float64Array.of(x - half, x + half, x),
      y: Float64Array.of(above, above, window.top),
      colour: axisPen(surface).colour,
    }
  }
}
