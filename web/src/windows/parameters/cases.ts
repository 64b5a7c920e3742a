/** The cases of the folder, by name -> what can be done with them: GET and SAVE. */
import { followed, type Act } from '../../acts/acts'
import type { Page } from '../../protocol/page'

const CASE = /^(.+)\.par$/i

const needsModel = (page: Page): string => (page.model.files.length === 0 ? 'no system is compiled: SYST file' : '')

export const casesOf = (page: Page): readonly string[] =>
  page.folder.items.flatMap(({ name, is_folder }) => {
    const found = CASE.exec(name)?.[1]
    return found === undefined || is_folder ? [] : [found]
  })

/** A name with a space in it is quoted. */
const written = (name: string): string => (/^\w+$/.test(name) ? name : `'${name}'`)

export const caseActs = (page: Page): readonly Act[] => [
  ...casesOf(page).map((name): Act => ({
    title: name,
    icon: 'sliders',
    key: '',
    refusal: needsModel,
    lines: (now) => followed(now, `GET ${written(name)}`),
  })),
  {
    title: 'Save the present values as…',
    icon: 'save',
    key: '',
    refusal: needsModel,
    lines: () => [],
    proposal: 'SAVE ',
  },
]
