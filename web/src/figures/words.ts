/** Texts of the user -> texts that can be drawn: without control characters, and short enough for their space. */
import type { Area, Axis } from '../protocol/figure'
import type { Surface } from './drawing'

/** The text without characters that no font has. */
export const clean = (text: string): string => text.replace(/[\p{C}\p{Z}]/gu, ' ').trim()

/** The text, or as much of its beginning as fits, followed by two dots. */
export function shortened(text: string, width: number, surface: Surface): string {
  if (surface.widthOf(text) <= width) return text
  const letters = [...text]
  while (letters.length > 0 && surface.widthOf(`${letters.join('')}..`) > width) letters.pop()
  return letters.length > 0 ? `${letters.join('')}..` : ''
}

/** What an axis or a curve is called: a name and its unit. */
export interface Name {
  readonly name: string
  readonly unit: string
}

export const isEmpty = ({ name, unit }: Name): boolean => name === '' && unit === ''

/** `t [s]`, where colour cannot distinguish a unit from a name. */
export const inBrackets = ({ name, unit }: Name): string => clean(unit === '' ? name : `${name} [${unit}]`)

export const isDimensionless = (unit: string): boolean => unit === '' || unit === '1'

/** `t - 1000` in `s`: what an axis measures, minus the offset of its numbers. */
export function nameOf({ label, unit }: Pick<Axis, 'label' | 'unit'>, offset: string): Name {
  const shift = offset === '' ? '' : `${offset.startsWith('-') ? '+' : '-'} ${offset.replace(/^-+/, '')}`
  return { name: clean(`${label} ${shift}`), unit: isDimensionless(unit) ? '' : clean(unit) }
}

/** That of the axis, or else those of its curves, unless a legend has them, with their unit if it is common. */
export function verticalName(area: Area, offset: string, isRight: boolean, hasLegend: boolean): Name {
  const axis = isRight ? area.right : area.vertical
  if (axis.label !== '') return nameOf(axis, offset)
  const drawn = area.curves.filter((curve) => curve.is_right === isRight && curve.label !== '')
  const names = hasLegend ? [] : [...new Set(drawn.map((curve) => curve.label))]
  const units = [...new Set(drawn.map((curve) => curve.unit))]
  const shared = units.length === 1 ? (units[0] ?? '') : ''
  return nameOf({ label: names.join(', '), unit: axis.unit || shared }, offset)
}
