/** Where a link of a page leads: a page of ours, a place on one, an address outside; anything else leads nowhere. */

export type Goal =
  | { readonly kind: 'page'; readonly name: string; readonly place: string }
  | { readonly kind: 'outside'; readonly address: string }
  | { readonly kind: 'nowhere' }

const SCHEME = /^[a-z][a-z0-9+.-]*:/i
const PICTURE = /\.(svg|png)$/i

export function goalOf(target: string, from: string): Goal {
  if (/^https:\/\//i.test(target)) return { kind: 'outside', address: target }
  if (SCHEME.test(target) || target.startsWith('//')) return { kind: 'nowhere' }
  const [path = '', place = ''] = target.split('#')
  if (path === '') return { kind: 'page', name: from, place }
  // A word without an extension is one of the contents: a command, a word of the language.
  if (!path.endsWith('.md')) return path.includes('/') ? { kind: 'nowhere' } : { kind: 'page', name: path, place }
  const name = resolved(path.slice(0, -'.md'.length), from)
  return name === null ? { kind: 'nowhere' } : { kind: 'page', name, place }
}

/** The address of a picture that belongs to the manual; null if it does not. */
export function pictureAddress(target: string, from: string): string | null {
  if (SCHEME.test(target) || target.startsWith('/') || !PICTURE.test(target)) return null
  const path = resolved(target, from)
  return path?.startsWith('pictures/') === true ? `/${path.split('/').map(encodeURIComponent).join('/')}` : null
}

function resolved(path: string, from: string): string | null {
  const steps = from.split('/').slice(0, -1)
  for (const step of path.split('/')) {
    if (step === '..' && steps.pop() === undefined) return null
    if (step !== '..' && step !== '.' && step !== '') steps.push(step)
  }
  return steps.join('/')
}
