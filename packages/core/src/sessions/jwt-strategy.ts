import type { AuthContext } from '../config/engine-types.ts'
import { defined } from '../base/json.ts'
import { causeOf, AuthError } from '../errors/auth-error.ts'
import { authError } from '../errors/error-classes.ts'
import type { Cookie, JWT } from '../types/index.ts'
import { writeChunked, type CookieJar } from '../web/cookies.ts'
import {
  clearLegacyCookies,
  clearSession,
  dropLegacyCookies,
  findLegacyTokens,
  hasInjectedCookie,
  ownTokens,
} from './session-cookie.ts'
import { loadToken, sealToken, type LoadedToken } from './session-token.ts'
import {
  type SessionStrategy,
  type SessionUpdate,
  type SessionView,
  isRenewalDue,
  readClaims,
  showSession,
} from './session-view.ts'
import { findSuperseded, findUnverified, joinClaims, type SessionClaims } from './unverified-session.ts'

const toSessionError = (error: unknown): AuthError =>
  error instanceof AuthError ? error : authError('JWTSessionError', 'A jwt or session callback threw', causeOf(error))

const write = async (
  context: AuthContext,
  jar: CookieJar,
  claims: SessionClaims,
): Promise<{ cookies: readonly Cookie[]; expires: Date }> => {
  const { token, expires } = await sealToken(context, joinClaims(claims))
  const { name, options } = context.cookies.session
  return { cookies: writeChunked(jar, name, token, { ...options, expires }), expires }
}

const issue: SessionStrategy['issue'] = async (context, jar, newSession) => {
  const { user, account, profile, isNewUser } = newSession
  const claims = defined({
    name: user.name,
    email: user.email,
    picture: user.image,
    sub: user.id === undefined ? undefined : String(user.id),
  })
  const trigger = isNewUser === true ? 'signUp' : 'signIn'
  // Read before the callback runs: if the address is verified during the callback, that verification ends this session.
  const unverified = await findUnverified(context, newSession)
  try {
    const params = defined({ token: claims, user, account, profile, isNewUser, trigger } as const)
    const token = readClaims(await context.config.callbacks.jwt(params))
    if (token === null) return clearSession(context, jar)
    const { cookies } = await write(context, jar, { claims: token, unverified })
    return [...clearLegacyCookies(context, jar), ...cookies]
  } catch (error) {
    throw toSessionError(error)
  }
}

/** The claims as text, without those that sealing sets. It shows whether a callback changed a claim. */
const fingerprint = ({ iat: _iat, exp: _exp, jti: _jti, ...claims }: JWT): string => JSON.stringify(claims)

/** The claims that the `jwt` callback returns for an existing session. */
const refresh = async (
  context: AuthContext,
  claims: JWT,
  update: SessionUpdate | undefined,
): Promise<{ readonly token: JWT | null; readonly isChanged: boolean }> => {
  if (!context.config.definedCallbacks.jwt) return { token: claims, isChanged: false }
  const before = fingerprint(claims)
  // Outside a sign-in there is neither a user nor an account, although the published type of the callback demands them.
  const jwt = context.config.callbacks.jwt as (params: object) => unknown
  const trigger = update === undefined ? undefined : { trigger: 'update' }
  const token = readClaims(await jwt({ token: { ...claims }, session: update?.data, ...trigger }))
  return { token, isChanged: token !== null && fingerprint(token) !== before }
}

const expiryOf = (context: AuthContext, { exp }: JWT): Date =>
  new Date(typeof exp === 'number' ? exp * 1000 : context.runtime.now() + context.config.token.maxAge * 1000)

const view = async (
  context: AuthContext,
  jar: CookieJar,
  { claims, isLegacy, unverified }: LoadedToken,
  update: SessionUpdate | undefined,
): Promise<SessionView> => {
  const { token, isChanged } = await refresh(
    context,
    update?.claims === undefined ? claims : { ...claims, ...update.claims },
    update,
  )
  if (token === null) return { session: null, cookies: clearSession(context, jar) }
  const isDue = typeof claims.iat !== 'number' || isRenewalDue(context, claims.iat)
  const isWritten = isLegacy || isChanged || update !== undefined || isDue
  const written = isWritten ? await write(context, jar, { claims: token, unverified }) : undefined
  const expires = written?.expires ?? expiryOf(context, claims)
  const { name, email, picture: image } = token
  const session = await showSession(context, { name, email, image }, expires, { token }, update)
  if (session !== null) await context.config.emit('session', { session, token })
  return { session, cookies: [...dropLegacyCookies(context, jar), ...(written?.cookies ?? [])] }
}

/** Whether a verification of the address ended the session. If the database fails, this throws and the cookie stays. */
const isSuperseded = async (context: AuthContext, loaded: LoadedToken): Promise<boolean> => {
  try {
    return (await findSuperseded(context, loaded)).isOver
  } catch (error) {
    throw authError('SessionTokenError', 'The session could not be read', causeOf(error))
  }
}

const read: SessionStrategy['read'] = async (context, jar, update) => {
  const { loaded, didThrow } = await loadToken(context, jar)
  if (loaded === null)
    return { session: null, cookies: didThrow || hasInjectedCookie(context, jar) ? [] : clearSession(context, jar) }
  const isProof = update?.isEmailProof === true
  // The cookie stays: the browser may have a newer one by now, and a replica of the database may not have the user yet. Each
  // request checks again, so the cookie cannot be used to sign in.
  if (!isProof && (await isSuperseded(context, loaded))) return { session: null, cookies: [] }
  try {
    return await view(context, jar, isProof ? { ...loaded, unverified: undefined } : loaded, update)
  } catch (error) {
    // A callback failed, so the user stays signed in: the cookie stays.
    throw toSessionError(error)
  }
}

/** Sessions in an encrypted cookie. */
export const jwtStrategy: SessionStrategy = {
  issue,
  read,
  findCurrentUser: async (context, jar) => {
    const { loaded } = await loadToken(context, jar)
    if (loaded === null) return null
    const { isOver, user } = await findSuperseded(context, loaded)
    const { sub } = loaded.claims
    if (isOver || typeof sub !== 'string') return null
    return user?.id === sub ? { userId: sub, user } : { userId: sub }
  },
  end: async (context, jar) => {
    if (ownTokens(context, jar).length > 0 || findLegacyTokens(context, jar).length > 0) {
      const { loaded } = await loadToken(context, jar)
      await context.config.emit('signOut', { token: loaded?.claims ?? null })
    }
    return clearSession(context, jar)
  },
}
