import { AdapterError } from '../errors/error-classes.ts'
import type { AdapterUser } from '../types/adapter.ts'
import type { User } from '../types/user.ts'
import type { BoundAdapter } from './bind-adapter.ts'

/** Whether an adapter answered a row: some make instances of classes. */
export const isRow = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The date that a member of a row says, if it does: a `Date`, text, or milliseconds. */
export const readDate = (value: unknown): Date | undefined => {
  const isTold = typeof value === 'string' || typeof value === 'number'
  const date = value instanceof Date ? value : new Date(isTold ? value : Number.NaN)
  return Number.isNaN(date.getTime()) ? undefined : date
}

/** A row of the database as a user with a text for an id, or `null`. */
export const readUser = (row: unknown, method: string): AdapterUser | null => {
  if (row === null || row === undefined) return null
  if (!isRow(row) || row['id'] === undefined || row['id'] === null || row['id'] === '') {
    throw new AdapterError(`${method} returned something that is no user`, { method })
  }
  // Some published adapters keep numbers; here an id is a text.
  const user = row as unknown as AdapterUser
  return typeof user.id === 'string' ? user : { ...user, id: String(user.id) }
}

/** Rows of the database. What is no list of rows is an error: to take it for an empty one would be to know what nobody said. */
export const readRows = <Row extends object>(rows: readonly Row[], method: string): readonly Row[] => {
  const given: unknown = rows
  if (Array.isArray(given) && given.every(isRow)) return rows
  throw new AdapterError(`${method} returned something that is no list of rows`, { method })
}

/** The user with this id, or `null`. Whoever was asked for by an id has that id; anybody else would be somebody else's session. */
export const findUser = async (adapter: BoundAdapter, id: string): Promise<AdapterUser | null> => {
  const user = adapter.getUser === undefined ? null : readUser(await adapter.getUser(id), 'getUser')
  if (user !== null && user.id !== id) throw new AdapterError('getUser returned another user', { method: 'getUser' })
  return user
}

/** A date of ISO 8601 and whatever time follows it, or milliseconds of 1973 or later: shorter numbers may mean anything. */
const isDate = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d/.test(text) ? !Number.isNaN(Date.parse(text.slice(0, 10))) : /^[1-9]\d{11,13}$/.test(text)

/**
 * Whether somebody has shown that the address that a user has is theirs. Not every adapter makes a `Date` of what the database
 * keeps: a date or milliseconds as text, a number above 0 or `true` say so as well. Anything else, as 0, other text or a date of
 * zeros, does not.
 */
export const isEmailVerified = ({ emailVerified: at }: User & { readonly emailVerified?: unknown }): boolean => {
  if (Object.prototype.toString.call(at) === '[object Date]') return !Number.isNaN(Number(at))
  return typeof at === 'string' ? isDate(at) : at === true || (typeof at === 'number' && at > 0)
}
