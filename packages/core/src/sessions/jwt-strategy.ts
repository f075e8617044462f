import type { AuthContext } from '../config/engine-types.ts'
import { defined } from '../base/json.ts'
import { causeOf, AuthError } from '../errors/auth-error.ts'
import { authError } from '../errors/error-classes.ts'
import { findAuthTime, toSeconds } from '../base/time.ts'
import type { AdapterUser } from '../types/adapter.ts'
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
import { findUserId } from './session-claims.ts'
import { loadToken, writeToken, type LoadedToken } from './session-token.ts'
import {
  type Renewal,
  type SessionResult,
  type SessionStrategy,
  type SessionUpdate,
  isRenewalDue,
  readClaims,
  showSession,
} from './session-view.ts'
import { checkTokenUser, findTokenUser, isRevoked, isUserCheckDue } from './token-user.ts'
import { findOwnClaims, findSuperseded } from './unverified-session.ts'

const toSessionError = (error: unknown): AuthError =>
  error instanceof AuthError ? error : authError('JWTSessionError', 'A jwt or session callback threw', causeOf(error))

const issue: SessionStrategy['issue'] = async (context, jar, newSession) => {
  const { user, callbackUser = user, account, profile, isNewUser } = newSession
  const authTime = newSession.continues?.authTime ?? toSeconds(context.runtime.now())
  const claims = defined({
    name: user.name,
    email: user.email,
    picture: user.image,
    sub: user.id === undefined ? undefined : String(user.id),
    auth_time: authTime,
  })
  const trigger = isNewUser === true ? 'signUp' : 'signIn'
  // Read before the callback runs: if the address is verified during the callback, that verification ends this session.
  const own = await findOwnClaims(context, newSession)
  try {
    const params = defined({ token: claims, user: callbackUser, account, profile, isNewUser, trigger } as const)
    const { callbacks } = context.config
    const token = callbacks.jwt === undefined ? params.token : readClaims(await callbacks.jwt(params))
    if (token === null) return clearSession(context, jar)
    const signedInAs = own.user !== undefined || token.sub === claims.sub ? undefined : claims.sub
    const { cookies } = await writeToken(context, jar, { claims: token, ...own, signedInAs }, authTime)
    return [...clearLegacyCookies(context, jar), ...cookies]
  } catch (error) {
    throw toSessionError(error)
  }
}

/** The claims as text, without those that sealing sets. It shows whether a callback changed a claim. */
const fingerprint = ({ iat: _iat, exp: _exp, jti: _jti, auth_time: _authTime, ...claims }: JWT): string =>
  JSON.stringify(claims)

/** The claims that the `jwt` callback returns for an existing session. */
const refresh = async (context: AuthContext, claims: JWT, update: SessionUpdate | undefined) => {
  // Outside a sign-in there is neither a user nor an account, although the published type of the callback demands them.
  const jwt = context.config.callbacks.jwt as ((params: object) => unknown) | undefined
  if (jwt === undefined) return { token: claims, isChanged: false }
  const before = fingerprint(claims)
  const trigger = update === undefined ? undefined : { trigger: 'update' }
  const token = readClaims(await jwt({ token: { ...claims }, session: update?.data, ...trigger }))
  return { token, isChanged: token !== null && fingerprint(token) !== before }
}

/** Whether the token was written, or its user looked up, so long ago that it must be done again. */
const isOld = (context: AuthContext, { claims: { iat }, user }: LoadedToken): boolean => {
  if (typeof iat !== 'number') return true
  const isLookedUp = user !== undefined && context.config.adapter?.getUser !== undefined
  return isRenewalDue(context, isLookedUp ? Math.min(iat, user.checkedAt) : iat)
}

const view = async (
  context: AuthContext,
  jar: CookieJar,
  loaded: LoadedToken,
  writes: 'always' | 'changes' | 'never',
  update: SessionUpdate | undefined,
): Promise<SessionResult> => {
  const { claims, unverified, user } = loaded
  const updated = update?.claims === undefined ? claims : { ...claims, ...update.claims }
  const { token, isChanged } = await refresh(context, updated, update)
  if (token === null) return { session: null, cookies: clearSession(context, jar) }
  const { runtime, config } = context
  const now = runtime.now()
  const authTime = findAuthTime(claims)
  const userId = findUserId(loaded)
  const signedInAs = user !== undefined || token.sub === userId ? undefined : userId
  const written =
    writes === 'always' || (writes === 'changes' && (isChanged || update !== undefined))
      ? await writeToken(context, jar, { claims: token, unverified, user, signedInAs }, authTime ?? toSeconds(now))
      : undefined
  const exp = typeof claims.exp === 'number' ? claims.exp * 1000 : now + config.token.maxAge * 1000
  const end = authTime === undefined ? exp : Math.min(exp, (authTime + config.session.absoluteMaxAge) * 1000)
  const { name, email, picture: image } = token
  const shown = { name, email, image }
  const session = await showSession(context, shown, written?.expires ?? new Date(end), { token }, update)
  if (session !== null) await config.emit('session', { session, token })
  return { session, cookies: [...dropLegacyCookies(context, jar), ...(written?.cookies ?? [])] }
}

/** Read the session. With a `renewal` the token is written again. */
const readToken = async (
  context: AuthContext,
  jar: CookieJar,
  update: SessionUpdate | undefined,
  renewal?: Renewal,
): Promise<SessionResult> => {
  const { loaded, didThrow } = await loadToken(context, jar)
  if (loaded === null) return { session: null, cookies: didThrow ? [] : clearInvalid(context, jar) }
  const isEmailProof = update?.isEmailProof === true
  // The cookie stays: the browser may have a newer one by now, and a replica of the database may not have the user yet. Each
  // request checks again, so the cookie cannot be used to sign in.
  const over: SessionResult = { session: null, cookies: [] }
  let known: AdapterUser | undefined
  try {
    const superseded = isEmailProof ? undefined : await findSuperseded(context, loaded)
    if (superseded?.isOver === true) return over
    known = superseded?.user
  } catch (error) {
    throw authError('SessionTokenError', 'The session could not be read', causeOf(error))
  }
  const isDue = renewal !== undefined || loaded.isLegacy || isOld(context, loaded)
  const isChecked = renewal !== undefined || (isDue && isUserCheckDue(context, loaded))
  const check = isChecked ? await checkTokenUser(context, loaded, known, renewal?.revocation) : undefined
  if (check?.state === 'over') return over
  const token = check?.state === 'current' ? { ...loaded, ...check.session } : loaded
  // If the database did not say whether the user still exists, the session keeps its expiry, and the next request asks again. A
  // token of another library is not written either: as one of ours, without a user, it would never be looked up.
  const isRenewed = check === undefined ? isDue : check.state === 'current'
  const isUnknown = check?.state === 'unknown' && loaded.user === undefined
  const writes = isRenewed ? 'always' : isUnknown ? 'never' : 'changes'
  try {
    return await view(context, jar, isEmailProof ? { ...token, unverified: undefined } : token, writes, update)
  } catch (error) {
    // A callback failed, so the user stays signed in: the cookie stays.
    throw toSessionError(error)
  }
}

/**
 * The user of the session. A session that names a database user counts only if that user exists and did not revoke it. A token of
 * another library does not say whether the database has the user, so look it up.
 */
const findCurrentUser: SessionStrategy['findCurrentUser'] = async (context, jar) => {
  const { loaded } = await loadToken(context, jar)
  if (loaded === null) return null
  const superseded = await findSuperseded(context, loaded)
  const { claims } = loaded
  const userId = findUserId(loaded)
  if (superseded.isOver || typeof userId !== 'string') return null
  const { adapter } = context.config
  const user = adapter?.getUser === undefined ? null : await findTokenUser(adapter, loaded, superseded.user)
  const isOver = user === null ? adapter?.getUser !== undefined && loaded.user !== undefined : isRevoked(loaded, user)
  return isOver ? null : { userId, claims, authTime: findAuthTime(claims), ...(user?.id === userId ? { user } : {}) }
}

/** Sessions in an encrypted cookie. */
export const jwtStrategy: SessionStrategy = {
  issue,
  read: readToken,
  renew: async (context, jar, renewal) => {
    const { session, cookies } = await readToken(context, jar, renewal.update, renewal)
    return session === null ? [] : cookies
  },
  findCurrentUser,
  end: async (context, jar) => {
    if (ownTokens(context, jar).length > 0 || findLegacyTokens(context, jar).length > 0) {
      const { loaded } = await loadToken(context, jar)
      await context.config.emit('signOut', { token: loaded?.claims ?? null })
    }
    return clearSession(context, jar)
  },
}
