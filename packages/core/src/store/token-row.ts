import { AdapterError } from '../errors/error-classes.ts'
import { isRow, readDate } from './rows.ts'

const wrong = (what: string): AdapterError =>
  new AdapterError(`useVerificationToken returned ${what}`, { method: 'useVerificationToken' })

/**
 * Until when the one-time token lasts that a row of the database is, or `null` without a row. Throws `AdapterError` for one that
 * does not say so, or that is not of the identifier that was asked for: it would sign in somebody else.
 */
export const readTokenEnd = (row: unknown, identifier: string): Date | null => {
  if (row === null || row === undefined) return null
  const expires = isRow(row) ? readDate(row['expires']) : undefined
  if (!isRow(row) || expires === undefined) throw wrong('something that is no token')
  if (row['identifier'] !== identifier) throw wrong('a token of another identifier')
  return expires
}
