/** One WebSocket: requests out, messages in; it connects anew by itself, and says why it ended. */
import { PROTOCOL, readMessage, type Message } from './protocol/messages'
import type { Request } from './protocol/requests'

export interface Listener {
  readonly receive: (message: Message) => void
  /** `reason` is empty while the connection stands. */
  readonly change: (isConnected: boolean, reason: string) => void
}

const LONGEST_PAUSE = 5000
const REFUSED = 4403

export class Connection {
  #socket: WebSocket | null = null
  #pause = 100
  #isOver = false

  constructor(
    private readonly address: string,
    private readonly listener: Listener,
  ) {}

  open(): void {
    const socket = new WebSocket(this.address)
    socket.binaryType = 'arraybuffer'
    socket.onmessage = (event: MessageEvent<string | ArrayBuffer>) => this.#receive(event.data)
    socket.onclose = (event) => this.#closed(event)
    this.#socket = socket
  }

  /** Whether it was sent; what was not is sent again by whoever wants it done. */
  send(request: Request): boolean {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false
    this.#socket.send(JSON.stringify(request))
    return true
  }

  close(): void {
    this.#isOver = true
    this.#socket?.close()
  }

  #receive(data: string | ArrayBuffer): void {
    const message = readMessage(data)
    if (message.kind === 'Greeting') {
      if (message.protocol !== PROTOCOL) return location.reload()
      this.#pause = 100
      this.listener.change(true, '')
    }
    this.listener.receive(message)
  }

  #closed(event: CloseEvent): void {
    const reason = event.reason || 'the server does not answer'
    this.listener.change(false, reason)
    if (this.#isOver || event.code === REFUSED) return
    setTimeout(() => this.open(), this.#pause)
    this.#pause = Math.min(2 * this.#pause, LONGEST_PAUSE)
  }
}
