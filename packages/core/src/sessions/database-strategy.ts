import type { AuthContext } from '../config/engine-types.ts'
import { toHex } from '../base/bytes.ts'
import { AuthError, causeOf } from '../errors/auth-error.ts'
import { authError } from '../errors/error-classes.ts'
import type { Cookie, Session } from '../types/index.ts'
import { clearChunked } from '../web/chunks.ts'
import type { CookieJar } from '../web/cookies.ts'
import {
  clearLegacyCookies,
  clearSession,
  dropLegacyCookies,
  findLegacyTokens,
  hasInjectedCookie,
  ownTokens,
} from './session-cookie.ts'
import { findRow, loadRow, logWriteError, storeOf } from './session-row.ts'
import type { Row } from './session-row.ts'
import type { SessionStrategy, SessionUpdate, SessionView } from './session-types.ts'
import { isRenewalDue, showSession } from './session-view.ts'

/** The cookie of a session. Also clears chunks that the other strategy may have left under the same name. */
const write = (context: AuthContext, jar: CookieJar, value: string, expires: Date): readonly Cookie[] => {
  const { name, options } = context.cookies.session
  const chunks = clearChunked(jar, name, options).filter((cookie) => cookie.name !== name)
  return [...chunks, { name, value, options: { ...options, expires } }]
}

const expiryFromNow = ({ config, runtime }: AuthContext): Date => new Date(runtime.now() + config.session.maxAge * 1000)

const issue: SessionStrategy['issue'] = async (context, jar, { user }, adapter = context.config.adapter) => {
  const expires = expiryFromNow(context)
  const sessionToken = context.config.session.generateSessionToken?.() ?? toHex(context.runtime.random(32))
  const row = await storeOf(adapter).createSession({ sessionToken, userId: String(user.id), expires })
  return [...clearLegacyCookies(context, jar), ...write(context, jar, row?.sessionToken ?? sessionToken, expires)]
}

/** Renew a session that is due. If the write fails, the session keeps its old expiry. */
const renew = async (context: AuthContext, token: string, expires: Date): Promise<'renewed' | 'kept' | 'gone'> => {
  try {
    const row = await storeOf(context.config.adapter).updateSession({ sessionToken: token, expires })
    if (row !== null && row !== undefined) return 'renewed'
    // The user may have signed out meanwhile. But some published adapters never return the row, so look it up.
    return (await findRow(context, token)) === null ? 'gone' : 'renewed'
  } catch (error) {
    logWriteError(context, 'The session could not be renewed', error)
    return 'kept'
  }
}

const view = async (
  context: AuthContext,
  jar: CookieJar,
  { token, session: { expires, userId }, user, isLegacy }: Row,
  update: SessionUpdate | undefined,
): Promise<SessionView> => {
  const writtenAt = expires.getTime() / 1000 - context.config.session.maxAge
  const later = isRenewalDue(context, writtenAt) ? expiryFromNow(context) : undefined
  const outcome = later === undefined ? 'kept' : await renew(context, token, later)
  if (outcome === 'gone') return { session: null, cookies: clearSession(context, jar) }
  const expiresAt = outcome === 'renewed' && later !== undefined ? later : expires
  const { name, email, image } = user
  const session = await showSession(context, { name, email, image }, expiresAt, { user }, update, {
    userId,
    sessionToken: token,
  })
  // The published type of the event demands a token, which a database session does not have.
  const emit = context.config.emit as (event: 'session', message: { session: Session }) => Promise<void>
  if (session !== null) await emit('session', { session })
  // A legacy session keeps its token, so that concurrent requests with the old cookie stay signed in.
  const isWritten = outcome === 'renewed' || isLegacy === true
  const cookies = isWritten ? write(context, jar, token, expiresAt) : []
  return { session, cookies: [...dropLegacyCookies(context, jar), ...cookies] }
}

const read: SessionStrategy['read'] = async (context, jar, update) => {
  try {
    const row = await loadRow(context, jar, true)
    if (row !== null) return await view(context, jar, row, update)
    return { session: null, cookies: hasInjectedCookie(context, jar) ? [] : clearSession(context, jar) }
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
      const session = await storeOf(context.config.adapter).deleteSession(token)
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
