import { toHex } from '../base/bytes.ts'
import type { BoundAdapter } from '../config/adapter.ts'
import type { Site } from '../config/site.ts'
import { because } from '../errors/because.ts'
import { AuthError } from '../errors/auth-error.ts'
import { SessionTokenError, SignOutError } from '../errors/classes.ts'
import type { Cookie, Session } from '../types/index.ts'
import { forgetChunked } from '../web/chunks.ts'
import type { CookieJar } from '../web/cookies.ts'
import { isPlanted, ownTokens } from './candidates.ts'
import { decideRenewal } from './decide.ts'
import { dropFormer, forgetFormer } from './former.ts'
import { findHeld, formerTokens, note } from './held-row.ts'
import type { Held } from './held-row.ts'
import type { Entry, SessionStrategy, SessionView } from './types.ts'
import { findRow, storeOf } from './row.ts'
import type { Row } from './row.ts'
import { defaultSession, readShown, withHidden } from './view.ts'

type Update = { readonly data: unknown } | undefined

const failed = (error: unknown): AuthError =>
  error instanceof AuthError && error.type !== 'AdapterError'
    ? error
    : new SessionTokenError('The session could not be read', because(error))

const forgetOwn = (site: Site, jar: CookieJar): readonly Cookie[] =>
  forgetChunked(jar, site.cookies.session.name, site.cookies.session.options)

const forget = (site: Site, jar: CookieJar): readonly Cookie[] => [...forgetFormer(site, jar), ...forgetOwn(site, jar)]

const cookie = (site: Site, value: string, expires: Date): Cookie => ({
  name: site.cookies.session.name,
  value,
  options: { ...site.cookies.session.options, expires },
})

/** The cookie for a session, and the end of chunks that another strategy may have left under the same name. */
const write = (site: Site, jar: CookieJar, value: string, expires: Date): readonly Cookie[] => {
  const own = cookie(site, value, expires)
  return [...forgetOwn(site, jar).filter(({ name }) => name !== own.name), own]
}

const newToken = (site: Site): string => site.config.session.generateSessionToken?.() ?? toHex(site.runtime.random(32))

const issue = async (
  site: Site,
  jar: CookieJar,
  { user }: Entry,
  adapter?: BoundAdapter,
): Promise<readonly Cookie[]> => {
  const expires = new Date(site.runtime.now() + site.config.session.maxAge * 1000)
  const sessionToken = newToken(site)
  const made = await storeOf(adapter ?? site.config.adapter).createSession({
    sessionToken,
    userId: String(user.id),
    expires,
  })
  return [...forgetFormer(site, jar), ...write(site, jar, made?.sessionToken ?? sessionToken, expires)]
}

/** The new end of a session whose row is due to be written, else `undefined`. */
const findRenewal = (site: Site, row: Row): Date | undefined => {
  const { maxAge, updateAge } = site.config.session
  const now = site.runtime.now()
  const written = row.session.expires.getTime() / 1000 - maxAge
  return decideRenewal(written, now / 1000, updateAge) === 'renew' ? new Date(now + maxAge * 1000) : undefined
}

const show = async (site: Site, row: Row, expires: Date, update: Update): Promise<Session | null> => {
  const { user } = row
  const session = defaultSession({ name: user.name, email: user.email, image: user.image }, expires)
  if (!site.config.written.session) return session
  const told = {
    session: withHidden(session, { userId: row.session.userId, sessionToken: row.token }),
    user,
    newSession: update?.data,
    ...(update === undefined ? {} : { trigger: 'update' as const }),
  }
  const callback = site.config.callbacks.session as (
    params: typeof told,
  ) => ReturnType<Site['config']['callbacks']['session']>
  return readShown(await callback(told))
}

/** Prolong a session that is due. A database that can only be read at the moment prolongs nothing, and signs nobody out. */
const renew = async (site: Site, { token }: Row, expires: Date): Promise<'renewed' | 'kept' | 'gone'> => {
  try {
    const renewed = await storeOf(site.config.adapter).updateSession({ sessionToken: token, expires })
    if (renewed !== null && renewed !== undefined) return 'renewed'
    // Whoever signed out while the session was being read stays signed out. But some published adapters never answer the row: look.
    return (await findRow(site, token)) === null ? 'gone' : 'renewed'
  } catch (error) {
    note(site, 'The session could not be prolonged', error)
    return 'kept'
  }
}

const view = async (site: Site, jar: CookieJar, row: Held, update: Update): Promise<SessionView> => {
  const due = findRenewal(site, row)
  const done = due === undefined ? 'kept' : await renew(site, row, due)
  if (done === 'gone') return { session: null, cookies: forget(site, jar) }
  const ends = due !== undefined && done === 'renewed' ? due : row.session.expires
  const session = await show(site, row, ends, update)
  const emit = site.config.emit as (name: 'session', message: { session: Session }) => Promise<void>
  if (session !== null) await emit('session', { session })
  // The token is kept when a session is taken over, so that requests under way with the old cookie lose nothing.
  const isWritten = done === 'renewed' || row.isFormer === true
  const own = isWritten ? write(site, jar, row.token, ends) : []
  return { session, cookies: [...dropFormer(site, jar), ...own] }
}

const nobody = (site: Site, jar: CookieJar): SessionView => ({
  session: null,
  cookies: isPlanted(site, jar) ? [] : forget(site, jar),
})

const read = async (site: Site, jar: CookieJar, update: Update): Promise<SessionView> => {
  try {
    const row = await findHeld(site, jar, true)
    return row === null ? nobody(site, jar) : await view(site, jar, row, update)
  } catch (error) {
    // A database that does not answer is no reason to sign anybody out: the cookie stays.
    throw failed(error)
  }
}

const endOne = async (site: Site, token: string): Promise<void> => {
  try {
    const session = await storeOf(site.config.adapter).deleteSession(token)
    await site.config.emit('signOut', { session })
  } catch (error) {
    // The browser forgets its session all the same; the owner learns that the row may still be there.
    site.config.logger.error(new SignOutError('The session could not be deleted', because(error)))
  }
}

const end = async (site: Site, jar: CookieJar): Promise<readonly Cookie[]> => {
  for (const token of new Set([...ownTokens(site, jar), ...formerTokens(site, jar)])) await endOne(site, token)
  return forget(site, jar)
}

/** Sessions in a database; the cookie holds a random token. */
export const databaseStrategy: SessionStrategy = {
  issue,
  read,
  end,
  findHolder: async (site, jar) => {
    const row = await findHeld(site, jar, false)
    return row === null ? null : { userId: String(row.user.id), token: row.token, user: row.user }
  },
}
