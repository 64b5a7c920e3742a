import { describe, expect, it } from 'vitest'
import { area, axis, curve } from './examples'
import { nextEvent, nextPoint, readingOf, readout, roundedTo, shadedRows, shown } from './readout'

const ramp = curve('H', [0, 1, 2, 3], [0, 2, 2, 8])

describe('a value at the cursor', () => {
  it('is exact at a point and marked between two', () => {
    expect(readingOf(ramp, 1)).toEqual({ value: 2, isBetween: false })
    expect(readingOf(ramp, 2.5)).toEqual({ value: 5, isBetween: true })
  })
  it('is exact where nothing changes, and on a step', () => {
    expect(readingOf(ramp, 1.5)).toEqual({ value: 2, isBetween: false })
    expect(readingOf({ ...ramp, shape: 'steps' }, 2.9)).toEqual({ value: 2, isBetween: false })
  })
  it('is missing outside the curve, in a gap, and between measurements', () => {
    expect(readingOf(ramp, -0.1)).toBeNull()
    expect(readingOf(ramp, 3.1)).toBeNull()
    expect(readingOf(curve('g', [0, 1, 2], [0, NaN, 2]), 0.5)).toBeNull()
    expect(readingOf({ ...ramp, shape: 'points' }, 0.5)).toBeNull()
    expect(readingOf(curve('spiral', [0, 2, 1], [0, 1, 2]), 1)).toBeNull()
  })
})

it('has the ghosts last', () => {
  const rows = readout({ ...area([ramp]), ghosts: [curve('H', [0, 4], [1, 1])] }, 1)
  expect(rows.map((row) => [row.label, row.reading?.value])).toEqual([
    ['H', 2],
    ['H before', 1],
  ])
})

it('steps from point to point of all curves, and from event to event', () => {
  const both = area([ramp, curve('Q', [0, 1.5], [0, 1])], { markers: [{ x: 2.2, label: 'full' }] })
  expect(nextPoint(both, 1, 1)).toBe(1.5)
  expect(nextPoint(both, 1.5, -1)).toBe(1)
  expect(nextPoint(both, 3, 1)).toBeNull()
  expect(nextEvent(both, 0, 1)).toBe(2.2)
  expect(nextEvent(both, 2.2, 1)).toBeNull()
})

it('shows four digits', () => {
  expect([2, 0.24461, -12345.6, 1.2e9, 0].map(shown)).toEqual(['2.000', '0.2446', '-12346', '1.200e+9', '0.000'])
})

it('rounds to what a pixel can tell', () => {
  expect(roundedTo(17.9678, 0.37)).toBe(18)
  expect(roundedTo(1.2345e-7, 3e-9)).toBe(1.23e-7)
  expect(roundedTo(5, 0)).toBe(5)
})

it('reads a point of a curve that is shaded by the time', () => {
  const piece = curve('', [0, 1], [2, 3], { shade: 0.25 })
  const plane = area([piece], {
    key: { label: 't', unit: 's', low: 0, high: 40, names: [] },
    vertical: axis('y', 0, 4),
  })
  expect(shadedRows(plane, { curve: 0, index: 1, x: 1, y: 3 })).toEqual([
    { label: 'y', value: '3.000', unit: 'm' },
    { label: 't', value: '≈ 10.00', unit: 's' },
  ])
  expect(shadedRows(plane, null)).toEqual([])
})
