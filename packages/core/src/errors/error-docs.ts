import { errorTable } from './error-table.ts'

/** The home of the project, as the `homepage` of every package begins. */
export const SITE = 'https://github.com/authwright/authwright'

/** The line of the log with the section of the documentation about a warning. */
export const warningDocs = (code: string): string => `[docs] ${SITE}/blob/main/docs/reference/warnings.md#${code}`

/** The section of the documentation about an error type. A type of the application has none of its own. */
export const errorDocs = (type: string): string => {
  const page = `${SITE}/blob/main/docs/reference/errors.md`
  return Object.hasOwn(errorTable, type) ? `${page}#${type.toLowerCase()}` : page
}
