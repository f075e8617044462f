import type { SessionResult } from '../types/auth-instance.ts'
import { once, type Awaitable } from '../base/async.ts'
import type { AuthContext } from '../config/engine-types.ts'
import { isRow } from '../base/json.ts'
import { causeOf, AuthError } from '../errors/auth-error.ts'
import { authError } from '../errors/error-classes.ts'
import type { BoundAdapter } from '../store/bind-adapter.ts'
import type { CookieJar } from '../web/cookies.ts'
import {
  canBeToken,
  clearInvalid,
  clearLegacyCookies,
  clearSession,
  dropLegacyCookies,
  findLegacyTokens,
  findSession,
  ownTokens,
  writeSession,
} from './session-cookie.ts'
import { toHex } from '../base/bytes.ts'
import { toSeconds, readDate } from '../base/time.ts'
import type { AdapterSession, AdapterUser, Cookie, Session } from '../types/index.ts'
import {
  type SessionRequest,
  type SessionStrategy,
  type SessionUpdate,
  isRenewalDue,
  limitExpiry,
  showSession,
} from './session-view.ts'

interface Row {
  readonly token: string
  readonly session: AdapterSession
  readonly user: AdapterUser
  /** Whether the token came in a legacy cookie, so that our cookie must be written. @default false */
  readonly isLegacy?: boolean
}

/** 256 random bits, then when the user signed in: the published tables have no column for that time. */
const TOKEN = /^[\da-f]{64}\.([\da-z]{1,8})$/

/** When the user of a session signed in, in seconds. An older token, or one of the application, does not say it. */
const findTokenTime = (token: string): number | undefined => {
  const written = TOKEN.exec(token)?.[1]
  return written === undefined ? undefined : Number.parseInt(written, 36)
}

/** The session methods of the adapter: with database sessions, a config without them is refused. */
const storeOf = (context: AuthContext, adapter = context.config.adapter) => adapter as Required<BoundAdapter>

const unusable = (how: string): AuthError => authError('SessionTokenError', `The adapter returned a session ${how}`)

/** The row of a token, expired or not. An unusable row is an error: it could be the session of another user. */
const findRow = async (context: AuthContext, token: string): Promise<Row | null> => {
  const pair = await storeOf(context).getSessionAndUser(token)
  if (pair === null || pair === undefined) return null
  const { session, user } = pair
  if (!isRow(session) || !isRow(user) || user.id === undefined || user.id === null) throw unusable('without a user')
  if (session.userId !== undefined && String(session.userId) !== String(user.id))
    throw unusable('with the user of another session')
  // A database that ignores case finds the row by another spelling, which may not say when the user signed in.
  if (session.sessionToken !== token && findTokenTime(String(session.sessionToken)) !== undefined) return null
  const stored = readDate(session.expires)
  if (stored === undefined) throw unusable('without an expiry date')
  // The limit may have been lowered since the row was written.
  const expires = limitExpiry(context, stored.getTime(), findTokenTime(token))
  return { token, session: { ...session, expires }, user }
}

const logWriteError = (context: AuthContext, message: string, error: unknown): void =>
  context.config.logger.error(authError('SessionTokenError', message, causeOf(error)))

const deleteRow = async (context: AuthContext, token: string): Promise<void> => {
  try {
    await storeOf(context).deleteSession(token)
  } catch (error) {
    logWriteError(context, 'A session that is over could not be deleted', error)
  }
}

/**
 * End the previous token of a browser. If the session that the new one `continues` ended meanwhile, so does the new
 * one. Of two requests that renew one session, the first wins; the other sets no cookie, so it signs no browser out.
 */
export const replaceToken = async (
  context: AuthContext,
  previous: string,
  cookies: readonly Cookie[],
  continues: boolean,
): Promise<readonly Cookie[]> => {
  try {
    if (!continues || (await findRow(context, previous)) !== null) {
      await deleteRow(context, previous)
      return cookies
    }
    const token = cookies.find(({ name }) => name === context.cookies.sessionToken.name)?.value
    if (token !== undefined) await deleteRow(context, token)
  } catch (error) {
    logWriteError(context, 'The session could not be renewed', error)
  }
  return []
}

/** The current session of the browser, from our cookie or a legacy one. An expired row is deleted if it `deletesExpired`. */
const loadRow = (context: AuthContext, jar: CookieJar, deletesExpired: () => boolean): Awaitable<Row | null> =>
  findSession(context, jar, async (token, legacyCookie) => {
    const row = canBeToken(token) ? await findRow(context, token) : null
    const isCurrent = row !== null && row.session.expires.getTime() > context.runtime.now()
    const why = row === null ? 'the database has no such session' : 'expired'
    context.runtime.trace?.('session cookie', {
      name: legacyCookie ?? context.cookies.sessionToken.name,
      ...(isCurrent ? { opened: true } : { opened: false, why }),
    })
    if (row === null) return null
    if (isCurrent) return { ...row, isLegacy: legacyCookie !== undefined }
    if (deletesExpired()) await deleteRow(context, token)
    return null
  })

const expiryOf = (context: AuthContext, authTime: number | undefined): Date =>
  limitExpiry(context, context.runtime.now() + context.config.session.maxAge * 1000, authTime)

// A session check makes no session.
const loadUserAgentInfo = once(() => import('../web/user-agent-info.ts'))

/** What lets the user recognize the session in a list. Other adapters may reject members that they do not know. */
const describeSession = async (adapter: BoundAdapter, { headers }: SessionRequest, authTime: number) => {
  if (adapter.listSessions === undefined) return {}
  const { readUserAgentInfo } = await loadUserAgentInfo()
  return { createdAt: new Date(authTime * 1000), ...readUserAgentInfo(headers.get('user-agent')) }
}

const newRow = async (
  context: AuthContext,
  adapter: BoundAdapter,
  request: SessionRequest,
  userId: string,
  authTime = toSeconds(context.runtime.now()),
): Promise<AdapterSession> => {
  const { config, runtime } = context
  const own = config.session.generateSessionToken?.()
  const sessionToken = own ?? `${toHex(runtime.random(32))}.${authTime.toString(36)}`
  const expires = expiryOf(context, findTokenTime(sessionToken))
  return { sessionToken, userId, expires, ...(await describeSession(adapter, request, authTime)) }
}

/** The cookies of a new session. Adapters may return the row with another token, or nothing. */
const cookiesOf = (
  context: AuthContext,
  { cookies }: SessionRequest,
  { sessionToken, expires }: AdapterSession,
  stored: AdapterSession | undefined,
): readonly Cookie[] => [
  ...clearLegacyCookies(context, cookies),
  ...writeSession(context, cookies, stored?.sessionToken ?? sessionToken, expires),
]

const issue: SessionStrategy['issue'] = async (context, request, newSession, given) => {
  const { user, account, continues, needsAccount = false } = newSession
  const { provider, providerAccountId } = account
  const store = storeOf(context, given)
  const row = await newRow(context, store, request, String(user.id), continues?.authTime)
  if (!needsAccount) return cookiesOf(context, request, row, await store.createSession(row))
  const stored = await store.createSessionOfAccount(row, { provider, providerAccountId })
  return stored === null ? null : cookiesOf(context, request, row, stored)
}

const renew: SessionStrategy['renew'] = async (context, request) => {
  const row = await loadRow(context, request.cookies, () => false)
  if (row === null) return []
  const { token, user } = row
  // First the new session, so that a failure signs no user out.
  const store = storeOf(context)
  const renewed = await newRow(context, store, request, String(user.id), findTokenTime(token))
  const cookies = cookiesOf(context, request, renewed, await store.createSession(renewed))
  return replaceToken(context, token, cookies, true)
}

/** The expiry of a session, extended if that is due; `null` if it is gone. A failed write keeps the expiry. */
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
  renews: () => boolean,
): Promise<SessionResult> => {
  const { expires } = row
  const expiresAt = renews() ? await extend(context, token, expires) : expires
  if (expiresAt === null) return { session: null, cookies: clearSession(context, jar) }
  const { name, email, image } = user
  const hidden = { ...row, sessionToken: token }
  const session = await showSession(context, { name, email, image }, expiresAt, { user }, update, hidden)
  // The published type of the event demands a token, which a database session does not have.
  const emit = context.config.emit as (event: 'session', message: { session: Session }) => Promise<void>
  if (session !== null) await emit('session', { session })
  // A legacy session keeps its token, so that concurrent requests with the old cookie stay signed in.
  const isWritten = expiresAt !== expires || isLegacy === true
  const cookies = isWritten ? writeSession(context, jar, token, expiresAt) : []
  return { session, cookies: [...dropLegacyCookies(context, jar), ...cookies] }
}

const read: SessionStrategy['read'] = async (context, jar, update, renews = () => true) => {
  try {
    const row = await loadRow(context, jar, renews)
    if (row !== null) return await view(context, jar, row, update, renews)
    return { session: null, cookies: clearInvalid(context, jar) }
  } catch (error) {
    // If the database fails, the user stays signed in: the cookie stays.
    if (error instanceof AuthError && error.type !== 'AdapterError') throw error
    throw authError('SessionTokenError', 'The session could not be read', causeOf(error))
  }
}

const end: SessionStrategy['end'] = async (context, jar) => {
  const legacy = findLegacyTokens(context, jar).map(({ token }) => token)
  for (const token of new Set([...ownTokens(context, jar), ...legacy].filter(canBeToken))) {
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

export const databaseStrategy: SessionStrategy = {
  issue,
  renew,
  read,
  end,
  findCurrentUser: async (context, jar) => {
    const row = await loadRow(context, jar, () => false)
    if (row === null) return null
    const { token, user } = row
    return { userId: String(user.id), token, user, authTime: findTokenTime(token) }
  },
}
