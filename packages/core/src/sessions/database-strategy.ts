import type { AuthContext } from '../config/engine-types.ts'
import { toHex } from '../base/bytes.ts'
import type { BoundAdapter } from '../store/bind-adapter.ts'
import { causeOf, AuthError } from '../errors/auth-error.ts'
import { authError } from '../errors/error-classes.ts'
import type { Cookie, Session } from '../types/index.ts'
import { clearChunked } from '../web/chunks.ts'
import type { CookieJar } from '../web/cookies.ts'
import { hasInjectedCookie, ownTokens } from './session-cookie.ts'
import { decideRenewal } from './decide-renewal.ts'
import { dropLegacyCookies, clearLegacyCookies } from './legacy-sessions.ts'
import { loadRow, legacyTokens, logWriteError } from './load-database-session.ts'
import type { LoadedRow } from './load-database-session.ts'
import type { NewSession, SessionStrategy, SessionView } from './session-types.ts'
import { findRow, storeOf } from './session-row.ts'
import type { Row } from './session-row.ts'
import { defaultSession, readShown, withHidden } from './session-view.ts'

type Update = { readonly data: unknown } | undefined

const failed = (error: unknown): AuthError =>
  error instanceof AuthError && error.type !== 'AdapterError'
    ? error
    : authError('SessionTokenError', 'The session could not be read', causeOf(error))

const forgetOwn = (context: AuthContext, jar: CookieJar): readonly Cookie[] =>
  clearChunked(jar, context.cookies.session.name, context.cookies.session.options)

const forget = (context: AuthContext, jar: CookieJar): readonly Cookie[] => [
  ...clearLegacyCookies(context, jar),
  ...forgetOwn(context, jar),
]

const cookie = (context: AuthContext, value: string, expires: Date): Cookie => ({
  name: context.cookies.session.name,
  value,
  options: { ...context.cookies.session.options, expires },
})

/** The cookie for a session, and the end of chunks that another strategy may have left under the same name. */
const write = (context: AuthContext, jar: CookieJar, value: string, expires: Date): readonly Cookie[] => {
  const own = cookie(context, value, expires)
  return [...forgetOwn(context, jar).filter(({ name }) => name !== own.name), own]
}

const newToken = (context: AuthContext): string =>
  context.config.session.generateSessionToken?.() ?? toHex(context.runtime.random(32))

const issue = async (
  context: AuthContext,
  jar: CookieJar,
  { user }: NewSession,
  adapter?: BoundAdapter,
): Promise<readonly Cookie[]> => {
  const expires = new Date(context.runtime.now() + context.config.session.maxAge * 1000)
  const sessionToken = newToken(context)
  const made = await storeOf(adapter ?? context.config.adapter).createSession({
    sessionToken,
    userId: String(user.id),
    expires,
  })
  return [...clearLegacyCookies(context, jar), ...write(context, jar, made?.sessionToken ?? sessionToken, expires)]
}

/** The new end of a session whose row is due to be written, else `undefined`. */
const findRenewal = (context: AuthContext, row: Row): Date | undefined => {
  const { maxAge, updateAge } = context.config.session
  const now = context.runtime.now()
  const written = row.session.expires.getTime() / 1000 - maxAge
  return decideRenewal(written, now / 1000, updateAge) === 'renew' ? new Date(now + maxAge * 1000) : undefined
}

const show = async (context: AuthContext, row: Row, expires: Date, update: Update): Promise<Session | null> => {
  const { user } = row
  const session = defaultSession({ name: user.name, email: user.email, image: user.image }, expires)
  if (!context.config.definedCallbacks.session) return session
  const told = {
    session: withHidden(session, { userId: row.session.userId, sessionToken: row.token }),
    user,
    newSession: update?.data,
    ...(update === undefined ? {} : { trigger: 'update' as const }),
  }
  const callback = context.config.callbacks.session as (
    params: typeof told,
  ) => ReturnType<AuthContext['config']['callbacks']['session']>
  return readShown(await callback(told))
}

/** Prolong a session that is due. A database that can only be read at the moment prolongs nothing, and signs nobody out. */
const renew = async (context: AuthContext, { token }: Row, expires: Date): Promise<'renewed' | 'kept' | 'gone'> => {
  try {
    const renewed = await storeOf(context.config.adapter).updateSession({ sessionToken: token, expires })
    if (renewed !== null && renewed !== undefined) return 'renewed'
    // Whoever signed out while the session was being read stays signed out. But some published adapters never answer the row: look.
    return (await findRow(context, token)) === null ? 'gone' : 'renewed'
  } catch (error) {
    logWriteError(context, 'The session could not be prolonged', error)
    return 'kept'
  }
}

const view = async (context: AuthContext, jar: CookieJar, row: LoadedRow, update: Update): Promise<SessionView> => {
  const due = findRenewal(context, row)
  const done = due === undefined ? 'kept' : await renew(context, row, due)
  if (done === 'gone') return { session: null, cookies: forget(context, jar) }
  const ends = due !== undefined && done === 'renewed' ? due : row.session.expires
  const session = await show(context, row, ends, update)
  const emit = context.config.emit as (name: 'session', message: { session: Session }) => Promise<void>
  if (session !== null) await emit('session', { session })
  // The token is kept when a session is taken over, so that requests under way with the old cookie lose nothing.
  const isWritten = done === 'renewed' || row.isLegacy === true
  const own = isWritten ? write(context, jar, row.token, ends) : []
  return { session, cookies: [...dropLegacyCookies(context, jar), ...own] }
}

const nobody = (context: AuthContext, jar: CookieJar): SessionView => ({
  session: null,
  cookies: hasInjectedCookie(context, jar) ? [] : forget(context, jar),
})

const read = async (context: AuthContext, jar: CookieJar, update: Update): Promise<SessionView> => {
  try {
    const row = await loadRow(context, jar, true)
    return row === null ? nobody(context, jar) : await view(context, jar, row, update)
  } catch (error) {
    // A database that does not answer is no reason to sign anybody out: the cookie stays.
    throw failed(error)
  }
}

const endOne = async (context: AuthContext, token: string): Promise<void> => {
  try {
    const session = await storeOf(context.config.adapter).deleteSession(token)
    await context.config.emit('signOut', { session })
  } catch (error) {
    // The browser forgets its session all the same; the owner learns that the row may still be there.
    context.config.logger.error(authError('SignOutError', 'The session could not be deleted', causeOf(error)))
  }
}

const end = async (context: AuthContext, jar: CookieJar): Promise<readonly Cookie[]> => {
  for (const token of new Set([...ownTokens(context, jar), ...legacyTokens(context, jar)])) await endOne(context, token)
  return forget(context, jar)
}

/** Sessions in a database; the cookie holds a random token. */
export const databaseStrategy: SessionStrategy = {
  issue,
  read,
  end,
  findCurrentUser: async (context, jar) => {
    const row = await loadRow(context, jar, false)
    return row === null ? null : { userId: String(row.user.id), token: row.token, user: row.user }
  },
}
