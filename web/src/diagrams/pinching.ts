/** Two fingers on the screen -> how much the view is zoomed and moved. */

export interface Pinched {
  readonly factor: number
  /** The point between the fingers, and how far it has moved. */
  readonly x: number
  readonly y: number
  readonly dx: number
  readonly dy: number
}

type Point = readonly [number, number]

export class Pinch {
  readonly #fingers = new Map<number, Point>()

  get isActive(): boolean {
    return this.#fingers.size === 2
  }

  down(id: number, x: number, y: number): void {
    if (this.#fingers.size < 2) this.#fingers.set(id, [x, y])
  }

  /** Null if there are not two fingers. */
  move(id: number, x: number, y: number): Pinched | null {
    if (!this.#fingers.has(id)) return null
    const before = this.#measured()
    this.#fingers.set(id, [x, y])
    const now = this.#measured()
    if (before === null || now === null) return null
    const { middle } = now
    return {
      factor: now.distance / before.distance,
      x: middle[0],
      y: middle[1],
      dx: middle[0] - before.middle[0],
      dy: middle[1] - before.middle[1],
    }
  }

  up(id: number): void {
    this.#fingers.delete(id)
  }

  #measured(): { readonly distance: number; readonly middle: Point } | null {
    const [one, other] = [...this.#fingers.values()]
    if (one === undefined || other === undefined) return null
    const distance = Math.max(1, Math.hypot(one[0] - other[0], one[1] - other[1]))
    return { distance, middle: [(one[0] + other[0]) / 2, (one[1] + other[1]) / 2] }
  }
}
