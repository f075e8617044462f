// The table of docs/reference/errors.md, and what the page of each error says about its row in the table of errors.
import { errorTable, type ErrorRow } from '../../src/errors/error-table.ts'
import { cell, code, table } from '../markdown.ts'

const types = Object.entries(errorTable)

/** The page of a type in docs/reference. */
export const errorPage = (type: string): string => `errors/${type.toLowerCase()}.md`

export const errorsTable = (): string =>
  table(
    ['type', 'what to do', 'status', 'public'],
    types.map(([type, { fix, status, isPublic }]) => [
      `[${code(type)}](${errorPage(type)})`,
      cell(fix),
      `${status}`,
      isPublic ? 'yes' : 'no',
    ]),
  )

const list = new Intl.ListFormat('en-GB', { type: 'disjunction' })

const aboutUsers = (reasons: ErrorRow['userReasons']): readonly string[] => {
  if (reasons === 'any') return ['Only users cause it: it is a debug message in the log, unless code failed.']
  if (reasons.length === 0) return []
  return [
    `With the \`reason\` ${list.format(reasons.map(code))}, only users cause it: it is a debug message in the log.`,
  ]
}

const LINE_LENGTH = 125

/** Breaks the line of a paragraph that is too long. */
const wrap = (text: string): string => {
  if (text.length <= LINE_LENGTH) return text
  const end = text.lastIndexOf(' ', LINE_LENGTH)
  return `${text.slice(0, end)}\n${wrap(text.slice(end + 1))}`
}

const describe = ({ fix, status, isPublic, kind, canRetry, userReasons }: ErrorRow): string => {
  const shown = isPublic ? 'public' : 'shown as `Configuration`'
  const page = `on the ${kind === 'signIn' ? 'sign-in' : 'error'} page`
  const retry = `trying again ${canRetry ? 'may help' : 'does not help'}`
  return [`**${fix}**`, `Status ${status}, ${shown}, ${page}; ${retry}.`, ...aboutUsers(userReasons)]
    .map(wrap)
    .join('\n\n')
}

/** What each page says about its error, by page. */
export const errorDescriptions = (): Readonly<Record<string, string>> =>
  Object.fromEntries(types.map(([type, row]) => [errorPage(type), describe(row)]))
