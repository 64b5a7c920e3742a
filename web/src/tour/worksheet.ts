/** A file of commands -> the steps of a worksheet: a blank line begins the next one, comments are its text. */
import type { Step } from './steps'

const isComment = (line: string): boolean => line.startsWith('"')
const isBlank = (line: string): boolean => line === ''

export function stepsOf(text: string): readonly Step[] {
  const steps: Step[] = []
  let introduction: readonly string[] = []
  for (const block of blocksOf(text)) {
    const first = block.findIndex((line) => !isComment(line))
    if (first < 0) {
      // Nothing but text: it belongs to the commands that follow.
      introduction = [...introduction, ...block]
      continue
    }
    const lines = block.slice(first)
    const last = lines.findLastIndex((line) => !isComment(line))
    steps.push({
      title: `Step ${steps.length + 1}`,
      text: prose([...introduction, ...block.slice(0, first)]),
      lines: lines.slice(0, last + 1).filter((line) => !isComment(line)),
      remark: prose(lines.slice(last + 1)),
    })
    introduction = []
  }
  return steps
}

function blocksOf(text: string): readonly (readonly string[])[] {
  const blocks: string[][] = [[]]
  for (const line of text.split('\n').map((each) => each.trim())) {
    if (isBlank(line)) blocks.push([])
    else blocks.at(-1)?.push(line)
  }
  return blocks.filter((block) => block.length > 0)
}

const prose = (comments: readonly string[]): string => comments.map((line) => line.slice(1).trim()).join(' ')
