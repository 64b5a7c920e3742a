/** Text that one window gives to another: an event on the page, which whoever can use it takes. Nothing is executed. */

/** What is written into a text, which may depend on what is there. */
export type Written = (text: string) => string

declare global {
  interface WindowEventMap {
    /** Text for the editor that was used last: whoever inserts it prevents the default. */
    'place-text': CustomEvent<Written>
    /** A line for the prompt, which the user sends or not. */
    'prompt-text': CustomEvent<string>
  }
}

/** Whether an editor has taken the text. */
export const placeText = (written: Written): boolean => offer('place-text', written)

export const putOnPrompt = (line: string): boolean => offer('prompt-text', line)

/** Take what is offered, unless `take` says that it is for someone else, until the function returned is called. */
export function taking<Name extends 'place-text' | 'prompt-text'>(
  name: Name,
  take: (detail: WindowEventMap[Name]['detail']) => boolean,
): () => void {
  const listen = (event: WindowEventMap[Name]): void => {
    if (!event.defaultPrevented && take(event.detail)) event.preventDefault()
  }
  window.addEventListener(name, listen)
  return () => window.removeEventListener(name, listen)
}

const offer = (name: string, detail: string | Written): boolean =>
  !window.dispatchEvent(new CustomEvent(name, { detail, cancelable: true }))
