/** Colours of a scene -> CSS colours, in the theme of the page. */
import { blend } from '../figures/palette'
import { at, holds, type Colour, type Moment } from './scene'

export type Theme = Readonly<Record<string, string>>

export const LIGHT: Theme = {
  ink: '#182022',
  faint: '#5B6567',
  axis: '#7B8483',
  grid: '#E7EAE9',
  ground: '#FFFFFF',
  accent: '#0069A6',
  bad: '#A8321A',
  c1: '#0072B2',
  c2: '#D55E00',
  c3: '#009E73',
  c4: '#CC79A7',
  c5: '#E69F00',
  c6: '#56B4E9',
  c7: '#8A6D1B',
  c8: '#6E6E6E',
}
export const DARK: Theme = {
  ink: '#E4E9E8',
  faint: '#949FA0',
  axis: '#6F7A7B',
  grid: '#1F2526',
  ground: '#15191A',
  accent: '#58AEE6',
  bad: '#F2896B',
  c1: '#4AA8E0',
  c2: '#F0813A',
  c3: '#2DBE95',
  c4: '#E19BC2',
  c5: '#F0B232',
  c6: '#8AD0F7',
  c7: '#C6A850',
  c8: '#A5A5A5',
}
const UNKNOWN = '#8A9392'

export function paint(colour: Colour, moment: Moment, theme: Theme): string {
  if (typeof colour === 'string') return theme[colour] ?? colour
  if ('stops' in colour) {
    const share = at(colour.position, moment)
    return Number.isNaN(share) ? UNKNOWN : between(colour.stops, share)
  }
  return paint(holds(colour.condition, moment) ? colour.then : colour.otherwise, moment, theme)
}

/** The colour at a share of the way from the first stop to the last. */
export function between(stops: readonly string[], share: number): string {
  const place = Math.min(Math.max(share, 0), 1) * (stops.length - 1)
  const index = Math.min(Math.floor(place), stops.length - 2)
  return blend(stops[index] ?? UNKNOWN, stops[index + 1] ?? UNKNOWN, place - index)
}

/** Darker below 1, lighter above it. */
export const shaded = (colour: string, light: number): string =>
  light <= 1 ? blend('#000000', colour, light) : blend(colour, '#ffffff', light - 1)
