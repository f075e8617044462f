import type { AuthContext } from '../config/engine-types.ts'
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
import { toHex } from '../base/bytes.ts'
import type { AdapterSession, AdapterUser, Cookie, Session } from '../types/index.ts'
import {
  type SessionResult,
  type SessionStrategy,
  type SessionUpdate,
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
  const expires = readDate(session.expires)
  if (expires === undefined) throw unusable('without an expiry date')
  return { token, session: { ...session, expires }, user }
}

/** Log a failed write that does not fail the request. */
const logWriteError = (context: AuthContext, message: string, error: unknown): void =>
  context.config.logger.error(authError('SessionTokenError', message, causeOf(error)))

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
  const { name, options } = context.cookies.session
  const chunks = clearChunked(jar, name, options).filter((cookie) => cookie.name !== name)
  return [...chunks, { name, value, options: { ...options, expires } }]
}

const expiryFromNow = ({ config, runtime }: AuthContext): Date => new Date(runtime.now() + config.session.maxAge * 1000)

const issue: SessionStrategy['issue'] = async (context, jar, { user }, adapter) => {
  const expires = expiryFromNow(context)
  const sessionToken = context.config.session.generateSessionToken?.() ?? toHex(context.runtime.random(32))
  const row = await storeOf(context, adapter).createSession({ sessionToken, userId: String(user.id), expires })
  return [...clearLegacyCookies(context, jar), ...write(context, jar, row?.sessionToken ?? sessionToken, expires)]
}

/** The expiry of a session, renewed if that is due; `null` if the session is gone. If the write fails, it keeps its expiry. */
const renew = async (context: AuthContext, token: string, expires: Date): Promise<Date | null> => {
  if (!isRenewalDue(context, expires.getTime() / 1000 - context.config.session.maxAge)) return expires
  const later = expiryFromNow(context)
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
  { token, session: { expires, userId }, user, isLegacy }: Row,
  update: SessionUpdate | undefined,
): Promise<SessionResult> => {
  const expiresAt = await renew(context, token, expires)
  if (expiresAt === null) return { session: null, cookies: clearSession(context, jar) }
  const { name, email, image } = user
  const hidden = { userId, sessionToken: token }
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
  read,
  end,
  findCurrentUser: async (context, jar) => {
    const row = await loadRow(context, jar, false)
    return row === null ? null : { userId: String(row.user.id), token: row.token, user: row.user }
  },
}
