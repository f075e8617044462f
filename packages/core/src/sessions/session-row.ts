import type { AuthContext } from '../config/engine-types.ts'
import { causeOf } from '../errors/auth-error.ts'
import { authError } from '../errors/error-classes.ts'
import type { BoundAdapter } from '../store/bind-adapter.ts'
import { isRow, readDate } from '../store/rows.ts'
import type { AdapterSession, AdapterUser } from '../types/adapter.ts'
import type { CookieJar } from '../web/cookies.ts'
import { findLegacyTokens, findSingle, ownTokens } from './session-cookie.ts'

/** A database session with its user. */
export interface Row {
  readonly token: string
  readonly session: AdapterSession
  readonly user: AdapterUser
  /** Whether the token came in a legacy cookie, so that our cookie must be written. @default false */
  readonly isLegacy?: boolean
}

const METHODS = ['createSession', 'getSessionAndUser', 'updateSession', 'deleteSession'] as const

type SessionStore = Required<Pick<BoundAdapter, (typeof METHODS)[number]>>

const isStore = (adapter: BoundAdapter | undefined): adapter is BoundAdapter & SessionStore =>
  adapter !== undefined && METHODS.every((method) => adapter[method] !== undefined)

/** The session methods of an adapter. */
export const storeOf = (adapter: BoundAdapter | undefined): SessionStore => {
  if (!isStore(adapter)) throw authError('MissingAdapter', 'Database sessions need an adapter with session methods')
  return adapter
}

/** The row of a token, expired or not. An unusable row is an error: it could be the session of another user. */
export const findRow = async (context: AuthContext, token: string): Promise<Row | null> => {
  const pair = await storeOf(context.config.adapter).getSessionAndUser(token)
  if (pair === null || pair === undefined) return null
  const { session, user } = pair
  if (!isRow(session) || !isRow(user) || user.id === undefined || user.id === null) {
    throw authError('SessionTokenError', 'The adapter returned a session without a user')
  }
  if (session.userId !== undefined && String(session.userId) !== String(user.id)) {
    throw authError('SessionTokenError', 'The adapter returned a session with the user of another session')
  }
  const expires = readDate(session.expires)
  if (expires === undefined) {
    throw authError('SessionTokenError', 'The adapter returned a session without an expiry date')
  }
  return { token, session: { ...session, expires }, user }
}

/** Log a failed write that does not fail the request. */
export const logWriteError = (context: AuthContext, message: string, error: unknown): void =>
  context.config.logger.error(authError('SessionTokenError', message, causeOf(error)))

const openRow = async (context: AuthContext, token: string, deletesExpired: boolean): Promise<Row | null> => {
  const row = await findRow(context, token)
  if (row === null || row.session.expires.getTime() > context.runtime.now()) return row
  try {
    if (deletesExpired) await storeOf(context.config.adapter).deleteSession(token)
  } catch (error) {
    logWriteError(context, 'An expired session could not be deleted', error)
  }
  return null
}

/** The current session of the browser, from our cookie or a legacy one. `deletesExpired` deletes the row of an expired one. */
export const loadRow = (context: AuthContext, jar: CookieJar, deletesExpired: boolean): Promise<Row | null> =>
  findSingle(
    ownTokens(context, jar),
    (token) => openRow(context, token, deletesExpired),
    async () => {
      for (const { token } of findLegacyTokens(context, jar)) {
        const row = await openRow(context, token, deletesExpired)
        if (row !== null) return { ...row, isLegacy: true }
      }
      return null
    },
  )
