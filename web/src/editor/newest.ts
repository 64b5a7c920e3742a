/** Questions of which only the newest counts: one under way, the newest waiting. */

export class Newest {
  #isAsking = false
  #next: (() => Promise<void>) | null = null

  /** Ask now, or after the answer that is awaited; what waited before is dropped. */
  ask(question: () => Promise<void>): void {
    this.#next = question
    if (!this.#isAsking) void this.#askAll()
  }

  async #askAll(): Promise<void> {
    this.#isAsking = true
    while (this.#next !== null) {
      const question = this.#next
      this.#next = null
      await question()
    }
    this.#isAsking = false
  }
}
