/** Text that one window gives to another: an event on the page, which whoever can use it takes. Nothing is executed. */

declare global {
  interface WindowEventMap {
    /** Text for the editor that is active: whoever inserts it prevents the default. */
    'place-text': CustomEvent<string>
    /** A line for the prompt, which the user sends or not. */
    'prompt-text': CustomEvent<string>
  }
}

/** Whether an editor has taken the text. */
export const placeText = (text: string): boolean => offer('place-text', text)

export const putOnPrompt = (line: string): boolean => offer('prompt-text', line)

/** Take what is offered until the function that is returned is called. */
export function taking(name: 'place-text' | 'prompt-text', take: (text: string) => void): () => void {
  const listen = (event: CustomEvent<string>): void => {
    event.preventDefault()
    take(event.detail)
  }
  window.addEventListener(name, listen)
  return () => window.removeEventListener(name, listen)
}

const offer = (name: string, detail: string): boolean =>
  !window.dispatchEvent(new CustomEvent(name, { detail, cancelable: true }))
