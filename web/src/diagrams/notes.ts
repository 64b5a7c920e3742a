/** What is under the pointer -> a few lines about it: names, types, units, ranges, descriptions. */
import type { NetItem } from '../protocol/messages'
import { endText, type End } from './joining'
import { diagramIn, type Found, type Scene } from './scene'

const KINDS: Readonly<Record<NetItem['kind_of_net'], string>> = {
  signal: 'signal',
  sampled: 'sampled signal',
  physical: 'across and through',
  bundle: 'bundle of signals',
  order: 'order',
  measurement: 'measurement inside the part',
}

/** `value` is the present one, with its unit. */
export const aboutEnd = (end: End, value: string): readonly string[] =>
  [`${endText(end)}${value === '' ? '' : ` = ${value}`}`, end.port.note].filter((line) => line !== '')

export function aboutBox({ inside, box }: Found, scene: Scene): readonly string[] {
  if (box.kind_of_box !== 'part') return [box.name, box.text]
  const others = box.versions.slice(1)
  return [
    [...inside.path, box.name].join('.') + (box.members === '' ? '' : `[${box.members}]`),
    box.type,
    diagramIn(scene, box)?.purpose ?? '',
    others.length === 0 ? '' : `version ${box.versions[0] ?? ''}; others: ${others.join(', ')}`,
  ].filter((line) => line !== '')
}

export const aboutNet = ({ kind_of_net, ends }: NetItem): readonly string[] => [
  KINDS[kind_of_net],
  ends.map((end) => end.split('\n').filter(Boolean).join('.')).join(' \u2013 '),
]
