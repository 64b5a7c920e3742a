/** Texts that are not saved, kept over a reload of the page, by file. */

export interface Draft {
  readonly text: string
  /** That of the file when it was changed. */
  readonly digest: string
}

type Kept = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

const keyOf = (file: string): string => `draft ${file}`

export function keepDraft(kept: Kept, file: string, draft: Draft): void {
  try {
    kept.setItem(keyOf(file), JSON.stringify([draft.digest, draft.text]))
  } catch {
    // There is no room: the text is still in the editor.
  }
}

export function draftOf(kept: Kept, file: string): Draft | null {
  const given = read(kept.getItem(keyOf(file)) ?? '')
  if (!Array.isArray(given)) return null
  const [digest, text]: unknown[] = given
  return typeof digest === 'string' && typeof text === 'string' ? { digest, text } : null
}

export const dropDraft = (kept: Kept, file: string): void => kept.removeItem(keyOf(file))

function read(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
