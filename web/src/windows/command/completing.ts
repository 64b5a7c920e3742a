/** A line and what can follow -> the grey text after the cursor. */
import type { SuggestionItem } from '../../protocol/messages'

/** What Tab would add; empty if it would change what is written. */
export function greyText(line: string, offer: SuggestionItem | undefined): string {
  if (offer === undefined || line === '') return ''
  const begun = line.slice(line.length + offer.start)
  return offer.text.toLowerCase().startsWith(begun.toLowerCase()) ? offer.text.slice(begun.length) : ''
}
