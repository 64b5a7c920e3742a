/** A part is placed with a name that is free, and the values of its type. */
import { expect, test } from 'vitest'
import type { MessageOf } from '../../protocol/messages'
import { partText } from './part'

const ROW = { name: 'R', kind_of_row: '', value: '1000', unit: 'Ohm', range: '0..', description: '' }
const TYPE: MessageOf<'LibraryPage'> = {
  kind: 'LibraryPage',
  id: 1,
  name: 'electrical.resistor',
  what: 'a continuous system',
  remarks: [],
  terminals: [],
  parameters: [ROW, { ...ROW, name: 'n', value: '' }],
  variables: [],
  versions: [],
  entries: [],
}

test('with the values of the type', () => {
  expect(partText(TYPE, [])).toBe('SYSTEM resistor: electrical.resistor\nresistor.R: 1000 [Ohm]\n')
})

test('with a free name', () => {
  expect(partText(TYPE, ['Resistor', 'resistor2'])).toMatch(/^SYSTEM resistor3:/)
})
