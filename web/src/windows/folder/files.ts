/** Files of a folder -> what can be done with each, as lines. */
import type { FileItem } from '../../protocol/messages'
import { hasUnseen } from '../../visible'

const MODELS = ['.t', '.csmp', '.sial', '.csl', '.dar', '.lst', '.ode', '.s72']
const TABLES = ['.csv', '.parquet', '.nc', '.dat']
const TEXTS = [...MODELS, '.csv', '.dat', '.par', '.txt', '.md', '.py', '.json', '.jsonl', '.svg', '.log']
/** Larger ones are not shown as a preview. */
const MOST_PREVIEWED = 200_000
/** A text that is dropped from the desktop. */
export const MOST_DROPPED = 4_000_000

const extension = (name: string): string => /\.[^.]*$/.exec(name)?.[0].toLowerCase() ?? ''

export const isModel = (name: string): boolean => MODELS.includes(extension(name))
export const isTable = (name: string): boolean => TABLES.includes(extension(name))
export const isText = (name: string): boolean => TEXTS.includes(extension(name))
export const canPreview = (item: FileItem): boolean => isText(item.name) && item.size <= MOST_PREVIEWED

/** The name as a command takes it: in quotes if it needs them; null if no quotes can hold it, or nobody could read it. */
export function quoted(path: string): string | null {
  if (/^[\w.][\w./-]*$/.test(path)) return path
  return path.includes("'") || hasUnseen(path) ? null : `'${path}'`
}

export const within = (folder: string, name: string): string => (folder === '' ? name : `${folder}/${name}`)
export const above = (folder: string): string => folder.split('/').slice(0, -1).join('/')

function line(command: string, ...paths: readonly string[]): string | null {
  const words = paths.map(quoted)
  return words.includes(null) || paths.length === 0 ? null : [command, ...words].join(' ')
}

export const editLine = (path: string): string | null => line('WEDIT', path)
/** A file of commands as a worksheet. */
export const worksheetLine = (path: string): string | null => (extension(path) === '.txt' ? line('WTOUR', path) : null)
export const compileLine = (paths: readonly string[]): string | null => line('SYST', ...paths)
export const importLine = (path: string): string | null => line('IMPORT', path)
export const deleteLine = (path: string): string | null => line('DELETE', path)
export const renameLine = (path: string, name: string): string | null => line('RENAME', path, name)

/** What dropping the file on the windows means; null if nothing. */
export function dropLine(path: string): string | null {
  if (isModel(path)) return compileLine([path])
  return isTable(path) ? importLine(path) : null
}

export const LINE_TYPE = 'application/x-simnon-line'
