/** The table of windows: a kind of window is one file and one line here. */
import Command from './Command.svelte'
import Diagram from './Diagram.svelte'
import Editor from './Editor.svelte'
import Events from './Events.svelte'
import Folder from './Folder.svelte'
import Graphics from './Graphics.svelte'
import Help from './Help.svelte'
import Library from './Library.svelte'
import Parameters from './Parameters.svelte'
import Picture from './Picture.svelte'
import Runs from './Runs.svelte'
import Table from './Table.svelte'
import Tour from './Tour.svelte'
import Values from './Values.svelte'
import type { WindowKind } from './window'

export const WINDOWS: Readonly<Record<string, WindowKind>> = {
  command: { title: () => 'Command', command: '', column: 'left', component: Command },
  graphics: { title: (name) => name || 'Graphics', command: 'MKWIN', column: 'middle', component: Graphics },
  parameters: { title: (system) => system || 'Parameters', command: 'WPAR', column: 'right', component: Parameters },
  values: {
    title: (names) => (names === '' ? 'Values' : `Values ${names}`),
    command: 'WDISP',
    column: 'right',
    component: Values,
  },
  table: {
    title: (names) => (names === '' ? 'Table' : `Table ${names}`),
    command: 'WPRINT',
    column: 'middle',
    component: Table,
  },
  editor: { title: (file) => file, command: 'WEDIT', column: 'left', component: Editor },
  picture: { title: (name) => name, command: 'PICTURE', column: 'middle', component: Picture },
  runs: { title: () => 'Runs', command: 'WRUNS', column: 'right', component: Runs },
  folder: { title: (folder) => folder || 'Folder', command: 'WFDIR', column: 'left', component: Folder },
  library: { title: (name) => name || 'Library', command: 'WLIB', column: 'middle', component: Library },
  help: {
    title: (word) => (word === '' ? 'Manual' : `Manual ${word}`),
    command: 'WHELP',
    column: 'middle',
    component: Help,
  },
  tour: { title: (file) => file || 'Two-minute tour', command: 'WTOUR', column: 'left', component: Tour },
  diagram: { title: (part) => part || 'Diagram', command: 'WDIAG', column: 'middle', component: Diagram },
  events: { title: () => 'Events', command: 'WEVENT', column: 'right', component: Events },
}
