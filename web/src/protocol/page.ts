/** Page, Message -> Page: all that the windows show. Sends nothing, draws nothing. */
import type { Message, MessageOf } from './messages'

export type ReplyMessage = MessageOf<'Line'> | MessageOf<'Reply'> | MessageOf<'Done'>

export interface Page {
  readonly greeting: MessageOf<'Greeting'> | null
  readonly isConnected: boolean
  readonly replies: readonly ReplyMessage[]
  readonly prompt: MessageOf<'PromptPart'>
  readonly settings: MessageOf<'SettingsPart'>
  readonly model: MessageOf<'ModelPart'>
  readonly values: MessageOf<'ValuesPart'>
  readonly progress: MessageOf<'ProgressPart'>
  readonly runs: MessageOf<'RunsPart'>
  readonly events: MessageOf<'EventsPart'>
  readonly windows: MessageOf<'WindowsPart'>
  readonly folder: MessageOf<'FolderPart'>
  /** What each graphics window shows, by its name; of the session, and of values that are being tried. */
  readonly figures: Readonly<Record<string, MessageOf<'FigurePart'>>>
  readonly trials: Readonly<Record<string, MessageOf<'FigurePart'>>>
  readonly trial: MessageOf<'TrialPart'> | null
  /** What each window with a picture plays, by its subject. */
  readonly scenes: Readonly<Record<string, MessageOf<'ScenePart'>>>
}

const KEPT_REPLIES = 3000

export const EMPTY: Page = {
  greeting: null,
  isConnected: false,
  replies: [],
  prompt: { kind: 'PromptPart', prompt: '>', is_busy: false, is_over: false, undo_count: 0, undoes: '' },
  settings: { kind: 'SettingsPart', start: 0, stop: 100, method: 'auto', rtol: 1e-6, switches: {} },
  model: { kind: 'ModelPart', files: [], name: '', states: 0, parameters: 0, changed: [] },
  values: { kind: 'ValuesPart', items: [] },
  progress: { kind: 'ProgressPart', share: -1, text: '' },
  runs: { kind: 'RunsPart', items: [], ensembles: [] },
  events: { kind: 'EventsPart', count: 0, reason: '', items: [] },
  windows: { kind: 'WindowsPart', current: '', items: [] },
  folder: { kind: 'FolderPart', folder: '', items: [] },
  figures: {},
  trials: {},
  trial: null,
  scenes: {},
}

/** Parts that replace the one before, and where the page has them. */
const PARTS = {
  PromptPart: 'prompt',
  SettingsPart: 'settings',
  ModelPart: 'model',
  ValuesPart: 'values',
  ProgressPart: 'progress',
  RunsPart: 'runs',
  EventsPart: 'events',
  WindowsPart: 'windows',
  FolderPart: 'folder',
  TrialPart: 'trial',
} as const satisfies Partial<Record<Message['kind'], keyof Page>>

export function reduce(page: Page, message: Message): Page {
  switch (message.kind) {
    case 'Greeting':
      return { ...EMPTY, greeting: message, isConnected: true }
    case 'Line':
    case 'Reply':
    case 'Done':
      return { ...page, replies: [...page.replies, message].slice(-KEPT_REPLIES) }
    case 'ScenePart':
      return { ...page, scenes: { ...page.scenes, [message.window]: message } }
    case 'FigurePart':
      return withFigure(page, message)
    default:
      return isPart(message) ? { ...page, [PARTS[message.kind]]: message } : page
  }
}

/** Other messages are answers, which go to whoever asked. */
function isPart(message: Message): message is MessageOf<keyof typeof PARTS> {
  return message.kind in PARTS
}

/** The page of the session replaces what was tried; a trial leaves it as it was, for the ghost. */
function withFigure(page: Page, part: MessageOf<'FigurePart'>): Page {
  if (part.trial !== 0) return { ...page, trials: { ...page.trials, [part.window]: part } }
  const trials = Object.fromEntries(Object.entries(page.trials).filter(([window]) => window !== part.window))
  return { ...page, figures: { ...page.figures, [part.window]: part }, trials }
}
