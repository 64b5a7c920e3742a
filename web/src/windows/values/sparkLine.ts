/** A curve -> the path of a small picture of it, without axes. */

/** A value that is no number is a gap; a constant is a line in the middle. */
export function sparkLine(x: Float64Array, y: Float64Array, width: number, height: number): string {
  const finite = y.filter(Number.isFinite)
  const [low, high] = [Math.min(...finite), Math.max(...finite)]
  const [first, last] = [x[0] ?? 0, x.at(-1) ?? 0]
  const across = (value: number): number => 1 + ((width - 2) * (value - first)) / (last - first || 1)
  const down = (value: number): number =>
    high === low ? height / 2 : 1 + ((height - 2) * (high - value)) / (high - low)
  let isGap = true
  return [...y]
    .map((value, i) => {
      if (!Number.isFinite(value)) {
        isGap = true
        return ''
      }
      const letter = isGap ? 'M' : 'L'
      isGap = false
      return `${letter}${across(x[i] ?? 0).toFixed(1)} ${down(value).toFixed(1)}`
    })
    .join('')
}
