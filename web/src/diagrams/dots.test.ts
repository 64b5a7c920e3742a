import { describe, expect, it } from 'vitest'
import type { BoxItem, DiagramItem } from '../protocol/messages'
import { drawDots, largestSide } from './dots'
import type { Inks } from './inks'

const box = (x: number, width: number, height: number): BoxItem => ({
  name: 'b',
  kind_of_box: 'part',
  type: 'cell',
  members: '',
  versions: [],
  text: '',
  is_loop: false,
  x,
  y: 0,
  width,
  height,
  ports: [],
  change: '',
})
const INKS = { edge: 'dark', raised: 'light' } as unknown as Inks

describe('boxes as dots', () => {
  it('are an edge and a ground, and are left out where they would be less than a pixel', () => {
    const drawn: (string | number)[][] = []
    const context = {
      fillStyle: '',
      fillRect: (...place: number[]) => drawn.push([context.fillStyle, ...place]),
    }

    drawDots(context as unknown as CanvasRenderingContext2D, [box(10, 40, 20), box(100, 4, 4)], 0.1, 5, 7, INKS)

    expect(drawn).toEqual([
      ['dark', 6, 7, 4, 2],
      ['light', 6.7, 7.7, 2.6, 0.6000000000000001],
    ])
  })

  it('know the largest side of all', () => {
    expect(largestSide({ boxes: [box(0, 40, 20), box(0, 10, 90)] } as unknown as DiagramItem)).toBe(90)
  })
})
