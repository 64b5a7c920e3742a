/** The scene that a written page holds -> Scene: columns are float32 in base64, null is a number that is not finite. */
import { SCENE, type Scene } from './scene'

export function readWritten(text: string): Scene {
  const given: unknown = JSON.parse(text, (_name, value: unknown) => unpacked(value))
  return SCENE(given, 'scene')
}

function unpacked(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('f32' in value)) return value
  const letters = atob(String(value.f32))
  const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0))
  return Float64Array.from(new Float32Array(bytes.buffer))
}
