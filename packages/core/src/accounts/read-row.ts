import { AdapterError } from '../errors/classes.ts'
import type { KnownUser } from './identity.ts'

/** A row of the database as a user with a text for an id, or `null`. */
export const readUser = (row: unknown, method: string): KnownUser | null => {
  if (row === null || row === undefined) return null
  const user = row as KnownUser
  if (typeof row !== 'object' || Array.isArray(row) || user.id === undefined || user.id === null) {
    throw new AdapterError(`${method} returned something that is no user`, { method })
  }
  // Some published adapters keep numbers; here an id is a text.
  return typeof user.id === 'string' ? user : { ...user, id: String(user.id) }
}

/** Rows of the database. What is no list of rows is an error: to take it for an empty one would be to know what nobody said. */
export const readRows = <Row extends object>(rows: readonly Row[], method: string): readonly Row[] => {
  const given: unknown = rows
  if (Array.isArray(given) && given.every((row) => typeof row === 'object' && row !== null)) return rows
  throw new AdapterError(`${method} returned something that is no list of rows`, { method })
}
