/** Ranges of sliders, and the values on them. */
import { describe, expect, test } from 'vitest'
import { extended, middleOf, positionOf, rangeOf, rangeText, valueAt, widened } from './range'

const FREE = [-Infinity, Infinity] as const

describe('the range of a slider', () => {
  test('is that of the text', () => {
    expect(rangeOf(5, 1, 30)).toEqual({ low: 1, high: 30, isLogarithmic: false, isGiven: true })
  })

  test('is logarithmic around a value without RANGE', () => {
    expect(rangeOf(50, ...FREE)).toEqual({ low: 5, high: 500, isLogarithmic: true, isGiven: false })
    expect(rangeOf(-2, ...FREE)).toEqual({ low: -20, high: -0.2, isLogarithmic: true, isGiven: false })
  })

  test('is on both sides of zero, unless the text has an end there', () => {
    expect(rangeOf(0, ...FREE)).toMatchObject({ low: -1, high: 1, isLogarithmic: false })
    expect(rangeOf(0, 0, Infinity)).toMatchObject({ low: 0, high: 1 })
  })

  test('is around the present value, if that is far from the text, and stays there', () => {
    expect(middleOf(1e10, 1e10, 50)).toBe(50)
    expect(middleOf(50, 1e10, 400)).toBe(50)
    expect(middleOf(50, 1e10, 600)).toBe(600)
    expect(middleOf(50, 1e10, 2e10)).toBe(1e10)
    expect(middleOf(2, 2, 0)).toBe(0)
  })

  test('is told in words', () => {
    expect(rangeText(rangeOf(5, 1, 30))).toBe('RANGE 1 .. 30')
    expect(rangeText(rangeOf(50, ...FREE))).toBe('no RANGE: slider 5 to 500, log')
    expect(rangeText(rangeOf(0, ...FREE))).toBe('no RANGE: slider -1 to 1')
  })

  test('is widened to a value outside, unless it is given', () => {
    expect(widened(rangeOf(50, ...FREE), 2000)).toMatchObject({ low: 5, high: 2000, isLogarithmic: true })
    expect(widened(rangeOf(50, ...FREE), -1)).toMatchObject({ low: -1, isLogarithmic: false })
    expect(widened(rangeOf(5, 1, 30), 99).high).toBe(30)
  })

  test('is extended by a pointer beyond its end', () => {
    expect(extended(rangeOf(50, ...FREE), 1.2).high).toBeGreaterThan(500)
    expect(extended(rangeOf(0, ...FREE), -0.1).low).toBeLessThan(-1)
    expect(extended(rangeOf(5, 1, 30), 1.2).high).toBe(30)
  })
})

describe('values on a slider', () => {
  const ranges = [rangeOf(5, 1, 30), rangeOf(50, ...FREE), rangeOf(-2, ...FREE), rangeOf(0, ...FREE)]

  test.each(ranges)('a position and its value belong to each other: %o', (range) => {
    for (const position of [0, 0.13, 0.5, 0.77, 1]) {
      expect(positionOf(range, valueAt(range, position))).toBeCloseTo(position, 2)
    }
  })

  test('read well', () => {
    expect(String(valueAt(rangeOf(5, 1, 30), 0.1234))).toBe('4.6')
    expect(String(valueAt(rangeOf(50, ...FREE), 0.5))).toBe('50')
    expect(String(valueAt(rangeOf(0.1, ...FREE), 0.3)).length).toBeLessThan(8)
  })

  test('stay within the range', () => {
    expect(valueAt(rangeOf(5, 1.003, 29.997), 0)).toBe(1.003)
    expect(valueAt(rangeOf(5, 1.003, 29.997), 1)).toBe(29.997)
  })
})
