import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readMessage } from '../protocol/messages'
import { between, LIGHT, paint } from './colours'
import { cameraKey, turned } from './camera'
import { readingText } from './draw'
import {
  bandLine,
  controlAt,
  inPicture,
  menuOf,
  parameterLine,
  pickLine,
  placings,
  rubberBands,
  textLine,
  valueAt,
  windowsAt,
  type Request,
} from './lines'
import { at, holds, isInSpace, momentAt, type Scene } from './scene'
import { matrixAt, pointsOf, viewOf, viewRows } from './space'

function example(): Scene {
  const data = readFileSync(resolve(import.meta.dirname, '../../../tests/web/examples/ScenePart.bin'))
  const message = readMessage(data.buffer.slice(data.byteOffset, data.byteOffset + data.byteLength))
  if (message.kind !== 'ScenePart' || message.scene === null) throw new Error('no scene')
  return message.scene
}
const scene = example()
const moment = momentAt(scene.times, 1.5)

describe('a time between moments', () => {
  test('is the moment before it and a share', () => {
    expect(momentAt(scene.times, 1.5)).toEqual({ time: 1.5, index: 1, share: 0.5 })
    expect(momentAt(scene.times, -1).index).toBe(0)
    expect(momentAt(scene.times, 99)).toMatchObject({ index: 3, share: 0 })
  })
  test('is after a jump if it is there', () => {
    expect(momentAt(Float64Array.of(0, 1, 1, 2), 1)).toMatchObject({ index: 2, share: 0 })
  })
  test('interpolates numbers, not conditions', () => {
    const column = Float64Array.of(0, 1, 3, 4)
    expect(at(column, moment)).toBe(2)
    expect(at(7, moment)).toBe(7)
    expect(holds(Float64Array.of(0, 1, 0, 0), moment)).toBe(true)
  })
})

describe('the example of the server', () => {
  test('has its shapes, controls, requests and menus', () => {
    const kinds = scene.shapes.map((shape) => shape.kind)
    expect(new Set(kinds)).toEqual(new Set(['path', 'oval', 'label', 'trail', 'body', 'track']))
    expect(isInSpace(scene)).toBe(true)
    expect(scene.controls[0]).toMatchObject({ kind: 'slider', parameter: 'k', low: 0, high: 2 })
    expect(menuOf(scene, [])?.items).toEqual([['short', 'SIMU 0 1']])
  })
  test('has the matrices of its bodies', () => {
    const body = scene.shapes.find((shape) => shape.kind === 'body')
    if (body?.kind !== 'body') throw new Error('no body')
    const quarter = matrixAt(body, momentAt(scene.times, 1))
    ;[0, -1, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1].forEach((value, i) => expect(quarter[i]).toBeCloseTo(value, 12))
  })
  test('has tracks up to the present', () => {
    const track = scene.shapes.find((shape) => shape.kind === 'track')
    if (track?.kind !== 'track') throw new Error('no track')
    expect(pointsOf(track, moment)).toHaveLength(3)
  })
  test('turns its places into coordinates', () => {
    expect(inPicture(scene, 0, { x: 72, y: 288 })).toEqual({ x: 1, y: 1 })
    expect(inPicture(scene, 0, { x: 360, y: 0 })).toEqual({ x: 5, y: 5 })
  })
})

describe('what is done in a picture', () => {
  test('is the line of the innermost marker that asks for one', () => {
    expect(pickLine(scene, ['ball'])).toBe('DISP x')
    expect(pickLine(scene, ['none', 'ball'])).toBe('DISP x')
    expect(pickLine(scene, ['none'])).toBeNull()
  })
  test('sets a slider by its place', () => {
    const control = controlAt(scene, { x: 144, y: 288 }, moment)
    if (control === undefined) throw new Error('no control')
    expect(valueAt(control, { x: 144, y: 288 }, moment)).toBeCloseTo(1, 9)
    expect(valueAt(control, { x: 0, y: 288 }, moment)).toBe(0)
    expect(valueAt(control, { x: 999, y: 288 }, moment)).toBe(2)
    expect(parameterLine(control, 1.25)).toBe('PAR k: 1.25')
  })
  test('does not reach what is hidden, or behind a window', () => {
    const [slider] = scene.controls
    if (slider === undefined) throw new Error('no control')
    const place = { x: 144, y: 288 }
    const hidden = { ...slider, visible: Float64Array.of(1, 0, 1, 1) }
    expect(controlAt({ ...scene, controls: [hidden] }, place, moment)).toBeUndefined()
    expect(controlAt({ ...scene, controls: [hidden] }, place, momentAt(scene.times, 0.5))).toBe(hidden)
    const high = { ...slider, box: [300, 0, 500, 100] as const }
    expect(controlAt({ ...scene, controls: [high] }, { x: 320, y: 50 }, moment)).toBe(high)
    expect(controlAt({ ...scene, controls: [high] }, { x: 450, y: 50 }, moment)).toBeUndefined()
    expect(controlAt({ ...scene, controls: [{ ...high, window: 1 }] }, { x: 450, y: 50 }, moment)).toBeDefined()
    expect([windowsAt(scene, place), windowsAt(scene, { x: 450, y: 50 }), windowsAt(scene, { x: -1, y: 0 })]).toEqual([
      [0],
      [1],
      [],
    ])
  })
  test('offers all that is asked for in the window at a place', () => {
    const request = (kind: Request['request'], window: number, visible = 1): Request => ({
      request: kind,
      subject: 's',
      line: 'PRINT $X1',
      window,
      visible,
      place: null,
      shapes: [],
    })
    const requests = [request('line', 0), request('rectangle', 0), request('shape', 0), request('line', 1)]
    const asking = { ...scene, requests: [...requests, request('line', 0, 0)] }
    expect(rubberBands(asking, { x: 10, y: 300 }, moment)).toEqual(requests.slice(0, 2))
    expect(rubberBands(asking, { x: 450, y: 50 }, moment)).toEqual(requests.slice(3))
    expect(placings(asking, { x: 10, y: 300 }, moment)).toEqual(requests.slice(2, 3))
  })
  test('takes what is typed as it is', () => {
    const [asking] = scene.requests.filter((each) => each.request === 'string')
    if (asking === undefined) throw new Error('no field')
    expect(textLine(asking, "$& $' 2")).toBe("PAR k: $& $' 2")
  })
  test('turns a switch over', () => {
    const control = {
      kind: 'switch',
      parameter: 'p',
      low: 0,
      high: 1,
      value: 1,
      box: [0, 0, 9, 9],
      window: 0,
      visible: 1,
    } as const
    expect(valueAt(control, { x: 1, y: 1 }, moment)).toBe(0)
    expect(valueAt({ ...control, value: 0 }, { x: 1, y: 1 }, moment)).toBe(1)
  })
  test('turns a knob from lower left over the top to lower right', () => {
    const knob = {
      kind: 'knob',
      parameter: 'p',
      low: 0,
      high: 3,
      value: 1,
      box: [-10, -10, 10, 10],
      window: 0,
      visible: 1,
    } as const
    expect(valueAt(knob, { x: -5, y: 5 }, moment)).toBeCloseTo(0, 6)
    expect(valueAt(knob, { x: 0, y: -5 }, moment)).toBeCloseTo(1.5, 6)
    expect(valueAt(knob, { x: 5, y: 5 }, moment)).toBeCloseTo(3, 6)
  })
  test('gives the coordinates of a rubber band', () => {
    const line = {
      request: 'line',
      subject: '',
      line: '$X1 $Y1 $X2 $Y2',
      window: 0,
      visible: 1,
      place: null,
      shapes: [],
    } as const
    expect(bandLine(scene, line, { x: 144, y: 288 }, { x: 72, y: 216 })).toBe('2 1 1 2')
    expect(bandLine(scene, { ...line, request: 'rectangle' }, { x: 144, y: 288 }, { x: 72, y: 216 })).toBe('1 1 2 2')
  })
})

describe('colours and texts', () => {
  test('are between the stops of a scale', () => {
    expect(between(['#000000', '#ffffff'], 0.5).toLowerCase()).toBe('#808080')
    expect(paint({ stops: ['#000000', '#FF0000'], position: NaN }, moment, LIGHT)).toBe('#8A9392')
  })
  test('follow a condition and the theme', () => {
    const chosen = { condition: Float64Array.of(0, 1, 0, 0), then: 'bad', otherwise: 'ink' }
    expect(paint(chosen, moment, LIGHT)).toBe(LIGHT['bad'])
    expect(paint(chosen, momentAt(scene.times, 3), LIGHT)).toBe(LIGHT['ink'])
  })
  test.each([
    [1.23456, -1, '1.235'],
    [-0.001, 2, '0.00'],
    [-1.5, 1, '−1.5'],
    [NaN, 2, '–'],
    [123456, -1, '1.235e+05'],
    [2, 0, '2'],
  ])('write %d with %d decimals', (value, decimals, text) => expect(readingText(value, decimals)).toBe(text))
})

describe('the camera', () => {
  const view = viewOf(scene, moment)
  test('has rows at right angles', () => {
    const rows = viewRows(view)
    rows.forEach((a, i) =>
      rows.forEach((b, j) => expect(a[0] * b[0] + a[1] * b[1] + a[2] * b[2]).toBeCloseTo(i === j ? 1 : 0, 12)),
    )
  })
  test('never goes over the top', () => {
    expect(turned(view, 0, 99).elevation).toBeLessThan(Math.PI / 2)
  })
  test('looks from the front, the side and above', () => {
    expect(['1', '2', '3'].map((key) => cameraKey(view, key, false)?.elevation)).toEqual([0, 0, 1.55])
    expect(cameraKey(view, 'x', false)).toBeNull()
  })
})
