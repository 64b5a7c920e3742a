/** three.js, loaded when a picture has bodies; null if this browser cannot draw with it. */
import type { Theme } from './colours'
import type { Scene } from './scene'
import type { View } from './space'

export interface Space {
  readonly draw: (scene: Scene, time: number, view: View, theme: Theme, width: number, height: number) => void
  readonly stop: () => void
}

export async function startSpace(canvas: HTMLCanvasElement): Promise<Space | null> {
  const trial = document.createElement('canvas')
  if (trial.getContext('webgl2') === null) return null
  const { openSpace } = await import('./three')
  return openSpace(canvas)
}
