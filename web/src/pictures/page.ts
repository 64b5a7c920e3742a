/** The page that ANIMATE writes: a canvas with the scene and a bar that plays it. */
import { cameraKey, nearer, shifted, turned } from './camera'
import { DARK, LIGHT } from './colours'
import { drawScene } from './draw'
import * as clock from './playing'
import { isInSpace, momentAt, type Scene } from './scene'
import { drawSpace, viewOf, type View } from './space'
import { readWritten } from './written'

const STYLE = `
:root{color-scheme:light dark}body{margin:0;font:13px system-ui,sans-serif;background:#E6E8E7;color:#182022}
main{max-width:1100px;margin:16px auto;background:#fff;border:1px solid #D5D9D8;border-radius:3px}
h1{font-size:13px;margin:0;padding:8px 12px;border-bottom:1px solid #D5D9D8;background:#F1F3F2}
canvas{display:block;width:100%;touch-action:none;outline-offset:-2px}
.bar{display:flex;gap:8px;align-items:center;padding:8px 12px;border-top:1px solid #D5D9D8}
.bar input{flex:1;accent-color:#0069A6;min-width:80px}.bar output{font:13px ui-monospace,monospace;white-space:nowrap}
button,select{font:inherit;min-width:32px;min-height:28px;border:1px solid #AEB5B4;border-radius:2px;background:#fff;color:inherit}
button[aria-pressed=true]{background:#DCEAF3;border-color:#0069A6}
@media(prefers-color-scheme:dark){body{background:#0C0F10;color:#E4E9E8}main{background:#15191A;border-color:#2A3132}
h1{background:#101415;border-color:#2A3132}.bar{border-color:#2A3132}button,select{background:#1D2324;border-color:#4A5456}
button[aria-pressed=true]{background:#17364A;border-color:#58AEE6}}`

/** Pixels of the height of the window that the title, the bar and the margins take. */
const AROUND = 120

function element<K extends keyof HTMLElementTagNameMap>(
  name: K,
  more: Partial<HTMLElementTagNameMap[K]>,
  label = '',
): HTMLElementTagNameMap[K] {
  const found = Object.assign(document.createElement(name), more)
  if (label !== '') found.setAttribute('aria-label', label)
  if (label !== '') found.title = label
  return found
}

class Player {
  #playing: clock.Playing
  #view: View
  #last = 0
  readonly #canvas: HTMLCanvasElement
  readonly #scrub = element('input', { type: 'range', min: '0', max: '1000', step: 'any' }, 'Time')
  readonly #play = element('button', { textContent: '▶' }, 'Play, pause (Space)')
  readonly #loop = element('button', { textContent: '↻' }, 'Again and again (L)')
  readonly #shown = element('output', {})
  readonly #speed = element('select', {}, 'Speed (< and >)')

  constructor(
    readonly scene: Scene,
    place: HTMLElement,
  ) {
    this.#playing = { ...clock.begun(scene.times), isPlaying: true, isLooping: true }
    this.#view = viewOf(scene, momentAt(scene.times, this.#playing.time))
    this.#canvas = element('canvas', { tabIndex: 0 }, scene.title || scene.name)
    this.#canvas.setAttribute('role', 'img')
    for (const speed of clock.SPEEDS) this.#speed.add(new Option(`${speed}×`, String(speed)))
    const bar = element('div', { className: 'bar' })
    bar.append(this.#play, this.#loop, this.#scrub, this.#shown, this.#speed)
    // All of a tall picture is seen, and the bar below it.
    place.style.maxWidth = `min(1100px, max(280px, ${(100 * scene.width) / scene.height}vh - ${(AROUND * scene.width) / scene.height}px))`
    place.append(element('h1', { textContent: scene.title || scene.name }), this.#canvas, bar)
    this.#listen()
  }

  #listen(): void {
    const { times } = this.scene
    this.#play.onclick = () => (this.#playing = clock.toggled(this.#playing, times))
    this.#loop.onclick = () => (this.#playing = { ...this.#playing, isLooping: !this.#playing.isLooping })
    this.#speed.onchange = () => (this.#playing = { ...this.#playing, speed: Number(this.#speed.value) })
    this.#scrub.oninput = () => {
      const share = Number(this.#scrub.value) / 1000
      const time = clock.firstOf(times) + share * (clock.lastOf(times) - clock.firstOf(times))
      this.#playing = { ...clock.sought(this.#playing, times, time), isPlaying: false }
    }
    document.onkeydown = (event) => this.#press(event)
    if (!isInSpace(this.scene)) return
    this.#canvas.onpointerdown = (event) => this.#canvas.setPointerCapture(event.pointerId)
    this.#canvas.onpointermove = (event) => {
      if (event.buttons === 0) return
      const [x, y] = [event.movementX / this.#canvas.clientHeight, event.movementY / this.#canvas.clientHeight]
      this.#view = event.shiftKey ? shifted(this.#view, x, y) : turned(this.#view, 4 * x, 4 * y)
    }
    this.#canvas.onwheel = (event) => {
      event.preventDefault()
      this.#view = nearer(this.#view, Math.exp(0.001 * event.deltaY))
    }
  }

  #press(event: KeyboardEvent): void {
    if (event.target instanceof HTMLButtonElement && event.key === ' ') return
    const camera = isInSpace(this.scene) && event.target === this.#canvas
    const usual = event.key === '0' ? viewOf(this.scene, momentAt(this.scene.times, this.#playing.time)) : null
    const view = camera ? (usual ?? cameraKey(this.#view, event.key, event.shiftKey)) : null
    const playing = clock.pressed(this.#playing, this.scene.times, event.key)
    if (view === null && playing === null) return
    event.preventDefault()
    this.#view = view ?? this.#view
    this.#playing = view === null && playing !== null ? playing : this.#playing
  }

  frame = (now: number): void => {
    const seconds = this.#last === 0 ? 0 : Math.min(0.25, (now - this.#last) / 1000)
    this.#last = now
    this.#playing = clock.advanced(this.#playing, this.scene.times, seconds)
    this.#draw()
    requestAnimationFrame(this.frame)
  }

  #draw(): void {
    const { scene } = this
    const canvas = this.#canvas
    const width = Math.round(canvas.clientWidth * devicePixelRatio)
    const height = Math.round((width * scene.height) / scene.width)
    if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height })
    const context = canvas.getContext('2d')
    if (context === null) return
    const theme = matchMedia('(prefers-color-scheme: dark)').matches ? DARK : LIGHT
    context.setTransform(width / scene.width, 0, 0, width / scene.width, 0, 0)
    context.fillStyle = theme['ground'] ?? ''
    context.fillRect(0, 0, scene.width, scene.height)
    const { time } = this.#playing
    if (isInSpace(scene)) drawSpace(context, scene, time, this.#view, theme)
    drawScene(context, scene, time, theme)
    this.#showBar()
  }

  #showBar(): void {
    const { times, time_unit } = this.scene
    const { time, isPlaying, isLooping, speed } = this.#playing
    const [first, last] = [clock.firstOf(times), clock.lastOf(times)]
    if (document.activeElement !== this.#scrub || isPlaying)
      this.#scrub.value = String(last > first ? (1000 * (time - first)) / (last - first) : 0)
    this.#scrub.setAttribute('aria-valuetext', `${time.toPrecision(4)} ${time_unit}`)
    this.#play.textContent = isPlaying ? '❚❚' : '▶'
    this.#loop.setAttribute('aria-pressed', String(isLooping))
    this.#shown.textContent = `${time.toPrecision(4)} / ${last.toPrecision(4)} ${time_unit}`
    this.#speed.value = String(speed)
  }
}

export function show(): void {
  document.head.append(element('style', { textContent: STYLE }))
  const place = document.getElementById('player')
  const text = document.getElementById('scene')?.textContent
  if (place === null || text === undefined || text === null) return
  requestAnimationFrame(new Player(readWritten(text), place).frame)
}
