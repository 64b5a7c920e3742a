/** DATA: what a window is given, and its row in the table of windows. */
import type { Component } from 'svelte'
import type { Frame } from '../frame.svelte'
import type { ColumnName } from '../layout/looks'
import type { SessionPage } from '../session.svelte'

export interface WindowProps {
  readonly session: SessionPage
  /** What the window is about: the name of a graphics window, a file, variables, a word. */
  readonly subject: string
  readonly frame: Frame
  /** Its place in the bar, for tools of its own: `<Elsewhere place={tools}>`. */
  readonly tools: HTMLElement
}

export interface WindowKind {
  readonly title: (subject: string) => string
  /** The command that opens such a window; empty for the one that is always there. */
  readonly command: string
  readonly column: ColumnName
  readonly component: Component<WindowProps>
}
