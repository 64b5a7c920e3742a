/** The tabs of a bar -> the one on top is seen whole, whatever room names and tools leave. */

export class TabInView {
  readonly #sizes = new ResizeObserver(() => this.#show())

  constructor(private readonly group: HTMLElement) {}

  /** Tabs have come, gone or changed their order. */
  watch(): void {
    this.#sizes.disconnect()
    const list = this.#list
    // What is observed anew reports its size at once.
    if (list !== null) for (const each of [list, ...list.children]) this.#sizes.observe(each)
  }

  dispose(): void {
    this.#sizes.disconnect()
  }

  get #list(): HTMLElement | null {
    return this.group.querySelector('.dv-tabs-container')
  }

  #show(): void {
    const list = this.#list
    const top = list?.querySelector('.dv-active-tab')
    if (list === null || !top) return
    const room = list.getBoundingClientRect()
    const tab = top.getBoundingClientRect()
    if (tab.left < room.left) list.scrollLeft -= Math.ceil(room.left - tab.left)
    else if (tab.right > room.right) list.scrollLeft += Math.ceil(tab.right - room.right)
  }
}
