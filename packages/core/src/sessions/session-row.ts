import type { AuthContext } from '../config/engine-types.ts'
import type { BoundAdapter } from '../store/bind-adapter.ts'
import { isRow, readDate } from '../store/rows.ts'
import { authError } from '../errors/error-classes.ts'
import type { AdapterSession, AdapterUser } from '../types/adapter.ts'

/** A database session with its user. */
export interface Row {
  readonly token: string
  readonly session: AdapterSession
  readonly user: AdapterUser
}

const METHODS = ['createSession', 'getSessionAndUser', 'updateSession', 'deleteSession'] as const

type SessionStore = Required<Pick<BoundAdapter, (typeof METHODS)[number]>>

const isStore = (adapter: BoundAdapter | undefined): adapter is BoundAdapter & SessionStore =>
  adapter !== undefined && METHODS.every((method) => typeof adapter[method] === 'function')

/** The session methods of an adapter. */
export const storeOf = (adapter: BoundAdapter | undefined): SessionStore => {
  if (!isStore(adapter)) throw authError('MissingAdapter', 'Database sessions need an adapter with session methods')
  return adapter
}

const toDate = (value: unknown): Date => {
  const date = readDate(value)
  if (date === undefined) throw authError('SessionTokenError', 'The adapter returned a session without an expiry date')
  return date
}

/** The row behind a browser's token. What makes no sense is an error, never somebody else's session. */
export const findRow = async (context: AuthContext, token: string): Promise<Row | null> => {
  const pair = await storeOf(context.config.adapter).getSessionAndUser(token)
  if (pair === null || pair === undefined) return null
  const { session, user } = pair
  if (!isRow(session) || !isRow(user) || user.id === undefined || user.id === null) {
    throw authError('SessionTokenError', 'The adapter returned a session without a user')
  }
  if (session.userId !== undefined && String(session.userId) !== String(user.id)) {
    throw authError('SessionTokenError', "The adapter returned a session with another user than the session's")
  }
  return { token, session: { ...session, expires: toDate(session.expires) }, user }
}
