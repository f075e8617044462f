import type { AuthContext } from '../config/engine-types.ts'
import { defined } from '../base/json.ts'
import { causeOf, AuthError } from '../errors/auth-error.ts'
import { authError } from '../errors/error-classes.ts'
import type { JWT } from '../types/jwt.ts'
import type { CookieJar } from '../web/cookies.ts'
import {
  clearInvalid,
  clearLegacyCookies,
  clearSession,
  dropLegacyCookies,
  findLegacyTokens,
  ownTokens,
} from './session-cookie.ts'
import { loadToken, writeToken, type LoadedToken } from './session-token.ts'
import {
  type SessionResult,
  type SessionStrategy,
  type SessionUpdate,
  isRenewalDue,
  readClaims,
  showSession,
} from './session-view.ts'
import { findSuperseded, findUnverified } from './unverified-session.ts'

const toSessionError = (error: unknown): AuthError =>
  error instanceof AuthError ? error : authError('JWTSessionError', 'A jwt or session callback threw', causeOf(error))

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
    const userId = token.sub === claims.sub ? undefined : claims.sub
    const { cookies } = await writeToken(context, jar, { claims: token, unverified, userId })
    return [...clearLegacyCookies(context, jar), ...cookies]
  } catch (error) {
    throw toSessionError(error)
  }
}

/** The claims as text, without those that sealing sets. It shows whether a callback changed a claim. */
const fingerprint = ({ iat: _iat, exp: _exp, jti: _jti, ...claims }: JWT): string => JSON.stringify(claims)

/** The claims that the `jwt` callback returns for an existing session. */
const refresh = async (context: AuthContext, claims: JWT, update: SessionUpdate | undefined) => {
  if (!context.config.definedCallbacks.jwt) return { token: claims, isChanged: false }
  const before = fingerprint(claims)
  // Outside a sign-in there is neither a user nor an account, although the published type of the callback demands them.
  const jwt = context.config.callbacks.jwt as (params: object) => unknown
  const trigger = update === undefined ? undefined : { trigger: 'update' }
  const token = readClaims(await jwt({ token: { ...claims }, session: update?.data, ...trigger }))
  return { token, isChanged: token !== null && fingerprint(token) !== before }
}

const view = async (
  context: AuthContext,
  jar: CookieJar,
  { claims, isLegacy, unverified, userId: signedInAs }: LoadedToken,
  update: SessionUpdate | undefined,
): Promise<SessionResult> => {
  const updated = update?.claims === undefined ? claims : { ...claims, ...update.claims }
  const { token, isChanged } = await refresh(context, updated, update)
  if (token === null) return { session: null, cookies: clearSession(context, jar) }
  const { iat, exp } = claims
  const isDue = typeof iat !== 'number' || isRenewalDue(context, iat)
  const isWritten = isLegacy || isChanged || update !== undefined || isDue
  const userId = signedInAs ?? (token.sub === claims.sub ? undefined : claims.sub)
  const written = isWritten ? await writeToken(context, jar, { claims: token, unverified, userId }) : undefined
  const { runtime, config } = context
  const end = typeof exp === 'number' ? exp * 1000 : runtime.now() + config.token.maxAge * 1000
  const { name, email, picture: image } = token
  const shown = { name, email, image }
  const session = await showSession(context, shown, written?.expires ?? new Date(end), { token }, update)
  if (session !== null) await config.emit('session', { session, token })
  return { session, cookies: [...dropLegacyCookies(context, jar), ...(written?.cookies ?? [])] }
}

const read: SessionStrategy['read'] = async (context, jar, update) => {
  const { loaded, didThrow } = await loadToken(context, jar)
  if (loaded === null) return { session: null, cookies: didThrow ? [] : clearInvalid(context, jar) }
  const isProof = update?.isEmailProof === true
  try {
    // The cookie stays: the browser may have a newer one by now, and a replica of the database may not have the user yet. Each
    // request checks again, so the cookie cannot be used to sign in.
    if (!isProof && (await findSuperseded(context, loaded)).isOver) return { session: null, cookies: [] }
  } catch (error) {
    throw authError('SessionTokenError', 'The session could not be read', causeOf(error))
  }
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
    const { claims } = loaded
    // A callback may give the session another `sub`. That does not change who signed in.
    const userId = loaded.userId ?? claims.sub
    if (isOver || typeof userId !== 'string') return null
    return user?.id === userId ? { userId, user, claims } : { userId, claims }
  },
  end: async (context, jar) => {
    if (ownTokens(context, jar).length > 0 || findLegacyTokens(context, jar).length > 0) {
      const { loaded } = await loadToken(context, jar)
      await context.config.emit('signOut', { token: loaded?.claims ?? null })
    }
    return clearSession(context, jar)
  },
}
