import { AdapterError } from '../errors/classes.ts'
import type { AdapterUser } from '../types/adapter.ts'
import type { User } from '../types/identity.ts'
import type { BoundAdapter } from './adapter.ts'

/** A row of the database as a user with a text for an id, or `null`. */
export const readUser = (row: unknown, method: string): AdapterUser | null => {
  if (row === null || row === undefined) return null
  const user = row as AdapterUser
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

/** The user with this id, or `null`. Whoever was asked for by an id has that id; anybody else would be somebody else's session. */
export const findUser = async (adapter: BoundAdapter, id: string): Promise<AdapterUser | null> => {
  const user = adapter.getUser === undefined ? null : readUser(await adapter.getUser(id), 'getUser')
  if (user !== null && user.id !== id) throw new AdapterError('getUser returned another user', { method: 'getUser' })
  return user
}

const isDate = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d/.test(text) ? !Number.isNaN(Date.parse(text.slice(0, 10))) : Number(text) > 0

/**
 * Whether somebody has shown that the address that a user has is theirs. Not every adapter makes a `Date` of what the database
 * keeps: a date as text, milliseconds or `true` say so as well. Anything else, as 0, an empty text or a date of zeros, does not.
 */
export const isProven = ({ emailVerified: at }: User & { readonly emailVerified?: unknown }): boolean => {
  if (Object.prototype.toString.call(at) === '[object Date]') return !Number.isNaN(Number(at))
  return typeof at === 'string' ? isDate(at) : at === true || (typeof at === 'number' && at > 0)
}
