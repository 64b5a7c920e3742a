/** The tab of a window: its icon, its name, and what stands beside it. */
import type { ITabRenderer } from 'dockview'
import { ICONS, type IconName } from '../icons'

const SVG = 'http://www.w3.org/2000/svg'

export class Tab implements ITabRenderer {
  readonly element = document.createElement('div')
  readonly #title = document.createElement('b')
  readonly #aside = document.createElement('span')

  constructor(icon: IconName) {
    this.element.className = 'tab'
    this.#aside.className = 'aside'
    this.element.append(drawn(icon), this.#title, ' ', this.#aside)
  }

  init(): void {
    // Its texts are set when the windows are shown.
  }

  set(title: string, aside: string): void {
    if (this.#title.textContent !== title) this.#title.textContent = title
    if (this.#aside.textContent !== aside) this.#aside.textContent = aside
    // Its name is what is seen.
    this.element.closest('[role="tab"]')?.setAttribute('aria-label', `${title} ${aside}`.trim())
  }
}

function drawn(icon: IconName): SVGElement {
  const svg = document.createElementNS(SVG, 'svg')
  svg.setAttribute('viewBox', '0 0 16 16')
  svg.setAttribute('aria-hidden', 'true')
  const path = document.createElementNS(SVG, 'path')
  path.setAttribute('d', ICONS[icon])
  svg.append(path)
  return svg
}
