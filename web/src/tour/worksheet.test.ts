import { expect, it } from 'vitest'
import { stepsOf } from './worksheet'

it('has a step for each block of commands, with the comments as its text', () => {
  const text = '" A tank\n" with a valve.\nSYST TANK\nSIMU 0 9\n" Figure 1.\n\nPAR TI: 50 " slower\nSIMU\n'
  expect(stepsOf(text)).toEqual([
    { title: 'Step 1', text: 'A tank with a valve.', lines: ['SYST TANK', 'SIMU 0 9'], remark: 'Figure 1.' },
    { title: 'Step 2', text: '', lines: ['PAR TI: 50 " slower', 'SIMU'], remark: '' },
  ])
})

it('puts a text without commands before those that follow', () => {
  expect(stepsOf('" All about it.\n\n\n" First:\nSIMU')).toMatchObject([{ text: 'All about it. First:' }])
  expect(stepsOf('\n\n')).toEqual([])
})
