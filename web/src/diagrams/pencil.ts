/** Strokes on a canvas: rectangles, lines, words that fit, and typeset formulas. */
import type { FormulaItem } from '../protocol/messages'
import type { Inks } from './inks'

export interface Lettering {
  readonly size: number
  readonly colour: string
  readonly align?: CanvasTextAlign
  readonly weight?: number
  readonly family?: string
}

export class Pencil {
  constructor(
    readonly context: CanvasRenderingContext2D,
    readonly inks: Inks,
  ) {}

  rectangle(x: number, y: number, w: number, h: number, fill: string, edge: string, width = 1.25): void {
    const { context } = this
    context.fillStyle = fill
    context.strokeStyle = edge
    context.lineWidth = width
    context.fillRect(x, y, w, h)
    context.strokeRect(x, y, w, h)
  }

  line(points: readonly number[], colour: string, width: number): void {
    const { context } = this
    context.strokeStyle = colour
    context.lineWidth = width
    context.lineJoin = 'round'
    context.beginPath()
    for (let i = 0; i + 1 < points.length; i += 2) {
      if (i === 0) context.moveTo(points[i] ?? 0, points[i + 1] ?? 0)
      else context.lineTo(points[i] ?? 0, points[i + 1] ?? 0)
    }
    context.stroke()
  }

  #letter({ size, colour, align = 'left', weight = 400, family = this.inks.sans }: Lettering): void {
    const { context } = this
    context.font = `${weight} ${size}px ${family}`
    context.fillStyle = colour
    context.textAlign = align
    context.textBaseline = 'middle'
  }

  words(words: string, x: number, y: number, lettering: Lettering): void {
    this.#letter(lettering)
    this.context.fillText(words, x, y)
  }

  widthOf(words: string, lettering: Lettering): number {
    this.#letter(lettering)
    return this.context.measureText(words).width
  }

  /** As much of the words as fits, with an ellipsis for the rest; nothing if not even a letter does. */
  shortened(words: string, x: number, y: number, width: number, lettering: Lettering): void {
    this.#letter(lettering)
    const { context } = this
    let shown = words
    if (context.measureText(words).width > width) {
      let [low, high] = [0, words.length]
      while (low < high) {
        const middle = Math.ceil((low + high) / 2)
        if (context.measureText(`${words.slice(0, middle)}…`).width <= width) low = middle
        else high = middle - 1
      }
      shown = low === 0 ? '' : `${words.slice(0, low).trimEnd()}…`
    }
    if (shown !== '') context.fillText(shown, x, y)
  }

  /** The words on as many lines as they need, at most `most`; how many that were. */
  wrapped(words: string, x: number, y: number, width: number, most: number, lettering: Lettering): number {
    this.#letter(lettering)
    const lines: string[] = []
    for (const word of words.split(/\s+/).filter(Boolean)) {
      const longer = lines.length === 0 ? word : `${lines.at(-1) ?? ''} ${word}`
      if (lines.length > 0 && this.context.measureText(longer).width <= width) lines[lines.length - 1] = longer
      else lines.push(word)
    }
    const shown = lines.slice(0, most)
    if (lines.length > most) shown[most - 1] = `${shown[most - 1] ?? ''} ${lines.slice(most).join(' ')}`
    shown.forEach((line, i) => this.shortened(line, x, y + i * 1.35 * lettering.size, width, lettering))
    return shown.length
  }

  /** Whatever is drawn meanwhile ends at the edge of a rectangle. */
  within(x: number, y: number, w: number, h: number, draw: () => void): void {
    const { context } = this
    context.save()
    context.beginPath()
    context.rect(x, y, w, h)
    context.clip()
    draw()
    context.restore()
  }

  /** Letters are narrowed to the room that was reckoned for them, whatever font there is. */
  formula(formula: FormulaItem, x: number, y: number, scale: number): void {
    const { context, inks } = this
    context.fillStyle = inks.ink
    context.textAlign = 'left'
    context.textBaseline = 'middle'
    for (const { words, x: dx, y: dy, size, lettering, width } of formula.letters) {
      const family = lettering === 'mono' ? inks.mono : lettering === 'plain' ? inks.sans : inks.serif
      context.font = `${lettering === 'italic' ? 'italic ' : ''}${size * scale}px ${family}`
      context.fillText(words, x + dx * scale, y + dy * scale, Math.max(1, width * scale))
    }
    for (let i = 0; i + 2 < formula.rules.length; i += 3) {
      const [x1 = 0, x2 = 0, dy = 0] = formula.rules.slice(i, i + 3)
      this.line([x + x1 * scale, y + dy * scale, x + x2 * scale, y + dy * scale], inks.ink, 0.9 * scale)
    }
  }
}
