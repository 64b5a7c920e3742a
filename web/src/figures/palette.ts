/** DATA: the colours of a page, and the dashes that distinguish curves. The colours are those of theme.css. */
import { at, clamp, roundEven } from './numbers'

/** `ink` is for values and names, `faint` for units, `curves` for lines and `words` for text beside them. */
export interface Theme {
  readonly ground: string
  readonly ink: string
  readonly faint: string
  readonly axis: string
  readonly grid: string
  readonly curves: readonly string[]
  readonly words: readonly string[]
}

const COLOURS = 8

/** The theme of an element, from the variables of its style. */
export function themeOf(style: CSSStyleDeclaration): Theme {
  const colour = (name: string): string => style.getPropertyValue(name).trim()
  const numbered = (letter: string): string[] =>
    Array.from({ length: COLOURS }, (_, i) => colour(`--${letter}${i + 1}`))
  return {
    ground: colour('--panel'),
    ink: colour('--ink'),
    faint: colour('--ink-3'),
    axis: colour('--axis'),
    grid: colour('--grid'),
    curves: numbered('c'),
    words: numbered('t'),
  }
}

/** Lengths of dash and gap in pen widths; the round ends of the pen lengthen each dash by one more. */
export const DASHES: readonly (readonly number[])[] = [[], [5, 3.5], [0.8, 2.8], [7, 3, 0.8, 3], [11, 4]]

/** From light to dark, so that a map keeps its meaning in black and white. */
const SHADES = ['#FDF6B2', '#D3E08B', '#8FC48D', '#4FA394', '#2B7F92', '#205B83', '#1F3A68', '#151B45'] as const
const MIDDLE_SHADE = SHADES[4]

export const letterOf = (number: number): string => String.fromCharCode(65 + (number % 26))

export const cycled = <T>(list: readonly T[], number: number, otherwise: T): T =>
  list[number % Math.max(list.length, 1)] ?? otherwise

/** The colour of a shade from 0 to 1: between the nearest two of SHADES; the middle one if it is not known. */
export function shadeColour(darkness: number): string {
  if (Number.isNaN(darkness)) return MIDDLE_SHADE
  const position = clamp(darkness, 0, 1) * (SHADES.length - 1)
  const index = Math.min(Math.floor(position), SHADES.length - 2)
  return blend(SHADES[index] ?? MIDDLE_SHADE, SHADES[index + 1] ?? MIDDLE_SHADE, position - index)
}

/** The colour at the fraction `share` of the way from one to the other. */
export function blend(one: string, other: string, share: number): string {
  const [low, high] = [channels(one), channels(other)]
  const mixed = low.map((value, i) => roundEven(value + share * (at(high, i) - value)))
  return `#${mixed
    .map((value) => value.toString(16).padStart(2, '0'))
    .join('')
    .toUpperCase()}`
}

const channels = (colour: string): readonly number[] => [1, 3, 5].map((i) => parseInt(colour.slice(i, i + 2), 16))
