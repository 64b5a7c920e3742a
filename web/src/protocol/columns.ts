/** A binary frame -> its message with the columns in place: the length of a JSON text, the text, the numbers. */

export function unpack(frame: ArrayBuffer): unknown {
  const length = new DataView(frame).getUint32(0, true)
  const text = new TextDecoder().decode(new Uint8Array(frame, 4, length))
  const numbers = new Float64Array(frame, 4 + length)
  return JSON.parse(text, (_name, value: unknown) => placed(value, numbers))
}

function placed(value: unknown, numbers: Float64Array): unknown {
  if (typeof value !== 'object' || value === null || !('column' in value) || !('length' in value)) return value
  return numbers.subarray(Number(value.column), Number(value.column) + Number(value.length))
}
