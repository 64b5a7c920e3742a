/** Our pages are read whole; what looks like HTML or a strange link stays text. */
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { inlineOf } from './inline'
import { goalOf, pictureAddress } from './links'
import { blocksOf, type Block } from './markdown'

const DOCS = new URL('../../../docs/', import.meta.url)
const PAGES = ['manual/', 'language/', 'language/dialects/'].flatMap((folder) =>
  readdirSync(new URL(folder, DOCS))
    .filter((name) => name.endsWith('.md'))
    .map((name) => folder + name),
)
const words = (text: string) => [{ kind: 'text', text }]

describe('blocks', () => {
  test('headings have the place that links name', () => {
    expect(blocksOf('## What happens, when `X` breaks?')).toMatchObject([
      { kind: 'heading', level: 2, id: 'what-happens-when-x-breaks' },
    ])
  })

  test('code is kept as it is, and a heading in it is none', () => {
    expect(blocksOf('```simnon-session new\n> SYST A\n# no heading\n```\nafter')).toEqual([
      { kind: 'code', info: 'simnon-session new', lines: ['> SYST A', '# no heading'] },
      { kind: 'paragraph', text: words('after') },
    ])
    expect(blocksOf('text\n\n    SIMU 0 1\n    SIMU')).toMatchObject([{}, { lines: ['SIMU 0 1', 'SIMU'] }])
  })

  test('a fence that is never closed takes the rest', () => {
    expect(blocksOf('```\na')).toEqual([{ kind: 'code', info: '', lines: ['a'] }])
  })

  test('directives of the printed manual are left out', () => {
    expect(blocksOf('```{toctree}\nindex\n```')).toEqual([])
  })

  test('lists nest, go on over lines, and hold code', () => {
    const [list] = blocksOf('- one\n  more\n  - inner\n- two\n\n  ```c\n  x\n  ```\n\nend')
    expect(list).toMatchObject({
      kind: 'list',
      items: [
        [{ kind: 'paragraph', text: words('one more') }, { kind: 'list' }],
        [{ kind: 'paragraph' }, { kind: 'code', lines: ['x'] }],
      ],
    })
  })

  test('tables have cells with bars in code, and empty ones', () => {
    expect(blocksOf('| | b |\n|---|---|\n| `x | y` | 1 \\| 2 |')).toEqual([
      {
        kind: 'table',
        head: [[], words('b')],
        rows: [[[{ kind: 'code', text: 'x | y' }], words('1 | 2')]],
      },
    ])
  })
})

describe('text', () => {
  test('has code, strong, emphasis and links', () => {
    expect(inlineOf('a `b*c*` **d** *e* [`f`](g.md#h) [](i.md)')).toEqual([
      { kind: 'text', text: 'a ' },
      { kind: 'code', text: 'b*c*' },
      { kind: 'text', text: ' ' },
      { kind: 'strong', text: 'd' },
      { kind: 'text', text: ' ' },
      { kind: 'emphasis', text: 'e' },
      { kind: 'text', text: ' ' },
      { kind: 'link', text: 'f', isCode: true, target: 'g.md#h' },
      { kind: 'text', text: ' ' },
      { kind: 'link', text: '', isCode: false, target: 'i.md' },
    ])
  })

  test.each(['<script>alert(1)</script>', '<img src=x onerror=alert(1)>', 'a * b * c', 'x[1] (2)'])(
    '%s stays text',
    (line) => expect(inlineOf(line)).toEqual(words(line)),
  )
})

describe('links', () => {
  test.each([
    ['structure.md', 'language/libraries', 'language/structure'],
    ['../manual/files.md#kept', 'language/systems', 'manual/files'],
    ['dialects/csmp.md', 'language/index', 'language/dialects/csmp'],
    ['SIMU', '', 'SIMU'],
    ['#here', 'manual/files', 'manual/files'],
  ])('%s from %s is %s', (target, from, name) => {
    expect(goalOf(target, from)).toMatchObject({ kind: 'page', name })
  })

  test.each(['javascript:alert(1)', 'data:text/html,x', '//elsewhere', 'http://a', '../../../x.md', '/etc/passwd'])(
    '%s leads nowhere',
    (target) => expect(goalOf(target, 'manual/files')).toEqual({ kind: 'nowhere' }),
  )

  test('pictures are those of the manual', () => {
    expect(pictureAddress('../pictures/vdpol.svg', 'manual/tutorial')).toBe('/pictures/vdpol.svg')
    expect(pictureAddress('https://a/b.svg', 'manual/tutorial')).toBe(null)
    expect(pictureAddress('../../secret.svg', 'manual/tutorial')).toBe(null)
  })
})

test.each(PAGES)('%s is read without rests of its marks', (page) => {
  const left = textsIn(blocksOf(readFileSync(new URL(page, DOCS), 'utf8'))).filter((text) =>
    /```|^\s*#+ |\]\(|^\||\*\*/.test(text),
  )
  expect(left).toEqual([])
})

function textsIn(blocks: readonly Block[]): readonly string[] {
  return blocks.flatMap((block) => {
    if (block.kind === 'list') return block.items.flatMap(textsIn)
    if (block.kind === 'code') return []
    const pieces = block.kind === 'table' ? [block.head, ...block.rows].flat(2) : block.text
    return pieces.flatMap((piece) => (piece.kind === 'text' ? [piece.text] : []))
  })
}
