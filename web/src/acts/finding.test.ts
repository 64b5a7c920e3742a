import { describe, expect, it } from 'vitest'
import { EMPTY, type Page } from '../protocol/page'
import { everything, isComplete, ofCommand, ranked } from './finding'

const AT = { kind: 'command', line: '', word: '' }
const value = (name: string, role: string, unit: string): Page['values']['items'][number] => ({
  system: 'TANK',
  name,
  full_name: name,
  role,
  value: 1,
  text_value: 1,
  start: 0,
  unit,
  low: -Infinity,
  high: Infinity,
  description: '',
})
const PAGE: Page = {
  ...EMPTY,
  model: { kind: 'ModelPart', files: ['tank.t'], name: 'TANK', states: 1, parameters: 1, changed: [0] },
  values: {
    kind: 'ValuesPart',
    items: [value('H', 'state', 'm'), value('QOUT', 'output', 'm3/s'), value('TI', 'parameter', 's')],
  },
  folder: {
    kind: 'FolderPart',
    folder: '/tank',
    items: [{ name: 'two words.t', size: 1, changed: 0, is_folder: false, is_loaded: false }],
  },
}
const find = (wanted: string) => ranked(everything(PAGE, AT), wanted)

describe('the finder', () => {
  it('shows and follows a variable', () => {
    expect(
      find('qo')
        .slice(0, 2)
        .map((found) => [found.title, found.line]),
    ).toEqual([
      ['Show QOUT in area 1 1', 'SHOW QOUT'],
      ['Follow QOUT', 'WDISP QOUT'],
    ])
  })

  it('puts a parameter on the prompt', () => {
    expect(find('change ti')[0]).toMatchObject({ line: 'PAR TI: ', act: 'propose' })
  })

  it('quotes files with blanks', () => {
    expect(find('edit two')[0]?.line).toBe("WEDIT 'two words.t'")
  })

  it('finds acts by title and by line, and says why one cannot be done', () => {
    expect(find('simu')[0]?.title).toBe('Run')
    expect(find('undo')[0]).toMatchObject({ isRefused: true, note: 'nothing was changed since SYST' })
  })

  it('needs all words', () => {
    expect(find('show nothing')).toEqual([])
  })

  it('ranks the beginning of a title above the middle of another', () => {
    const all = [
      ...ofCommand({ text: 'ASHOW', start: 0, meaning: '' }),
      ...ofCommand({ text: 'SHOW', start: 0, meaning: '' }),
    ]
    expect(ranked(all, 'show')[0]?.title).toBe('SHOW')
  })
})

describe('a command', () => {
  it.each([
    ['SIMU [start stop [step]] [/name]   Run the model.', true],
    ['WEDIT file [-ICON | -CLOSE]   Open a window.', false],
    ['PAR name: value ...', false],
    ['UNDO [count] | UNDO -FILE file', true],
  ])('%s', (usage, expected) => expect(isComplete(usage)).toBe(expected))
})
