import { expect, it } from 'vitest'
import { Pinch } from './pinching'

it('zooms by the distance of two fingers and moves with the point between them', () => {
  const pinch = new Pinch()
  pinch.down(1, 100, 100)
  expect(pinch.move(1, 110, 100)).toBeNull()
  pinch.down(2, 210, 100)
  expect(pinch.isActive).toBe(true)
  expect(pinch.move(2, 310, 100)).toEqual({ factor: 2, x: 210, y: 100, dx: 50, dy: 0 })
  pinch.up(1)
  expect(pinch.isActive).toBe(false)
  expect(pinch.move(2, 0, 0)).toBeNull()
})
