import type { AuthContext, CurrentUser } from '../config/engine-types.ts'
import { defined } from '../base/record.ts'
import { causeOf, AuthError } from '../errors/auth-error.ts'
import { authError } from '../errors/error-classes.ts'
import type { Cookie, JWT, Session } from '../types/index.ts'
import { clearChunked, writeChunked } from '../web/chunks.ts'
import type { CookieJar } from '../web/cookies.ts'
import { hasInjectedCookie, ownTokens } from './session-cookie.ts'
import { decideRenewal } from './decide-renewal.ts'
import { dropLegacyCookies, findLegacyTokens, clearLegacyCookies } from './legacy-sessions.ts'
import { loadToken } from './load-token-session.ts'
import type { LoadedToken } from './load-token-session.ts'
import { sealToken } from './session-token.ts'
import type { NewSession, SessionStrategy, SessionView, SessionUpdate } from './session-types.ts'
import { findSuperseded, joinClaims, unverifiedMark } from './unverified-session.ts'
import type { MarkedClaims } from './unverified-session.ts'
import { defaultSession, readClaims, readShown } from './session-view.ts'

const failed = (error: unknown): AuthError =>
  error instanceof AuthError ? error : authError('JWTSessionError', 'A jwt or session callback threw', causeOf(error))

const forget = (context: AuthContext, jar: CookieJar): readonly Cookie[] => [
  ...clearLegacyCookies(context, jar),
  ...clearChunked(jar, context.cookies.session.name, context.cookies.session.options),
]

const write = async (
  context: AuthContext,
  jar: CookieJar,
  marked: MarkedClaims,
): Promise<{ cookies: readonly Cookie[]; expires: Date }> => {
  const { token, expires } = await sealToken(context, joinClaims(marked))
  const { name, options } = context.cookies.session
  return { cookies: writeChunked(jar, name, token, { ...options, expires }), expires }
}

const issue = async (context: AuthContext, jar: CookieJar, entry: NewSession): Promise<readonly Cookie[]> => {
  const { user, account, profile, isNewUser } = entry
  const claims = defined({
    name: user.name,
    email: user.email,
    picture: user.image,
    sub: user.id === undefined ? undefined : String(user.id),
  })
  const trigger = isNewUser === true ? 'signUp' : 'signIn'
  // Before the owner's code runs: whoever proves the address from here on ends this session.
  const unproven = await unverifiedMark(context, entry)
  try {
    const token = readClaims(
      await context.config.callbacks.jwt(
        defined({ token: claims, user, account, profile, isNewUser, trigger } as const),
      ),
    )
    if (token === null) return forget(context, jar)
    const { cookies } = await write(context, jar, { claims: token, unverified: unproven })
    return [...clearLegacyCookies(context, jar), ...cookies]
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

const refresh = async (context: AuthContext, claims: JWT, update: SessionUpdate | undefined): Promise<Refreshed> => {
  if (!context.config.definedCallbacks.jwt) return { token: claims, changed: false }
  const before = fingerprint(claims)
  // Runs outside a sign-in, so there is neither user nor account; the published type of the callback says there is.
  const told = { token: claims, session: update?.data, ...(update === undefined ? {} : { trigger: 'update' as const }) }
  const jwt = context.config.callbacks.jwt as (
    params: typeof told,
  ) => ReturnType<AuthContext['config']['callbacks']['jwt']>
  const token = readClaims(await jwt(told))
  return { token, changed: token !== null && fingerprint(token) !== before }
}

const expiryOf = (context: AuthContext, claims: JWT): Date =>
  typeof claims.exp === 'number'
    ? new Date(claims.exp * 1000)
    : new Date(context.runtime.now() + context.config.token.maxAge * 1000)

const isDue = (context: AuthContext, claims: JWT): boolean =>
  typeof claims.iat !== 'number' ||
  decideRenewal(claims.iat, context.runtime.now() / 1000, context.config.session.updateAge) === 'renew'

const show = async (
  context: AuthContext,
  token: JWT,
  expires: Date,
  update: SessionUpdate | undefined,
): Promise<Session | null> => {
  const session = defaultSession({ name: token.name, email: token.email, image: token.picture }, expires)
  if (!context.config.definedCallbacks.session) return session
  const told = {
    session,
    token,
    ...(update === undefined ? {} : { newSession: update.data, trigger: 'update' as const }),
  }
  const callback = context.config.callbacks.session as (
    params: typeof told,
  ) => ReturnType<AuthContext['config']['callbacks']['session']>
  return readShown(await callback(told))
}

/** What is held if it still is a session. A database that does not answer is no reason to sign anybody out: the cookie stays. */
const keep = async (
  context: AuthContext,
  held: LoadedToken,
  update: SessionUpdate | undefined,
): Promise<LoadedToken | null> => {
  if (update?.isEmailProof === true) return { claims: held.claims, isLegacy: held.isLegacy }
  try {
    return (await findSuperseded(context, held)).isOver ? null : held
  } catch (error) {
    throw authError('SessionTokenError', 'The session could not be read', causeOf(error))
  }
}

const toHolder = async (context: AuthContext, held: LoadedToken): Promise<CurrentUser | null> => {
  const { isOver, user } = await findSuperseded(context, held)
  const { sub } = held.claims
  if (isOver || typeof sub !== 'string') return null
  return user?.id === sub ? { userId: sub, user } : { userId: sub }
}

const view = async (
  context: AuthContext,
  jar: CookieJar,
  { claims, isLegacy, unverified: unproven }: LoadedToken,
  update: SessionUpdate | undefined,
): Promise<SessionView> => {
  const { token, changed } = await refresh(context, { ...claims, ...update?.claims }, update)
  if (token === null) return { session: null, cookies: forget(context, jar) }
  const isWritten = isLegacy || changed || update !== undefined || isDue(context, claims)
  const renewed = isWritten ? await write(context, jar, { claims: token, unverified: unproven }) : undefined
  const session = await show(context, token, renewed?.expires ?? expiryOf(context, claims), update)
  if (session !== null) await context.config.emit('session', { session, token })
  return { session, cookies: [...dropLegacyCookies(context, jar), ...(renewed?.cookies ?? [])] }
}

/** Sessions in an encrypted cookie. */
export const jwtStrategy: SessionStrategy = {
  issue,
  read: async (context, jar, update) => {
    const { held: found, didThrow } = await loadToken(context, jar)
    if (found === null)
      return { session: null, cookies: didThrow || hasInjectedCookie(context, jar) ? [] : forget(context, jar) }
    const held = await keep(context, found, update)
    // The cookie stays: by now the browser may hold the one of whoever has just proven the address, and a copy of the database that
    // is behind does not know the user yet. It is judged anew each time, so it is of no more use to anybody.
    if (held === null) return { session: null, cookies: [] }
    try {
      return await view(context, jar, held, update)
    } catch (error) {
      // The owner's callback failed, which is no reason to sign anybody out: the cookie stays.
      throw failed(error)
    }
  },
  findCurrentUser: async (context, jar) => {
    const { held } = await loadToken(context, jar)
    return held === null ? null : toHolder(context, held)
  },
  end: async (context, jar) => {
    if (ownTokens(context, jar).length === 0 && findLegacyTokens(context, jar).length === 0) return forget(context, jar)
    await context.config.emit('signOut', { token: (await loadToken(context, jar)).held?.claims ?? null })
    return forget(context, jar)
  },
}
