import { isRow } from '../base/json.ts'
import { readDate } from '../base/time.ts'
import { AdapterError, authError } from '../errors/error-classes.ts'
import type { AdapterAuthenticator, AdapterUser, User } from '../types/index.ts'
import type { BoundAdapter } from './bind-adapter.ts'

export const requireMethod = <Name extends keyof BoundAdapter>(adapter: BoundAdapter, name: Name) => {
  const found = adapter[name]
  if (found === undefined) throw authError('MissingAdapterMethods', `The adapter lacks ${name}`, { missing: [name] })
  // Binding keeps the signature. TypeScript cannot say so for a union of methods.
  return found.bind(adapter) as typeof found
}

const unusable = (method: string, what: string): AdapterError =>
  new AdapterError(`${method} returned ${what}`, { method })

/** Reads a user row, or `null`. Throws `AdapterError` if it has no id. */
export const readUser = (row: unknown, method: string): AdapterUser | null => {
  if (row === null || row === undefined) return null
  if (!isRow(row) || row['id'] === undefined || row['id'] === null || row['id'] === '')
    throw unusable(method, 'a value that is not a user')
  // Some published adapters store numbers; the engine works with strings.
  const user = row as unknown as AdapterUser
  return typeof user.id === 'string' ? user : { ...user, id: String(user.id) }
}

/** Throws `AdapterError` if the adapter did not return an array of rows: an empty list would hide a broken adapter. */
export const readRows = <Row extends object>(rows: readonly Row[], method: string): readonly Row[] => {
  const returned: unknown = rows
  if (Array.isArray(returned) && returned.every(isRow)) return rows
  throw unusable(method, 'a value that is not a list of rows')
}

/** The user with this id, or `null`. Throws for a user with another id: a session would get another user. */
export const findUser = async (adapter: BoundAdapter, id: string): Promise<AdapterUser | null> => {
  const user = adapter.getUser === undefined ? null : readUser(await adapter.getUser(id), 'getUser')
  if (user !== null && user.id !== id) throw unusable('getUser', 'another user')
  return user
}

/** The user that `authorize` returned: by address where the id is invalid, as a UUID column throws for "1". */
export const findCredentialsUser = async (adapter: BoundAdapter, id: string, { email }: User) => {
  try {
    return await findUser(adapter, id)
  } catch (error) {
    if (typeof email !== 'string' || email === '' || adapter.getUserByEmail === undefined) throw error
    const user = readUser(await adapter.getUserByEmail(email), 'getUserByEmail')
    return user?.id === id ? user : null
  }
}

/** The user. Writing an unchanged column locks the row until the transaction ends. */
export const lockUser = async (adapter: BoundAdapter, userId: string): Promise<AdapterUser | null> => {
  const user = await findUser(adapter, userId)
  if (user === null) return null
  await adapter.updateUser?.({ id: user.id, name: user.name ?? null })
  return findUser(adapter, userId)
}

/** Do `work` in a transaction, if the adapter has them. There, `find` locks the row of a user, and else it only reads it. */
export const inTransaction = async <Value>(
  adapter: BoundAdapter,
  work: (within: BoundAdapter, find: typeof findUser) => Promise<Value>,
): Promise<Value> => adapter.transaction?.((within) => work(within, lockUser)) ?? work(adapter, findUser)

/** An ISO 8601 date with or without a time, or milliseconds of 1973 or later. Shorter numbers are ambiguous. */
const isDate = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d/.test(text) ? !Number.isNaN(Date.parse(text.slice(0, 10))) : /^[1-9]\d{11,13}$/.test(text)

/** Whether the address is verified: by a `Date`, or what adapters return that do not convert the column. */
export const isEmailVerified = ({ emailVerified: at }: User & { readonly emailVerified?: unknown }): boolean => {
  if (Object.prototype.toString.call(at) === '[object Date]') return !Number.isNaN(Number(at))
  return typeof at === 'string' ? isDate(at) : at === true || (typeof at === 'number' && at > 0)
}

const isText = (value: unknown): boolean => typeof value === 'string' && value !== ''

/** Some databases return large numbers as text or as `bigint`. */
const readCounter = (value: unknown): number => {
  const counter = isText(value) || typeof value === 'bigint' ? Number(value) : value
  if (typeof counter === 'number' && Number.isSafeInteger(counter) && counter >= 0) return counter
  throw unusable('getAuthenticator', 'a passkey without a counter')
}

/** Reads a passkey row. Another id would sign in another user; the counter shows clones (WebAuthn L3 §6.1.1). */
export const readPasskey = (row: unknown, credentialID: string): AdapterAuthenticator | null => {
  if (row === null || row === undefined) return null
  if (!isRow(row) || !isText(row['credentialPublicKey']))
    throw unusable('getAuthenticator', 'a value that is not a passkey')
  if (row['credentialID'] !== credentialID) throw unusable('getAuthenticator', 'another passkey')
  const { userId } = row
  if (userId === null || userId === undefined || !isText(row['providerAccountId']))
    throw unusable('getAuthenticator', 'a passkey without a user')
  const passkey = row as unknown as AdapterAuthenticator
  const counter = readCounter(row['counter'])
  return passkey.counter === counter ? passkey : { ...passkey, counter }
}

/** Reads when a verification token expires, or `null`. Another identifier would sign in another user. */
export const readTokenExpiry = (row: unknown, identifier: string, method = 'useVerificationToken'): Date | null => {
  if (row === null || row === undefined) return null
  const expires = isRow(row) ? readDate(row['expires']) : undefined
  if (!isRow(row) || expires === undefined) throw unusable(method, 'a value that is not a token')
  if (row['identifier'] !== identifier) throw unusable(method, 'a token of another identifier')
  return expires
}
