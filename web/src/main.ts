/** Mounts the frame. */
import { mount } from 'svelte'
import App from './App.svelte'
import { SessionPage } from './session.svelte'
import './theme.css'
import 'dockview/dist/styles/dockview.css'
import './dockview.css'

const THEME = 'theme'

function applyTheme(): void {
  const wish = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
  document.documentElement.dataset['theme'] = localStorage.getItem(THEME) ?? wish
}

function switchTheme(): void {
  localStorage.setItem(THEME, document.documentElement.dataset['theme'] === 'dark' ? 'light' : 'dark')
  applyTheme()
}

const target = document.getElementById('page')
if (target === null) throw new Error('the page has no place to be put')
applyTheme()
const session = new SessionPage(`${location.origin.replace(/^http/, 'ws')}/session`)
mount(App, { target, props: { session, switchTheme } })
session.open()
