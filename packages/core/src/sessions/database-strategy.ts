import type { AuthContext, CurrentUser } from '../config/engine-types.ts'
import { causeOf, AuthError } from '../errors/auth-error.ts'
import { authError } from '../errors/error-classes.ts'
import type { BoundAdapter } from '../store/bind-adapter.ts'
import { isRow, readDate } from '../store/rows.ts'
import { type CookieJar, clearChunked } from '../web/cookies.ts'
import {
  clearInvalid,
  clearLegacyCookies,
  clearSession,
  dropLegacyCookies,
  findLegacyTokens,
  findSingle,
  ownTokens,
} from './session-cookie.ts'
import { findTokenTime, makeSessionToken } from './database-token.ts'
import { toSeconds } from '../base/time.ts'
import type { AdapterSession, AdapterUser, Cookie, Session } from '../types/index.ts'
import {
  type SessionResult,
  type SessionStrategy,
  type SessionUpdate,
  expiryFromNow,
  isRenewalDue,
  showSession,
} from './session-view.ts'

/** A database session with its user. */
interface Row {
  readonly token: string
  readonly session: AdapterSession
  readonly user: AdapterUser
  /** Whether the token came in a legacy cookie, so that our cookie must be written. @default false */
  readonly isLegacy?: boolean
}

type SessionMethod = 'createSession' | 'getSessionAndUser' | 'updateSession' | 'deleteSession'

/** The session methods of the adapter: with database sessions, a config without them is refused. */
const storeOf = (context: AuthContext, adapter = context.config.adapter) =>
  adapter as Required<Pick<BoundAdapter, SessionMethod>>

const unusable = (how: string): AuthError => authError('SessionTokenError', `The adapter returned a session ${how}`)

/** The row of a token, expired or not. An unusable row is an error: it could be the session of another user. */
const findRow = async (context: AuthContext, token: string): Promise<Row | null> => {
  const pair = await storeOf(context).getSessionAndUser(token)
  if (pair === null || pair === undefined) return null
  const { session, user } = pair
  if (!isRow(session) || !isRow(user) || user.id === undefined || user.id === null) throw unusable('without a user')
  if (session.userId !== undefined && String(session.userId) !== String(user.id))
    throw unusable('with the user of another session')
  const stored = readDate(session.expires)
  if (stored === undefined) throw unusable('without an expiry date')
  // The limit may have been lowered since the row was written.
  const authTime = findTokenTime(token)
  const end = authTime === undefined ? undefined : new Date((authTime + context.config.session.absoluteMaxAge) * 1000)
  const expires = end !== undefined && end < stored ? end : stored
  return { token, session: { ...session, expires }, user }
}

/** Log a failed write that does not fail the request. */
const logWriteError = (context: AuthContext, message: string, error: unknown): void =>
  context.config.logger.error(authError('SessionTokenError', message, causeOf(error)))

/** End a token that is no longer used. A failure is only logged: a session has its new token already. */
const endToken = async (context: AuthContext, token: string): Promise<void> => {
  try {
    await storeOf(context).deleteSession(token)
  } catch (error) {
    logWriteError(context, 'The previous token of a session could not be deleted', error)
  }
}

/**
 * End the previous token of a browser that gets the new one in `cookies`. If the new session `continues` the previous one, and that
 * was ended while the new one was created, the new one ends as well. Of two requests that renew one session, the first one wins.
 * The other one sets no cookie then, so it does not sign the browser out.
 */
export const replaceToken = async (
  context: AuthContext,
  previous: string,
  cookies: readonly Cookie[],
  continues: boolean,
): Promise<readonly Cookie[]> => {
  try {
    if (!continues || (await findRow(context, previous)) !== null) {
      await endToken(context, previous)
      return cookies
    }
    const token = cookies.find(({ name }) => name === context.cookies.sessionToken.name)?.value
    if (token !== undefined) await endToken(context, token)
  } catch (error) {
    logWriteError(context, 'The session could not be renewed', error)
  }
  return []
}

const openRow = async (context: AuthContext, token: string, deletesExpired: boolean): Promise<Row | null> => {
  const row = await findRow(context, token)
  if (row === null || row.session.expires.getTime() > context.runtime.now()) return row
  try {
    if (deletesExpired) await storeOf(context).deleteSession(token)
  } catch (error) {
    logWriteError(context, 'An expired session could not be deleted', error)
  }
  return null
}

/** The current session of the browser, from our cookie or a legacy one. `deletesExpired` deletes the row of an expired one. */
const loadRow = (context: AuthContext, jar: CookieJar, deletesExpired: boolean): Promise<Row | null> =>
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

/** The cookie of a session. Also clears chunks that the other strategy may have left under the same name. */
const write = (context: AuthContext, jar: CookieJar, value: string, expires: Date): readonly Cookie[] => {
  const { name, options } = context.cookies.sessionToken
  const chunks = clearChunked(jar, name, options).filter((cookie) => cookie.name !== name)
  return [...chunks, { name, value, options: { ...options, expires } }]
}

/** When a session that is written now expires. */
const expiryOf = (context: AuthContext, authTime: number | undefined): Date =>
  new Date(expiryFromNow(context, context.config.session.maxAge, authTime))

const create = async (
  context: AuthContext,
  jar: CookieJar,
  { userId, authTime = toSeconds(context.runtime.now()) }: Pick<CurrentUser, 'userId' | 'authTime'>,
  adapter?: BoundAdapter,
): Promise<readonly Cookie[]> => {
  const sessionToken = makeSessionToken(context, authTime)
  const expires = expiryOf(context, findTokenTime(sessionToken))
  const row = await storeOf(context, adapter).createSession({ sessionToken, userId, expires })
  return [...clearLegacyCookies(context, jar), ...write(context, jar, row?.sessionToken ?? sessionToken, expires)]
}

const issue: SessionStrategy['issue'] = (context, jar, { user, continues }, adapter) =>
  create(context, jar, { userId: String(user.id), authTime: continues?.authTime }, adapter)

const renew: SessionStrategy['renew'] = async (context, jar) => {
  const row = await loadRow(context, jar, false)
  if (row === null) return []
  const { token, user } = row
  // First the new session, so that a failure signs no user out.
  const cookies = await create(context, jar, { userId: String(user.id), authTime: findTokenTime(token) })
  return replaceToken(context, token, cookies, true)
}

/** The expiry of a session, extended if that is due; `null` if the session is gone. If the write fails, it keeps its expiry. */
const extend = async (context: AuthContext, token: string, expires: Date): Promise<Date | null> => {
  const later = expiryOf(context, findTokenTime(token))
  const isLast = later.getTime() < context.runtime.now() + context.config.session.maxAge * 1000 && later <= expires
  if (isLast || !isRenewalDue(context, expires.getTime() / 1000 - context.config.session.maxAge)) return expires
  try {
    const row = await storeOf(context).updateSession({ sessionToken: token, expires: later })
    // The user may have signed out meanwhile. But some published adapters never return the row, so look it up.
    return (row ?? (await findRow(context, token))) === null ? null : later
  } catch (error) {
    logWriteError(context, 'The session could not be renewed', error)
    return expires
  }
}

const view = async (
  context: AuthContext,
  jar: CookieJar,
  { token, session: row, user, isLegacy }: Row,
  update: SessionUpdate | undefined,
): Promise<SessionResult> => {
  const { expires } = row
  const expiresAt = await extend(context, token, expires)
  if (expiresAt === null) return { session: null, cookies: clearSession(context, jar) }
  const { name, email, image } = user
  const hidden = { ...row, sessionToken: token }
  const session = await showSession(context, { name, email, image }, expiresAt, { user }, update, hidden)
  // The published type of the event demands a token, which a database session does not have.
  const emit = context.config.emit as (event: 'session', message: { session: Session }) => Promise<void>
  if (session !== null) await emit('session', { session })
  // A legacy session keeps its token, so that concurrent requests with the old cookie stay signed in.
  const isWritten = expiresAt !== expires || isLegacy === true
  const cookies = isWritten ? write(context, jar, token, expiresAt) : []
  return { session, cookies: [...dropLegacyCookies(context, jar), ...cookies] }
}

const read: SessionStrategy['read'] = async (context, jar, update) => {
  try {
    const row = await loadRow(context, jar, true)
    if (row !== null) return await view(context, jar, row, update)
    return { session: null, cookies: clearInvalid(context, jar) }
  } catch (error) {
    // If the database fails, the user stays signed in: the cookie stays.
    if (error instanceof AuthError && error.type !== 'AdapterError') throw error
    throw authError('SessionTokenError', 'The session could not be read', causeOf(error))
  }
}

const end: SessionStrategy['end'] = async (context, jar) => {
  const legacy = findLegacyTokens(context, jar).map(({ token }) => token)
  for (const token of new Set([...ownTokens(context, jar), ...legacy])) {
    try {
      const session = await storeOf(context).deleteSession(token)
      await context.config.emit('signOut', { session })
    } catch (error) {
      // The browser signs out all the same. The log tells the developer that the row may still exist.
      context.config.logger.error(authError('SignOutError', 'The session could not be deleted', causeOf(error)))
    }
  }
  return clearSession(context, jar)
}

/** Sessions in the database. The cookie contains a random token. */
export const databaseStrategy: SessionStrategy = {
  issue,
  renew,
  read,
  end,
  findCurrentUser: async (context, jar) => {
    const row = await loadRow(context, jar, false)
    if (row === null) return null
    const { token, user } = row
    return { userId: String(user.id), token, user, authTime: findTokenTime(token) }
  },
}
