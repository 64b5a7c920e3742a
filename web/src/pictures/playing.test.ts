import { describe, expect, test } from 'vitest'
import { advanced, begun, faster, pressed, sought, stepped, toggled } from './playing'

const times = Float64Array.of(0, 1, 2, 4)
const playing = { time: 1.5, isPlaying: true, speed: 2, isLooping: false }

describe('a clock', () => {
  test('goes on with its speed', () => {
    expect(advanced(playing, times, 0.5).time).toBe(2.5)
    expect(advanced({ ...playing, isPlaying: false }, times, 0.5).time).toBe(1.5)
  })
  test('stops at the end, or begins again', () => {
    expect(advanced(playing, times, 9)).toMatchObject({ time: 4, isPlaying: false })
    expect(advanced({ ...playing, isLooping: true }, times, 2)).toMatchObject({ time: 1.5, isPlaying: true })
  })
  test('begins again when it is played at its end', () => {
    expect(toggled({ ...playing, isPlaying: false, time: 4 }, times)).toMatchObject({ time: 0, isPlaying: true })
    expect(toggled(playing, times)).toMatchObject({ time: 1.5, isPlaying: false })
  })
  test('steps from moment to moment', () => {
    expect(stepped(playing, times, 1)).toMatchObject({ time: 2, isPlaying: false })
    expect(stepped(playing, times, -1).time).toBe(1)
    expect(stepped({ ...playing, time: 4 }, times, 1).time).toBe(4)
    expect(stepped({ ...playing, time: 0 }, times, -1).time).toBe(0)
  })
  test('stays within the run', () => {
    expect(sought(playing, times, 99).time).toBe(4)
    expect(sought(playing, times, -1).time).toBe(0)
  })
  test('has speeds in steps', () => {
    expect(faster(playing, 1).speed).toBe(5)
    expect(faster(playing, -1).speed).toBe(1)
  })
  test('takes about ten seconds for a long run, and two for a short one', () => {
    expect(begun(Float64Array.of(0, 200)).speed).toBe(10)
    expect(begun(Float64Array.of(0, 16)).speed).toBe(1)
    expect(begun(Float64Array.of(0, 0.5)).speed).toBe(0.25)
  })
  test.each([
    [' ', { isPlaying: false }],
    [',', { time: 1 }],
    ['.', { time: 2 }],
    ['>', { speed: 5 }],
    ['L', { isLooping: true }],
    ['Home', { time: 0 }],
    ['End', { time: 4 }],
  ])('obeys the key %s', (key, expected) => {
    expect(pressed(playing, times, key)).toMatchObject(expected)
  })
  test('leaves other keys alone', () => {
    expect(pressed(playing, times, 'x')).toBeNull()
  })
})
