/** A line of Markdown -> pieces of text: code, strong, emphasis, links, pictures. What is none of them is text. */

export type Inline =
  | { readonly kind: 'text' | 'code' | 'strong' | 'emphasis'; readonly text: string }
  | { readonly kind: 'link'; readonly text: string; readonly isCode: boolean; readonly target: string }
  | { readonly kind: 'picture'; readonly text: string; readonly target: string }

const PIECE = new RegExp(
  [
    /(?<ticks>`+)(?<code>.+?)\k<ticks>(?!`)/,
    /!\[(?<alt>[^\]]*)\]\((?<source>[^()\s]+)\)/,
    /\[(?<label>(?:`[^`]*`|[^\]])*)\]\((?<target>[^()\s]+)\)/,
    /\*\*(?<strong>[^*]+)\*\*/,
    /(?<![\w*])\*(?<emphasis>[^*\s](?:[^*]*[^*\s])?)\*(?![\w*])/,
  ]
    .map((each) => each.source)
    .join('|'),
  'g',
)

export function inlineOf(line: string): readonly Inline[] {
  const found: Inline[] = []
  let at = 0
  for (const match of line.matchAll(PIECE)) {
    if (match.index > at) found.push(plain(line.slice(at, match.index)))
    found.push(pieceOf(match.groups ?? {}))
    at = match.index + match[0].length
  }
  if (at < line.length) found.push(plain(line.slice(at)))
  return found
}

const plain = (text: string): Inline => ({ kind: 'text', text: text.replace(/\\([\\`*_{}[\]()#+.!|-])/g, '$1') })

function pieceOf(groups: Readonly<Record<string, string | undefined>>): Inline {
  const { code, source, alt, target, label = '', strong, emphasis } = groups
  if (code !== undefined) return { kind: 'code', text: code }
  if (source !== undefined) return { kind: 'picture', text: alt ?? '', target: source }
  if (target !== undefined) {
    const isCode = /^`[^`]+`$/.test(label)
    return { kind: 'link', text: label.replaceAll('`', ''), isCode, target }
  }
  if (strong !== undefined) return { kind: 'strong', text: strong.replaceAll('`', '') }
  return { kind: 'emphasis', text: emphasis ?? '' }
}
