/** DATA: the colours of diagrams, from the variables of the style. */
import { themeOf, type Theme } from '../figures/palette'

export interface Inks extends Theme {
  readonly raised: string
  readonly edge: string
  readonly quiet: string
  readonly accent: string
  readonly bad: string
  readonly warn: string
  readonly good: string
  readonly sans: string
  readonly mono: string
  readonly serif: string
}

export function inksOf(style: CSSStyleDeclaration): Inks {
  const value = (name: string): string => style.getPropertyValue(name).trim()
  return {
    ...themeOf(style),
    raised: value('--raised'),
    edge: value('--ink-2'),
    quiet: value('--line-2'),
    accent: value('--accent'),
    bad: value('--bad'),
    warn: value('--warn'),
    good: value('--good'),
    sans: value('--sans'),
    mono: value('--mono'),
    serif: value('--serif'),
  }
}

/** The colour of something that differs from an earlier text; null if it does not. */
export function changed(inks: Inks, change: 'added' | 'removed' | 'changed' | ''): string | null {
  return { added: inks.good, removed: inks.bad, changed: inks.warn, '': null }[change]
}

export const numbered = (inks: Inks, colour: number): string =>
  colour < 0 ? inks.edge : (inks.curves[colour % inks.curves.length] ?? inks.edge)
