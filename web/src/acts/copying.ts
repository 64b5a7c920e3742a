/** Text -> the clipboard, also where a page has no secure address, as one that is shared with others. */

/** Whether the browser has allowed it. */
export async function isCopied(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return isCopiedByEvent(text)
  }
}

function isCopiedByEvent(text: string): boolean {
  const fill = (event: ClipboardEvent): void => {
    event.preventDefault()
    event.clipboardData?.setData('text/plain', text)
  }
  document.addEventListener('copy', fill, { once: true })
  try {
    // The only way without a secure address.
    // eslint-disable-next-line @typescript-eslint/no-deprecated
    return document.execCommand('copy')
  } finally {
    document.removeEventListener('copy', fill)
  }
}
