/** Two ports -> why they cannot be connected, or nothing; the compiler has the last word. */
import type { PortItem } from '../protocol/messages'

export interface End {
  /** Empty for the frame around the diagram. */
  readonly box: string
  readonly port: PortItem
}

export const endText = ({ box, port }: End): string => (box === '' ? port.name : `${box}.${port.name}`)

/** Seen from inside, an input of the frame is a source. */
const isSource = ({ box, port }: End): boolean =>
  port.kind_of_port === 'probe' || (port.kind_of_port === 'output') === (box !== '')

export function refusal(one: End, other: End): string {
  const [a, b] = [one.port, other.port]
  if (one.box === other.box && a.name === b.name) return 'a port is not connected to itself'
  const areTerminals = [a, b].map((port) => port.kind_of_port === 'terminal')
  if (areTerminals.every(Boolean))
    return a.type === b.type ? '' : `${a.type} cannot join ${b.type}: the terminals are of different types`
  if (areTerminals.some(Boolean)) return 'a terminal cannot join a signal: connect terminals, or an output to inputs'
  const areEvents = [a, b].map((port) => port.kind_of_port === 'event')
  if (areEvents.some(Boolean)) return areEvents.every(Boolean) ? '' : 'an event joins only events'
  if (isSource(one) && isSource(other)) return 'both are sources: connect an output to an input'
  return isSource(one) || isSource(other) ? '' : 'both take a signal: connect an output to an input'
}

/** The line that connects them: a source comes first. */
export function joinLine(one: End, other: End, system: string): string {
  const ends = !isSource(one) && isSource(other) ? [other, one] : [one, other]
  return `JOIN ${ends.map(endText).join(' ')}${system === '' ? '' : ` IN ${system}`}`
}
