/** Windows <-> dockview: the only file that knows it. The tree it keeps is text for the rest of the page. */
import {
  createDockview,
  type DockviewApi,
  type DockviewGroupPanel,
  type IContentRenderer,
  type IDockviewPanel,
  type IHeaderActionsRenderer,
} from 'dockview'
import type { IconName } from '../icons'
import { arranged, slotOn, type Column, type Size } from './columns'
import { COLUMN_OF, SLOTS, type Slot } from './looks'
import { Tab } from './tab'
import { TabInView } from './tabInView'
import { isKept, PlacesKept, treeOf, type Kept } from './tree'

export interface DockedWindow {
  /** Unique among the windows. */
  readonly key: string
  readonly title: string
  readonly aside: string
}

export interface DockListener {
  /** Fill the element of a window, whose own tools go into its bar; what it returns empties it again. */
  readonly mount: (key: string, element: HTMLElement, tools: HTMLElement) => () => void
  /** Fill the right end of a bar with the tools of the window on top, and the buttons that all have. */
  readonly fillBar: (key: string, element: HTMLElement, tools: HTMLElement) => () => void
  readonly look: (key: string) => { readonly icon: IconName; readonly slot: Slot }
  readonly activate: (key: string) => void
  readonly change: (kept: string) => void
}

export type Direction = 'left' | 'right' | 'up' | 'down'

const GAP = 4
const STEP = 40
const SIDE = { left: 'left', right: 'right', up: 'top', down: 'bottom' } as const

export class Dock {
  readonly #dock: DockviewApi
  readonly #tabs = new Map<string, Tab>()
  readonly #tools = new Map<string, HTMLElement>()
  readonly #places = new PlacesKept()
  #shown: readonly DockedWindow[] = []
  /** Whether the user has moved something; else the windows are arranged by us. */
  #isOwn = false
  #isSettling = false
  #shape = ''

  constructor(
    private readonly element: HTMLElement,
    private readonly listener: DockListener,
  ) {
    this.#dock = createDockview(element, {
      className: 'dockview-simnon',
      theme: { name: 'simnon', className: 'dockview-simnon', gap: GAP },
      noPanelsOverlay: 'emptyGroup',
      createComponent: ({ id }) => new Content(id, listener, this.#toolsOf(id)),
      createTabComponent: ({ id }) => this.#tabOf(id),
      defaultTabComponent: 'tab',
      createRightHeaderActionComponent: (group) => new BarEnd(group, listener, (key) => this.#toolsOf(key)),
      keyboardNavigation: false,
    })
    this.#dock.onDidActivePanelChange(({ panel }) => {
      if (panel && !this.#isSettling) listener.activate(panel.id)
    })
    this.#dock.onDidMovePanel(() => this.#touched())
    this.#dock.onDidLayoutChange(() => this.#tell())
    element.addEventListener('pointerdown', this.#feelSash, true)
  }

  /** Put the windows where they were kept; by our own arrangement if it cannot be read. */
  restore(text: string): void {
    this.#settle(() => {
      this.#measure()
      try {
        const kept: unknown = JSON.parse(text)
        if (!isKept(kept)) return
        this.#dock.fromJSON(kept.tree)
        this.#places.restore(kept.places)
        this.#isOwn = true
      } catch {
        this.#dock.clear()
      }
    })
  }

  /** Open and close panels until exactly these windows are there. */
  show(windows: readonly DockedWindow[]): void {
    this.#shown = windows
    this.#settle(() => {
      const wanted = new Set(windows.map((each) => each.key))
      for (const panel of this.#dock.panels) if (!wanted.has(panel.id)) this.#remove(panel)
      const missing = windows.filter((each) => !this.#dock.getPanel(each.key))
      if (this.#isOwn) missing.forEach(({ key }) => this.#places.add(this.#dock, key) || this.#add(key))
      else if (this.#dock.panels.length === 0) this.#arrange()
      else if (missing.every(({ key }) => this.#add(key))) this.#size()
      else this.#arrange()
      for (const { key, title, aside } of windows) {
        this.#dock.getPanel(key)?.api.setTitle(title)
        this.#tabOf(key).set(title, aside)
      }
    })
  }

  /** The page has another size. */
  resized(): void {
    if (this.#isOwn || this.#shown.length === 0) return
    this.#settle(() => {
      this.#measure()
      if (shapeOf(screenSize()) === this.#shape) this.#size()
      else this.#arrange()
    })
  }

  /** Forget where the user has put the windows. */
  arrangeAnew(): void {
    this.#isOwn = false
    this.#settle(() => this.#arrange())
    this.listener.change('')
  }

  get active(): string {
    return this.#dock.activePanel?.id ?? ''
  }

  focus(key: string): void {
    const panel = this.#dock.getPanel(key)
    if (!panel) return
    if (this.#dock.hasMaximizedGroup() && !panel.api.isMaximized()) this.#dock.exitMaximizedGroup()
    panel.api.setActive()
    firstControl(panel.view.content.element)?.focus()
  }

  /** Bring a window to the front of those that share its place; the focus stays where it is. */
  raise(key: string): void {
    this.#settle(() => this.#dock.getPanel(key)?.api.setActive())
  }

  /** The windows in the order of F6: columns from left to right, each from top to bottom. */
  get inOrder(): readonly string[] {
    const place = (panel: IDockviewPanel): readonly [number, number] => {
      const { left, top } = panel.group.element.getBoundingClientRect()
      return [left, top]
    }
    return [...this.#dock.panels]
      .map((panel) => ({ panel, at: place(panel), tab: panel.group.panels.indexOf(panel) }))
      .sort((a, b) => a.at[0] - b.at[0] || a.at[1] - b.at[1] || a.tab - b.tab)
      .map(({ panel }) => panel.id)
  }

  isLargest(key: string): boolean {
    return this.#dock.getPanel(key)?.api.isMaximized() ?? false
  }

  toggleLargest(key: string): void {
    const panel = this.#dock.getPanel(key)
    if (panel?.api.isMaximized()) panel.api.exitMaximized()
    else panel?.api.maximize()
  }

  /** Move a window among its neighbours: into the next place, or to a side of its own if there is none. */
  move(key: string, direction: Direction): void {
    const panel = this.#dock.getPanel(key)
    if (!panel) return
    const next = this.#dock.adjacentGroupInDirection(panel.group, direction)
    if (next) panel.api.moveTo({ group: this.#groupOf(next.id) ?? panel.group, position: 'center' })
    else if (panel.group.panels.length > 1) panel.api.moveTo({ group: panel.group, position: SIDE[direction] })
    this.#touched()
  }

  resize(key: string, direction: Direction): void {
    const group = this.#dock.getPanel(key)?.group
    if (!group) return
    if (direction === 'left' || direction === 'right')
      group.api.setSize({ width: group.api.width + (direction === 'right' ? STEP : -STEP) })
    else group.api.setSize({ height: group.api.height + (direction === 'down' ? STEP : -STEP) })
    this.#touched()
  }

  dispose(): void {
    this.#isSettling = true
    this.element.removeEventListener('pointerdown', this.#feelSash, true)
    this.#dock.dispose()
  }

  readonly #feelSash = (event: PointerEvent): void => {
    if (event.target instanceof Element && event.target.classList.contains('dv-sash')) this.#isOwn = true
  }

  #touched(): void {
    if (this.#isSettling) return
    this.#isOwn = true
    this.#tell()
  }

  #tell(): void {
    if (this.#isSettling || !this.#isOwn) return
    const kept: Kept = { tree: this.#dock.toJSON(), places: this.#places.kept }
    this.listener.change(JSON.stringify(kept))
  }

  /** What we do ourselves is no act of the user, and takes no focus away. */
  #settle(change: () => void): void {
    const focused = document.activeElement
    this.#isSettling = true
    try {
      change()
      if (focused instanceof HTMLElement && focused.isConnected) this.#giveBack(focused)
    } finally {
      this.#isSettling = false
    }
    this.#tell()
  }

  /** The window with the focus stays the active one, unless another was opened over it. */
  #giveBack(focused: HTMLElement): void {
    const panel = this.#dock.panels.find((each) => each.view.content.element.contains(focused))
    if (panel && panel.group.activePanel === panel && panel !== this.#dock.activePanel) panel.api.setActive()
    if (focused !== document.activeElement) focused.focus()
  }

  #groupOf(id: string): DockviewGroupPanel | undefined {
    return this.#dock.groups.find((group) => group.id === id)
  }

  get #desk(): Size {
    return { width: this.element.clientWidth - 2 * GAP, height: this.element.clientHeight - 2 * GAP }
  }

  /** dockview learns its size a moment after it is made; a tree that is read before would be squeezed into nothing. */
  #measure(): void {
    const { width, height } = this.#desk
    this.#dock.layout(width, height)
  }

  #columns(): readonly Column[] {
    return arranged(
      this.#shown.map((each) => each.key),
      (key) => this.listener.look(key).slot,
      screenSize(),
      this.#desk,
    )
  }

  #arrange(): void {
    this.#measure()
    this.#shape = shapeOf(screenSize())
    const active = this.#dock.activePanel?.id ?? ''
    this.#dock.fromJSON(treeOf(this.#columns(), active), { reuseExistingPanels: true })
  }

  /** The last window of a column takes what the others leave. */
  #size(): void {
    for (const column of this.#columns()) {
      for (const { keys, height } of column.rows.slice(0, -1)) this.#groupWith(keys)?.api.setSize({ height })
      if (column.name !== 'middle') this.#groupWith(column.rows[0]?.keys ?? [])?.api.setSize({ width: column.width })
    }
  }

  #groupWith(keys: readonly string[]): DockviewGroupPanel | undefined {
    return this.#dock.panels.find((panel) => keys.includes(panel.id))?.group
  }

  #remove(panel: IDockviewPanel): void {
    this.#places.remember(this.#dock, panel)
    this.#dock.removePanel(panel)
    this.#tabs.delete(panel.id)
    this.#tools.delete(panel.id)
  }

  /** Into its place among the others; false if there is none to put it beside. */
  #add(key: string): boolean {
    const slotOf = (id: string): Slot => slotOn(screenSize(), this.listener.look(id).slot)
    const slot = slotOf(key)
    const base = { id: key, component: key, title: key }
    const mates = this.#dock.panels.filter((panel) => COLUMN_OF[slotOf(panel.id)] === COLUMN_OF[slot])
    const mate = mates.toSorted((a, b) => away(slotOf(a.id), slot) - away(slotOf(b.id), slot))[0]
    if (mate) {
      const order = SLOTS.indexOf(slotOf(mate.id)) - SLOTS.indexOf(slot)
      const direction = order === 0 ? 'within' : order < 0 ? 'below' : 'above'
      this.#dock.addPanel({ ...base, position: { referencePanel: mate.id, direction } })
      return true
    }
    if (COLUMN_OF[slot] === 'middle' && !this.#isOwn) return false
    this.#dock.addPanel({ ...base, position: { direction: COLUMN_OF[slot] === 'left' ? 'left' : 'right' } })
    return true
  }

  #tabOf(key: string): Tab {
    const tab = this.#tabs.get(key) ?? new Tab(this.listener.look(key).icon)
    this.#tabs.set(key, tab)
    return tab
  }

  #toolsOf(key: string): HTMLElement {
    const tools = this.#tools.get(key) ?? document.createElement('div')
    tools.className = 'tools-of-window'
    this.#tools.set(key, tools)
    return tools
  }
}

const away = (one: Slot, other: Slot): number => Math.abs(SLOTS.indexOf(one) - SLOTS.indexOf(other))

const screenSize = (): Size => ({ width: innerWidth, height: innerHeight })

const shapeOf = (screen: Size): string => SLOTS.map((slot) => slotOn(screen, slot)).join(' ')

function firstControl(element: HTMLElement): HTMLElement | null {
  return (
    element.querySelector<HTMLElement>('[data-first], textarea:not(:disabled)') ??
    element.querySelector<HTMLElement>(
      '.cm-content, input:not(:disabled), button:not(:disabled), [tabindex="0"], a[href]',
    ) ??
    element
  )
}

class Content implements IContentRenderer {
  readonly element = document.createElement('div')
  #empty: () => void = () => undefined

  constructor(
    private readonly key: string,
    private readonly listener: DockListener,
    private readonly tools: HTMLElement,
  ) {
    this.element.className = 'window'
    this.element.tabIndex = -1
  }

  init(): void {
    this.#empty = this.listener.mount(this.key, this.element, this.tools)
  }

  dispose(): void {
    this.#empty()
  }
}

/** The right end of a bar, filled anew for the window that is on top. */
class BarEnd implements IHeaderActionsRenderer {
  readonly element = document.createElement('div')
  #empty: () => void = () => undefined
  #key = ''
  readonly #top: TabInView
  #listening: readonly { dispose: () => void }[] = []

  constructor(
    private readonly group: DockviewGroupPanel,
    private readonly listener: DockListener,
    private readonly toolsOf: (key: string) => HTMLElement,
  ) {
    this.element.className = 'bar-end'
    this.#top = new TabInView(group.element)
  }

  init(): void {
    const { model } = this.group
    const watch = (): void => this.#top.watch()
    this.#listening = [
      this.group.api.onDidActivePanelChange(() => this.#fill()),
      model.onDidAddPanel(watch),
      model.onDidRemovePanel(watch),
    ]
    this.#fill()
  }

  dispose(): void {
    for (const each of this.#listening) each.dispose()
    this.#top.dispose()
    this.#empty()
  }

  #fill(): void {
    const key = this.group.activePanel?.id ?? ''
    this.#top.watch()
    if (key === this.#key) return
    this.#empty()
    this.#key = key
    this.#empty = key === '' ? () => undefined : this.listener.fillBar(key, this.element, this.toolsOf(key))
  }
}
