import { errorTable } from './error-table.ts'

/** The home of the project, as the `homepage` of every package begins. */
export const SITE = 'https://github.com/authwright/authwright'

/** The section of the documentation about a warning. */
export const warningDocs = (code: string): string => `${SITE}/blob/main/docs/reference/warnings.md#${code}`

/** The page of the documentation about an error type. A type of the application has none: the page with all types. */
export const errorDocs = (type: string): string => {
  const page = Object.hasOwn(errorTable, type) ? `errors/${type.toLowerCase()}` : 'errors'
  return `${SITE}/blob/main/docs/reference/${page}.md`
}
