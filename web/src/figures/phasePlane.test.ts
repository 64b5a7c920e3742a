import { expect, it } from 'vitest'
import { everyIn } from './phasePlane'

it('has more arrows in a larger plot, at least as far apart', () => {
  const every = (width: number, height: number): number => everyIn({ left: 0, top: 0, right: width, bottom: height })
  expect([every(350, 300), every(900, 800), every(2000, 1900), every(2000, 300)]).toEqual([3, 2, 1, 3])
})
