/** Text of others -> text that shows what is in it: characters that reverse what follows, or cannot be seen, are marked. */
const UNSEEN = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

export const visible = (text: string): string =>
  text.replaceAll(UNSEEN, (each) => (each === '\n' || each === '\t' ? each : '\ufffd'))

export const hasUnseen = (text: string): boolean => text.search(UNSEEN) >= 0
