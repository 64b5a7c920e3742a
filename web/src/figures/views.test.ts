import { expect, it } from 'vitest'
import { area, axis, curve, figure } from './examples'
import { panned, seen, WHOLE, withAxesOf, withGhosts, zoomed } from './views'

const range = { low: 0, high: 10 }

it('zooms about a value that stays where it is', () => {
  expect(zoomed(range, 2, 0.5, false)).toEqual({ low: 1, high: 6 })
  const decades = zoomed({ low: 0.01, high: 100 }, 1, 0.5, true)
  expect(decades.low).toBeCloseTo(0.1)
  expect(decades.high).toBeCloseTo(10)
})

it('does not zoom further than numbers can tell apart', () => {
  expect(zoomed({ low: 1, high: 1 + 1e-11 }, 1, 0.1, false)).toEqual({ low: 1, high: 1 + 1e-11 })
})

it('pans by a share of its length', () => {
  expect(panned(range, 0.2, false)).toEqual({ low: 2, high: 12 })
})

it('looks at a part of the axes, with the detail that was fetched for it', () => {
  const whole = figure(area([curve('H', [0, 4], [0, 4])]))
  const detail = { area: 0, low: 0.5, high: 2.5, x: [Float64Array.of(1, 2)], y: [Float64Array.of(1, 2)] }
  const view = { ...WHOLE, horizontal: { low: 1, high: 2 } }
  const [shown] = seen(whole, [view], [detail]).areas
  expect([shown?.horizontal.low, shown?.horizontal.high, shown?.vertical.high]).toEqual([1, 2, 10])
  expect(shown?.curves[0]?.x).toHaveLength(2)
  const [outside] = seen(whole, [{ ...WHOLE, horizontal: { low: 0, high: 2 } }], [detail]).areas
  expect(outside?.curves[0]).toBe(whole.areas[0]?.curves[0])
})

it('puts what was before behind a trial, on axes that cover both', () => {
  const before = figure(area([curve('H', [0, 4], [0, 4])], { vertical: axis('', 0, 5) }))
  const tried = figure(area([curve('H', [0, 4], [0, 9])], { vertical: axis('', -1, 3) }))
  const merged = withGhosts(tried, before)
  expect(merged.areas[0]).toMatchObject({ ghosts: before.areas[0]?.curves, vertical: { low: -1, high: 5 } })
  const smaller = withGhosts(figure(area([], { vertical: axis('', 0, 1) })), before)
  expect(withAxesOf(smaller, merged).areas[0]?.vertical).toMatchObject({ low: -1, high: 5 })
})

it('leaves no ghost of what has not moved', () => {
  const kept = curve('H/p', [0, 2, 4], [0, NaN, 9])
  const before = figure(area([curve('H', [0, 4], [0, 4]), kept, curve('HREF', [0, 4], [2, 2])]))
  const tried = figure(area([curve('H', [0, 4], [0, 9]), kept, curve('HREF', [0, 1, 4], [2, 2, 2])]))
  expect(withGhosts(tried, before).areas[0]).toMatchObject({ ghosts: [before.areas[0]?.curves[0]] })
})
