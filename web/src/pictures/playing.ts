/** The clock of a scene: what time it shows, and what play, step, speed and loop do to it. Nothing here draws. */

export interface Playing {
  readonly time: number
  readonly isPlaying: boolean
  /** Units of the model's time in a second. */
  readonly speed: number
  readonly isLooping: boolean
}

export const SPEEDS = [0.1, 0.25, 0.5, 1, 2, 5, 10, 20, 50, 100, 1000] as const

/** At the beginning, as fast as the model, or so much faster that it takes about ten seconds. */
export function begun(times: Float64Array): Playing {
  const length = lastOf(times) - firstOf(times)
  const speed = SPEEDS.find((each) => each >= 1 && length / each <= 20) ?? 1000
  return { time: firstOf(times), isPlaying: false, speed: length < 2 ? slowerFor(length) : speed, isLooping: false }
}

const slowerFor = (length: number): number => SPEEDS.findLast((each) => each <= 1 && length / each >= 2) ?? 0.1

export const firstOf = (times: Float64Array): number => times[0] ?? 0
export const lastOf = (times: Float64Array): number => times[times.length - 1] ?? 0

/** After so many seconds of the clock on the wall. */
export function advanced(playing: Playing, times: Float64Array, seconds: number): Playing {
  if (!playing.isPlaying) return playing
  const [first, last] = [firstOf(times), lastOf(times)]
  const time = playing.time + playing.speed * seconds
  if (time < last) return { ...playing, time }
  if (!playing.isLooping || last <= first) return { ...playing, time: last, isPlaying: false }
  return { ...playing, time: first + ((time - first) % (last - first)) }
}

/** Play or pause; at the end it begins again. */
export function toggled(playing: Playing, times: Float64Array): Playing {
  const isAtEnd = playing.time >= lastOf(times)
  return {
    ...playing,
    isPlaying: !playing.isPlaying,
    time: !playing.isPlaying && isAtEnd ? firstOf(times) : playing.time,
  }
}

/** One moment on or back. */
export function stepped(playing: Playing, times: Float64Array, by: 1 | -1): Playing {
  const others = [...times].filter((each) => (by > 0 ? each > playing.time : each < playing.time))
  const time = by > 0 ? Math.min(...others, lastOf(times)) : Math.max(...others, firstOf(times))
  return { ...playing, time: others.length === 0 ? playing.time : time, isPlaying: false }
}

export function sought(playing: Playing, times: Float64Array, time: number): Playing {
  return { ...playing, time: Math.min(Math.max(time, firstOf(times)), lastOf(times)) }
}

export function faster(playing: Playing, by: 1 | -1): Playing {
  const speed = by > 0 ? SPEEDS.find((each) => each > playing.speed) : SPEEDS.findLast((each) => each < playing.speed)
  return { ...playing, speed: speed ?? playing.speed }
}

/** What a key does; null if it means nothing here. */
export function pressed(playing: Playing, times: Float64Array, key: string): Playing | null {
  switch (key) {
    case ' ':
      return toggled(playing, times)
    case ',':
      return stepped(playing, times, -1)
    case '.':
      return stepped(playing, times, 1)
    case '<':
      return faster(playing, -1)
    case '>':
      return faster(playing, 1)
    case 'l':
    case 'L':
      return { ...playing, isLooping: !playing.isLooping }
    case 'Home':
      return sought(playing, times, firstOf(times))
    case 'End':
      return { ...sought(playing, times, lastOf(times)), isPlaying: false }
    default:
      return null
  }
}
