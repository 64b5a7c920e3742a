import { describe, expect, it } from 'vitest'
import { ACTS, UNDO } from './acts'
import { actOf, nameOf, readable, windowNumber, type Pressed } from './keys'

const press = (key: string, held: Partial<Pressed> = {}): Pressed => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...held,
})

describe('keys', () => {
  it('are named as the table of acts names them', () => {
    expect(nameOf(press('k', { ctrlKey: true }))).toBe('Ctrl+K')
    expect(nameOf(press('ArrowLeft', { ctrlKey: true, altKey: true, shiftKey: true }))).toBe('Ctrl+Alt+Shift+ArrowLeft')
    expect(nameOf(press('Dead', { code: 'Backquote', ctrlKey: true }))).toBe('Ctrl+`')
  })

  it('mean at most one act each', () => {
    const keys = ACTS.map((act) => act.key).filter((key) => key !== '')
    expect(new Set(keys).size).toBe(keys.length)
  })

  it('find their act', () => {
    expect(actOf(press('F5'), true)?.title).toBe('Run')
    expect(actOf(press('x'), false)).toBeUndefined()
  })

  it('leave Ctrl+Z to a field that has the focus', () => {
    expect(actOf(press('z', { ctrlKey: true }), false)).toBe(UNDO)
    expect(actOf(press('z', { ctrlKey: true }), true)).toBeUndefined()
  })

  it('number windows from 1 to 9', () => {
    expect(windowNumber(press('3', { ctrlKey: true }))).toBe(3)
    expect(windowNumber(press('0', { ctrlKey: true }))).toBe(0)
    expect(windowNumber(press('3'))).toBe(0)
  })

  it('are readable in a menu', () => {
    expect(readable('Ctrl+Alt+ArrowLeft')).toBe('Ctrl+Alt+←')
  })
})
