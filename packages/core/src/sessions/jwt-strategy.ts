import { defined } from '../base/record.ts'
import type { Site } from '../config/site.ts'
import { because } from '../errors/because.ts'
import { AuthError } from '../errors/auth-error.ts'
import { JWTSessionError, SessionTokenError } from '../errors/classes.ts'
import type { Cookie, JWT, Session } from '../types/index.ts'
import { forgetChunked, writeChunked } from '../web/chunks.ts'
import type { CookieJar } from '../web/cookies.ts'
import { isPlanted, ownTokens } from './candidates.ts'
import { decideRenewal } from './decide.ts'
import { dropFormer, findFormerTokens, forgetFormer } from './former.ts'
import { findHeld } from './held-token.ts'
import type { Held } from './held-token.ts'
import { sealToken } from './token.ts'
import type { Entry, Holder, SessionStrategy, SessionView, Update } from './types.ts'
import { findOvertaken, mark, markOf } from './unproven.ts'
import type { Marked } from './unproven.ts'
import { defaultSession, readClaims, readShown } from './view.ts'

const failed = (error: unknown): AuthError =>
  error instanceof AuthError ? error : new JWTSessionError('A jwt or session callback threw', because(error))

const forget = (site: Site, jar: CookieJar): readonly Cookie[] => [
  ...forgetFormer(site, jar),
  ...forgetChunked(jar, site.cookies.session.name, site.cookies.session.options),
]

const write = async (
  site: Site,
  jar: CookieJar,
  marked: Marked,
): Promise<{ cookies: readonly Cookie[]; expires: Date }> => {
  const { token, expires } = await sealToken(site, mark(marked))
  const { name, options } = site.cookies.session
  return { cookies: writeChunked(jar, name, token, { ...options, expires }), expires }
}

const issue = async (site: Site, jar: CookieJar, entry: Entry): Promise<readonly Cookie[]> => {
  const { user, account, profile, isNewUser } = entry
  const claims = defined({
    name: user.name,
    email: user.email,
    picture: user.image,
    sub: user.id === undefined ? undefined : String(user.id),
  })
  const trigger = isNewUser === true ? 'signUp' : 'signIn'
  // Before the owner's code runs: whoever proves the address from here on ends this session.
  const unproven = await markOf(site, entry)
  try {
    const token = readClaims(
      await site.config.callbacks.jwt(defined({ token: claims, user, account, profile, isNewUser, trigger } as const)),
    )
    if (token === null) return forget(site, jar)
    const { cookies } = await write(site, jar, { claims: token, unproven })
    return [...forgetFormer(site, jar), ...cookies]
  } catch (error) {
    throw failed(error)
  }
}

/** The claims without those that are set at each sealing, as a text that shows whether a callback changed anything. */
const fingerprint = ({ iat: _iat, exp: _exp, jti: _jti, ...claims }: JWT): string => JSON.stringify(claims)

interface Refreshed {
  readonly token: JWT | null
  readonly changed: boolean
}

const refresh = async (site: Site, claims: JWT, update: Update | undefined): Promise<Refreshed> => {
  if (!site.config.written.jwt) return { token: claims, changed: false }
  const before = fingerprint(claims)
  // Runs outside a sign-in, so there is neither user nor account; the published type of the callback says there is.
  const told = { token: claims, session: update?.data, ...(update === undefined ? {} : { trigger: 'update' as const }) }
  const jwt = site.config.callbacks.jwt as (params: typeof told) => ReturnType<Site['config']['callbacks']['jwt']>
  const token = readClaims(await jwt(told))
  return { token, changed: token !== null && fingerprint(token) !== before }
}

const expiryOf = (site: Site, claims: JWT): Date =>
  typeof claims.exp === 'number'
    ? new Date(claims.exp * 1000)
    : new Date(site.runtime.now() + site.config.token.maxAge * 1000)

const isDue = (site: Site, claims: JWT): boolean =>
  typeof claims.iat !== 'number' ||
  decideRenewal(claims.iat, site.runtime.now() / 1000, site.config.session.updateAge) === 'renew'

const show = async (site: Site, token: JWT, expires: Date, update: Update | undefined): Promise<Session | null> => {
  const session = defaultSession({ name: token.name, email: token.email, image: token.picture }, expires)
  if (!site.config.written.session) return session
  const told = {
    session,
    token,
    ...(update === undefined ? {} : { newSession: update.data, trigger: 'update' as const }),
  }
  const callback = site.config.callbacks.session as (
    params: typeof told,
  ) => ReturnType<Site['config']['callbacks']['session']>
  return readShown(await callback(told))
}

/** What is held if it still is a session. A database that does not answer is no reason to sign anybody out: the cookie stays. */
const keep = async (site: Site, held: Held, update: Update | undefined): Promise<Held | null> => {
  if (update?.isProof === true) return { claims: held.claims, isFormer: held.isFormer }
  try {
    return (await findOvertaken(site, held)).isOver ? null : held
  } catch (error) {
    throw new SessionTokenError('The session could not be read', because(error))
  }
}

const toHolder = async (site: Site, held: Held): Promise<Holder | null> => {
  const { isOver, user } = await findOvertaken(site, held)
  const { sub } = held.claims
  if (isOver || typeof sub !== 'string') return null
  return user?.id === sub ? { userId: sub, user } : { userId: sub }
}

const view = async (
  site: Site,
  jar: CookieJar,
  { claims, isFormer, unproven }: Held,
  update: Update | undefined,
): Promise<SessionView> => {
  const { token, changed } = await refresh(site, { ...claims, ...update?.claims }, update)
  if (token === null) return { session: null, cookies: forget(site, jar) }
  const isWritten = isFormer || changed || update !== undefined || isDue(site, claims)
  const renewed = isWritten ? await write(site, jar, { claims: token, unproven }) : undefined
  const session = await show(site, token, renewed?.expires ?? expiryOf(site, claims), update)
  if (session !== null) await site.config.emit('session', { session, token })
  return { session, cookies: [...dropFormer(site, jar), ...(renewed?.cookies ?? [])] }
}

/** Sessions in an encrypted cookie. */
export const jwtStrategy: SessionStrategy = {
  issue,
  read: async (site, jar, update) => {
    const { held: found, didThrow } = await findHeld(site, jar)
    if (found === null) return { session: null, cookies: didThrow || isPlanted(site, jar) ? [] : forget(site, jar) }
    const held = await keep(site, found, update)
    // The cookie stays: by now the browser may hold the one of whoever has just proven the address, and a copy of the database that
    // is behind does not know the user yet. It is judged anew each time, so it is of no more use to anybody.
    if (held === null) return { session: null, cookies: [] }
    try {
      return await view(site, jar, held, update)
    } catch (error) {
      // The owner's callback failed, which is no reason to sign anybody out: the cookie stays.
      throw failed(error)
    }
  },
  findHolder: async (site, jar) => {
    const { held } = await findHeld(site, jar)
    return held === null ? null : toHolder(site, held)
  },
  end: async (site, jar) => {
    if (ownTokens(site, jar).length === 0 && findFormerTokens(site, jar).length === 0) return forget(site, jar)
    await site.config.emit('signOut', { token: (await findHeld(site, jar)).held?.claims ?? null })
    return forget(site, jar)
  },
}
