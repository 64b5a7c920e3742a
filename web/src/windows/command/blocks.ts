/** A reply -> what may be wrapped, and what stands in columns and may not. */

export interface Block {
  readonly text: string
  readonly hasColumns: boolean
}

export function blocksOf(reply: string): readonly Block[] {
  const blocks: Block[] = []
  for (const line of reply.split('\n')) {
    const hasColumns = /\S {2,}\S/.test(line)
    const last = blocks.at(-1)
    if (last?.hasColumns === hasColumns) blocks[blocks.length - 1] = { text: `${last.text}\n${line}`, hasColumns }
    else blocks.push({ text: line, hasColumns })
  }
  return blocks
}
