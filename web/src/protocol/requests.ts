/** DATA: what the page asks of the server. `Execute` is the only one that changes the session. */

export type Request =
  | { readonly kind: 'Execute'; readonly id: number; readonly line: string }
  | { readonly kind: 'Interrupt' }
  | { readonly kind: 'Try'; readonly number: number; readonly parameters: Numbers; readonly initial: Numbers }
  | { readonly kind: 'EndTrial' }
  | { readonly kind: 'Operate'; readonly parameter: string; readonly value: number }
  | { readonly kind: 'Restore'; readonly accepts: boolean }
  | { readonly kind: 'Arrange'; readonly tree: string }
  | Question

/** Requests with an answer of their own. */
export type Question =
  | { readonly kind: 'Complete'; readonly id: number; readonly text: string }
  | { readonly kind: 'Open'; readonly id: number; readonly file: string }
  | {
      readonly kind: 'Save'
      readonly id: number
      readonly file: string
      readonly text: string
      readonly before: string
    }
  | {
      readonly kind: 'Check'
      readonly id: number
      readonly file: string
      readonly text: string
      readonly follows: boolean
    }
  | {
      readonly kind: 'Explain'
      readonly id: number
      readonly file: string
      readonly text: string
      readonly position: number
    }
  | {
      readonly kind: 'CompleteText'
      readonly id: number
      readonly file: string
      readonly text: string
      readonly position: number
    }
  | {
      readonly kind: 'Zoom'
      readonly id: number
      readonly window: string
      readonly area: number
      readonly low: number
      readonly high: number
    }
  | {
      readonly kind: 'FieldOfArrows'
      readonly id: number
      readonly horizontal: string
      readonly vertical: string
      readonly box: readonly number[]
      readonly columns: number
      readonly rows: number
    }
  | {
      readonly kind: 'Tabulate'
      readonly id: number
      readonly names: readonly string[]
      readonly first: number
      readonly count: number
    }
  | { readonly kind: 'Outline'; readonly id: number; readonly names: readonly string[] }
  | { readonly kind: 'Manual'; readonly id: number; readonly word: string }
  | { readonly kind: 'Browse'; readonly id: number; readonly folder: string }
  | { readonly kind: 'Describe'; readonly id: number; readonly name: string }
  | { readonly kind: 'DrawDiagram'; readonly id: number; readonly earlier: string }
  | { readonly kind: 'CheckJoin'; readonly id: number; readonly ends: readonly string[]; readonly system: string }

export type Numbers = Readonly<Record<string, number>>

/** The kind of message that answers a question. */
export interface AnswerTo {
  readonly Complete: 'Suggestions'
  readonly Open: 'FileText'
  readonly Save: 'FileText'
  readonly Check: 'Checked'
  readonly Explain: 'Explained'
  readonly CompleteText: 'Suggestions'
  readonly Zoom: 'Zoomed'
  readonly FieldOfArrows: 'Arrows'
  readonly Tabulate: 'Rows'
  readonly Outline: 'Outlines'
  readonly Manual: 'ManualPage'
  readonly Browse: 'Listing'
  readonly Describe: 'LibraryPage'
  readonly DrawDiagram: 'DiagramPage'
  readonly CheckJoin: 'JoinChecked'
}
