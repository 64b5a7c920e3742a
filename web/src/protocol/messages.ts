/** DATA: what the server sends; text or binary frame -> Message. What differs is an error that names the field. */
import { column, dictionary, list, number, oneOf, orNull, record, text, truth, word, type Checked } from './check'
import { unpack } from './columns'
import { SCENE } from '../pictures/scene'
import { FIGURE } from './figure'

export const PROTOCOL = 1

const VALUE_ITEM = record({
  system: text,
  name: text,
  full_name: text,
  role: text,
  value: number,
  text_value: number,
  start: number,
  unit: text,
  low: number,
  high: number,
  description: text,
})
const RUN_ITEM = record({
  name: text,
  start: number,
  stop: number,
  reason: text,
  kind_of_stop: word('end', 'condition', 'failure', 'user'),
  points: number,
  events: number,
  variables: list(text),
  differs: dictionary(number),
  seconds: number,
  is_measured: truth,
})
const ENSEMBLE_ITEM = record({
  name: text,
  design: text,
  parameters: list(text),
  done: number,
  count: number,
  curves: list(text),
  numbers: list(text),
})
const PAGE_ITEM = record({ name: text, title: text, chapter: text })
const INFO_ITEM = record({ name: text, kind_of_row: text, value: text, unit: text, range: text, description: text })
const EVENT_ITEM = record({ time: number, name: text, before: number, after: number })
const WINDOW_ITEM = record({ kind_of_window: text, subject: text, is_icon: truth })
const FILE_ITEM = record({ name: text, size: number, changed: number, is_folder: truth, is_loaded: truth })
const SUGGESTION_ITEM = record({ text, start: number, meaning: text })
const DIAGNOSTIC_ITEM = record({
  severity: word('error', 'warning', 'note'),
  code: text,
  message: text,
  hint: text,
  file: text,
  start: number,
  stop: number,
})

const PORT_ITEM = record({
  name: text,
  kind_of_port: word('input', 'output', 'terminal', 'event', 'probe'),
  side: word('left', 'right'),
  type: text,
  note: text,
  x: number,
  y: number,
  colour: number,
})
const BOX_ITEM = record({
  name: text,
  kind_of_box: word('part', 'formula', 'value'),
  type: text,
  members: text,
  versions: list(text),
  text,
  is_loop: truth,
  x: number,
  y: number,
  width: number,
  height: number,
  ports: list(PORT_ITEM),
  change: word('', 'added', 'removed', 'changed'),
})
const NET_ITEM = record({
  kind_of_net: word('signal', 'sampled', 'physical', 'bundle', 'order', 'measurement'),
  colour: number,
  segments: list(number),
  joints: list(number),
  ends: list(text),
  change: word('', 'added', 'removed', 'changed'),
})
const PARAMETER_ITEM = record({ name: text, value: text, unit: text, description: text })
const LETTER_ITEM = record({
  words: text,
  x: number,
  y: number,
  size: number,
  lettering: word('plain', 'bold', 'italic', 'roman', 'mono'),
  width: number,
})
const FORMULA_ITEM = record({
  width: number,
  up: number,
  down: number,
  letters: list(LETTER_ITEM),
  rules: list(number),
})
const DIAGRAM_ITEM = record({
  type: text,
  purpose: text,
  is_own: truth,
  width: number,
  height: number,
  ports: list(PORT_ITEM),
  boxes: list(BOX_ITEM),
  nets: list(NET_ITEM),
  parameters: list(PARAMETER_ITEM),
  equations: list(FORMULA_ITEM),
  comments: list(text),
})
const ICON_ITEM = record({ type: text, lines: list(list(number)) })

const MESSAGE = oneOf({
  Greeting: record({
    protocol: number,
    version: text,
    folder: text,
    browser: text,
    arrangement: text,
    lost: list(text),
    history: list(text),
  }),
  // Replies, kept in order.
  Line: record({ number, browser: text, id: number, prompt: text, text }),
  Reply: record({ number, tone: word('plain', 'note', 'error', 'echo'), text }),
  Done: record({ number, browser: text, id: number, has_failed: truth }),
  // Parts of the page, each in place of the one before.
  PromptPart: record({ prompt: text, is_busy: truth, is_over: truth, undo_count: number, undoes: text }),
  SettingsPart: record({ start: number, stop: number, method: text, rtol: number, switches: dictionary(truth) }),
  ModelPart: record({
    files: list(text),
    name: text,
    states: number,
    parameters: number,
    changed: list(number),
  }),
  ValuesPart: record({ items: list(VALUE_ITEM) }),
  ProgressPart: record({ share: number, text }),
  RunsPart: record({ items: list(RUN_ITEM), ensembles: list(ENSEMBLE_ITEM) }),
  EventsPart: record({ count: number, reason: text, items: list(EVENT_ITEM) }),
  WindowsPart: record({ current: text, items: list(WINDOW_ITEM) }),
  FigurePart: record({ window: text, area: number, trial: number, figure: FIGURE, lengths: list(list(number)) }),
  ScenePart: record({ window: text, is_live: truth, message: text, scene: orNull(SCENE) }),
  TrialPart: record({ number, message: text }),
  FolderPart: record({ folder: text, items: list(FILE_ITEM) }),
  // Answers to requests.
  Refused: record({ id: number, message: text, hint: text }),
  Suggestions: record({ id: number, usage: text, items: list(SUGGESTION_ITEM) }),
  FileText: record({ id: number, file: text, text, digest: text, language: text }),
  // Tokens are start, length and kind: 1 a word, 2 a function, 3 a number, 4 a text, 5 a comment, 6 a unit.
  Checked: record({ id: number, file: text, items: list(DIAGNOSTIC_ITEM), tokens: list(number) }),
  Explained: record({ id: number, text, file: text, definition: number }),
  Zoomed: record({ id: number, window: text, area: number, x: list(column), y: list(column) }),
  Arrows: record({ id: number, across: column, up: column }),
  Rows: record({
    id: number,
    names: list(text),
    units: list(text),
    first: number,
    total: number,
    columns: list(column),
  }),
  Outlines: record({
    id: number,
    names: list(text),
    low: list(number),
    high: list(number),
    x: list(column),
    y: list(column),
  }),
  ManualPage: record({ id: number, name: text, title: text, text, contents: list(PAGE_ITEM) }),
  Listing: record({ id: number, folder: text, items: list(FILE_ITEM) }),
  LibraryPage: record({
    id: number,
    name: text,
    what: text,
    remarks: list(list(text)),
    terminals: list(INFO_ITEM),
    parameters: list(INFO_ITEM),
    variables: list(INFO_ITEM),
    versions: list(text),
    entries: list(INFO_ITEM),
  }),
  JoinChecked: record({ id: number, reason: text }),
  DiagramPage: record({
    id: number,
    top: text,
    items: list(DIAGRAM_ITEM),
    icons: list(ICON_ITEM),
    newer: list(text),
  }),
})

export type Message = Checked<typeof MESSAGE>
export type MessageOf<K extends Message['kind']> = Extract<Message, { kind: K }>
export type ValueItem = Checked<typeof VALUE_ITEM>
export type RunItem = Checked<typeof RUN_ITEM>
export type EnsembleItem = Checked<typeof ENSEMBLE_ITEM>
export type PageItem = Checked<typeof PAGE_ITEM>
export type InfoItem = Checked<typeof INFO_ITEM>
export type EventItem = Checked<typeof EVENT_ITEM>
export type WindowItem = Checked<typeof WINDOW_ITEM>
export type FileItem = Checked<typeof FILE_ITEM>
export type SuggestionItem = Checked<typeof SUGGESTION_ITEM>
export type DiagnosticItem = Checked<typeof DIAGNOSTIC_ITEM>
export type PortItem = Checked<typeof PORT_ITEM>
export type BoxItem = Checked<typeof BOX_ITEM>
export type NetItem = Checked<typeof NET_ITEM>
export type FormulaItem = Checked<typeof FORMULA_ITEM>
export type DiagramItem = Checked<typeof DIAGRAM_ITEM>

export function readMessage(received: string | ArrayBuffer): Message {
  const given: unknown = typeof received === 'string' ? JSON.parse(received) : unpack(received)
  return MESSAGE(given, 'message')
}
