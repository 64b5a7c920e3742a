import { describe, expect, it } from 'vitest'
import { STEPS, stepsDone } from './steps'

describe('the tour', () => {
  it('knows from the lines given how far it is', () => {
    expect(stepsDone([])).toBe(0)
    expect(stepsDone(['EXAMPLE tank'])).toBe(0)
    expect(stepsDone([...(STEPS[0]?.lines ?? []), 'DISP', ...(STEPS[1]?.lines ?? [])])).toBe(2)
    expect(stepsDone(STEPS.flatMap((step) => step.lines))).toBe(STEPS.length)
  })
})
