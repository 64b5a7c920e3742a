/** Markdown as our pages use it -> blocks: headings, paragraphs, lists, tables, code. Text stays text. */
import { inlineOf, type Inline } from './inline'

export type Block =
  | { readonly kind: 'heading'; readonly level: number; readonly id: string; readonly text: readonly Inline[] }
  | { readonly kind: 'paragraph'; readonly text: readonly Inline[] }
  | { readonly kind: 'list'; readonly isNumbered: boolean; readonly items: readonly (readonly Block[])[] }
  | { readonly kind: 'table'; readonly head: Row; readonly rows: readonly Row[] }
  | { readonly kind: 'code'; readonly info: string; readonly lines: readonly string[] }

type Row = readonly (readonly Inline[])[]
type Read = readonly [Block | null, number]

const FENCE = /^(`{3,}|~{3,})\s*(.*)$/
const HEADING = /^(#{1,6})\s+(.*?)\s*#*$/
const ITEM = /^(\s{0,3})([-*+]|\d{1,9}[.)])\s+(.*)$/
const DIVIDER = /^\s*\|?(\s*:?-+:?\s*\|)+\s*(:?-+:?\s*)?$/
const INDENTED = /^( {4}|\t)/

export function blocksOf(text: string): readonly Block[] {
  return blocksIn(text.replaceAll('\r\n', '\n').split('\n'))
}

function blocksIn(lines: readonly string[]): readonly Block[] {
  const found: Block[] = []
  let at = 0
  while (at < lines.length) {
    const [block, next] = blockAt(lines, at)
    if (block !== null) found.push(block)
    at = next
  }
  return found
}

function blockAt(lines: readonly string[], at: number): Read {
  const line = lines[at] ?? ''
  if (line.trim() === '') return [null, at + 1]
  if (FENCE.test(line)) return fenced(lines, at)
  if (HEADING.test(line)) return [heading(line), at + 1]
  if (INDENTED.test(line)) return indented(lines, at)
  if (ITEM.test(line)) return list(lines, at)
  if (line.includes('|') && DIVIDER.test(lines[at + 1] ?? '')) return table(lines, at)
  return paragraph(lines, at)
}

function heading(line: string): Block {
  const [, marks = '', words = ''] = HEADING.exec(line) ?? []
  return { kind: 'heading', level: marks.length, id: slug(words), text: inlineOf(words) }
}

/** The part of a link behind `#`. */
export const slug = (words: string): string =>
  words
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s-]/gu, '')
    .trim()
    .replace(/\s+/g, '-')

/** Directives of the printed manual, whose info is in braces, have no place here. */
function fenced(lines: readonly string[], at: number): Read {
  const [, fence = '', info = ''] = FENCE.exec(lines[at] ?? '') ?? []
  const isEnd = (line: string): boolean => line.trimEnd().startsWith(fence) && /^(`+|~+)$/.test(line.trimEnd())
  const length = lines.slice(at + 1).findIndex(isEnd)
  const end = length < 0 ? lines.length : at + 1 + length
  if (info.startsWith('{')) return [null, end + 1]
  return [{ kind: 'code', info, lines: lines.slice(at + 1, end) }, end + 1]
}

function indented(lines: readonly string[], at: number): Read {
  const end = runEnd(lines, at, (line) => INDENTED.test(line))
  const inside = lines.slice(at, end).map((line) => line.replace(INDENTED, ''))
  return [{ kind: 'code', info: '', lines: inside }, end]
}

function list(lines: readonly string[], at: number): Read {
  const items: string[][] = []
  let [end, indent] = [at, 0]
  for (; end < lines.length; end += 1) {
    const line = lines[end] ?? ''
    const place = placeIn(line, lines[end + 1] ?? '', indent)
    if (place === 'after') break
    if (place === 'item') {
      const words = ITEM.exec(line)?.[3] ?? ''
      indent = line.length - words.length
      items.push([words])
    } else items.at(-1)?.push(place === 'inside' ? line.slice(indent) : line.trimStart())
  }
  return [{ kind: 'list', isNumbered: /^\s*\d/.test(lines[at] ?? ''), items: items.map(blocksIn) }, end]
}

/** Where a line belongs: to the item before, with its indentation or without, to a new item, or to what follows. */
function placeIn(line: string, next: string, indent: number): 'inside' | 'loose' | 'item' | 'after' {
  if (line.trim() === '') return continues(next, indent) ? 'inside' : 'after'
  if (indent > 0 && leading(line) >= indent) return 'inside'
  if ((ITEM.exec(line)?.[1]?.length ?? Infinity) < Math.max(indent, 1)) return 'item'
  return startsBlock(line) ? 'after' : 'loose'
}

const leading = (line: string): number => (line.trim() === '' ? 0 : line.length - line.trimStart().length)
const continues = (line: string, indent: number): boolean => ITEM.test(line) || leading(line) >= Math.max(indent, 1)
const startsBlock = (line: string): boolean => FENCE.test(line) || HEADING.test(line)

function table(lines: readonly string[], at: number): Read {
  const end = runEnd(lines, at + 2, (line) => line.includes('|'))
  const rows = lines.slice(at + 2, end).map(cellsOf)
  return [{ kind: 'table', head: cellsOf(lines[at] ?? ''), rows }, end]
}

/** A bar inside of code, or after a backslash, divides nothing. */
function cellsOf(line: string): Row {
  const inner = line.trim().replace(/^\|/, '').replace(/\|$/, '')
  const cells = inner.match(/(?:`[^`]*`|\\\||[^|])+|(?<=\|)(?=\|)|^(?=\|)/g) ?? []
  return cells.map((cell) => inlineOf(cell.trim().replaceAll('\\|', '|')))
}

function paragraph(lines: readonly string[], at: number): Read {
  const isPart = (line: string): boolean => line.trim() !== '' && !startsBlock(line) && !ITEM.test(line)
  const end = Math.max(at + 1, runEnd(lines, at, isPart))
  return [{ kind: 'paragraph', text: inlineOf(lines.slice(at, end).join(' ')) }, end]
}

function runEnd(lines: readonly string[], at: number, isPart: (line: string) => boolean): number {
  const length = lines.slice(at).findIndex((line) => !isPart(line))
  return length < 0 ? lines.length : at + length
}
