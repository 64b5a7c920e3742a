/** Keys in a plot -> the cursor, views and acts that they mean. */
import { placeOne } from '../../figures/paths'
import { pointBeside, type Placed } from '../../figures/placed'
import { nextEvent, nextPoint } from '../../figures/readout'
import type { Plotting } from './plotting.svelte'

const ZOOM_STEP = 0.8
const PAN_STEP = 0.1

type Direction = 1 | -1

/** Whether the key meant something. */
export function pressKey(plotting: Plotting, area: number, event: KeyboardEvent): boolean {
  const direction = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : null
  if (direction !== null && event.ctrlKey) plotting.pan(area, direction * PAN_STEP, 0)
  else if (direction !== null) step(plotting, area, direction, event.shiftKey)
  else if (event.key === '+' || event.key === '=') plotting.zoom(area, ZOOM_STEP, null, event.altKey)
  else if (event.key === '-') plotting.zoom(area, 1 / ZOOM_STEP, null, event.altKey)
  else if (event.key === '0') plotting.fit(area)
  else if (event.key === 'r' || event.key === 'R') plotting.spoken = plotting.valueText(area)
  else if (event.key === 'Enter') enter(plotting, area)
  else if (event.key === 'Escape' && plotting.gesture.kind !== 'none') plotting.cancel()
  else return false
  return true
}

function step(plotting: Plotting, area: number, direction: Direction, isByEvents: boolean): void {
  const placed = plotting.areas[area]
  if (placed === undefined) return
  if (!placed.isOverTime) {
    const point = pointBeside(placed, plotting.cursor?.point ?? null, direction)
    if (point !== null) plotting.cursor = { area, x: point.x, point }
    return
  }
  const from = startOf(placed, plotting.cursor?.x ?? NaN, direction)
  const x = (isByEvents ? nextEvent : nextPoint)(placed.area, from, direction)
  if (x !== null) plotting.cursor = { area, x, point: null }
}

/** A cursor that is out of view comes in from the side. */
function startOf({ axes }: Placed, known: number, direction: Direction): number {
  const { low, high } = axes.across
  if (known >= low && known <= high) return known
  return direction === 1 ? low - (high - low) / 1e9 : high + (high - low) / 1e9
}

/** As a click at the cursor. */
function enter(plotting: Plotting, area: number): void {
  const placed = plotting.areas[area]
  if (placed === undefined) return
  const point = plotting.cursor?.point
  if (point) plotting.click(area, { x: placeOne(placed.axes.across, point.x), y: placeOne(placed.axes.down, point.y) })
  else if (plotting.currentArea !== area) plotting.click(area, { x: 0, y: 0 })
}
