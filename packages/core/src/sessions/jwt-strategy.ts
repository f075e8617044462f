import type { SessionResult } from '../types/auth-instance.ts'
import type { AuthContext } from '../config/engine-types.ts'
import { once, whenReady } from '../base/async.ts'
import { copyJson } from '../base/json.ts'
import { findAuthTime, toSeconds } from '../base/time.ts'
import type { JWT } from '../types/jwt.ts'
import type { CookieJar } from '../web/cookies.ts'
import { clearInvalid, clearSession, dropLegacyCookies } from './session-cookie.ts'
import { loadToken, writeToken, type LoadedToken } from './session-token.ts'
import {
  type SessionStrategy,
  type SessionUpdate,
  isRenewalDue,
  limitExpiry,
  readClaims,
  showSession,
  toSessionError,
} from './session-view.ts'
import type { Renewal } from './token-user.ts'

/** The claims that sealing sets. */
const SET_BY_SEALING: ReadonlySet<string> = new Set(['iat', 'exp', 'jti', 'auth_time'])

/** Whether a callback changed a claim. Text is compared only where the values differ. */
const hasChanged = (before: JWT, after: JWT): boolean => {
  const differs = (name: string): boolean =>
    before[name] !== after[name] &&
    !SET_BY_SEALING.has(name) &&
    JSON.stringify(before[name]) !== JSON.stringify(after[name])
  return Object.keys(before).some(differs) || Object.keys(after).some(differs)
}

const refresh = (context: AuthContext, claims: JWT, update: SessionUpdate | undefined) => {
  // Outside a sign-in there is neither a user nor an account, although the published type of the callback demands them.
  const jwt = context.config.callbacks.jwt as (params: object) => unknown
  const trigger = update === undefined ? undefined : { trigger: 'update' }
  return whenReady(jwt({ token: copyJson(claims), session: update?.data, ...trigger }), (returned) => {
    const token = readClaims(returned)
    return { token, isChanged: token !== null && hasChanged(claims, token) }
  })
}

/** Whether the token was written, or its user looked up, so long ago that it must be done again. */
const isOld = (context: AuthContext, { claims: { iat }, user }: LoadedToken): boolean => {
  if (typeof iat !== 'number') return true
  const isLookedUp = user !== undefined && context.config.adapter?.getUser !== undefined
  // The look-up has its own time: a `jwt` callback that changes the token often writes it often.
  return isRenewalDue(context, isLookedUp ? Math.min(iat, user.checkedAt) : iat)
}

const view = async (
  context: AuthContext,
  jar: CookieJar,
  { claims, user, isLegacy }: LoadedToken,
  writes: 'always' | 'changes' | 'never',
  update: SessionUpdate | undefined,
): Promise<SessionResult> => {
  const { runtime, config } = context
  const updated = update?.claims === undefined ? claims : { ...claims, ...update.claims }
  // Without a renewal, what the callback returns would be lost, such as a refresh token that was rotated.
  const isRefreshed = writes !== 'never' && config.callbacks.jwt !== undefined
  const { token, isChanged } = isRefreshed
    ? await refresh(context, updated, update)
    : { token: updated, isChanged: false }
  if (token === null) return { session: null, cookies: clearSession(context, jar) }
  const now = runtime.now()
  const authTime = findAuthTime(claims)
  const written =
    writes === 'always' || isChanged || update !== undefined
      ? await writeToken(context, jar, { claims: token, user }, authTime ?? toSeconds(now))
      : undefined
  const exp = typeof claims.exp === 'number' ? claims.exp * 1000 : now + config.token.maxAge * 1000
  const expires = written?.expires ?? limitExpiry(context, exp, authTime)
  const { name, email, picture: image } = token
  const session = await showSession(context, { name, email, image }, expires, { token }, update)
  if (session !== null) await config.emit('session', { session, token })
  const dropped = isLegacy && written === undefined ? [] : dropLegacyCookies(context, jar)
  return { session, cookies: [...dropped, ...(written?.cookies ?? [])] }
}

/** The session of a browser whose user has just verified the address, which ends other sessions. */
const asVerified = ({ user, ...loaded }: LoadedToken): LoadedToken => ({
  ...loaded,
  user: user && { ...user, checkedAt: Math.max(user.checkedAt, 1), unverified: undefined },
})

/** Loaded with the first look-up of a user: most session checks make none. */
const loadTokenUser = once(() => import('./token-user.ts'))

/** Read the session. With a `renewal` the token is written again; unless `renews` nothing is written. */
const readToken = async (
  context: AuthContext,
  jar: CookieJar,
  update: SessionUpdate | undefined,
  renewal?: Renewal,
  renews: () => boolean = () => true,
): Promise<SessionResult> => {
  const { loaded: opened, didThrow } = await loadToken(context, jar)
  if (opened === null) return { session: null, cookies: didThrow ? [] : clearInvalid(context, jar) }
  const loaded = update?.isEmailProof === true ? asVerified(opened) : opened
  // A look-up writes nothing, so it is also made without a renewal: otherwise a revoked session could be read until it expires.
  const isDue = renewal !== undefined || !renews() || loaded.isLegacy || isOld(context, loaded)
  const isChecked = isDue || loaded.user?.unverified !== undefined
  const hasUser = loaded.user !== undefined && context.config.adapter?.getUser !== undefined
  const checked =
    isChecked && hasUser ? await (await loadTokenUser()).checkTokenUser(context, loaded, renewal) : undefined
  // The cookie stays: the browser may have a newer one, and a replica of the database may not have the user yet. Each
  // request checks again, so the cookie cannot be used to sign in.
  if (checked === 'over') return { session: null, cookies: [] }
  // If the look-up failed, the session keeps its expiry, and the next request asks again.
  const isUnknown = checked === 'unknown'
  const session = isUnknown || checked === undefined ? loaded : { ...loaded, user: checked }
  try {
    const writes = !renews() ? 'never' : isDue && !isUnknown ? 'always' : 'changes'
    return await view(context, jar, session, writes, update)
  } catch (error) {
    // A callback failed, so the user stays signed in: the cookie stays.
    throw toSessionError(error)
  }
}

/** Loaded with the first sign-in: a session check does not need them. */
const loadSteps = once(() => import('./token-session.ts'))

export const jwtStrategy: SessionStrategy = {
  issue: async (...args) => (await loadSteps()).issueToken(...args),
  read: (context, jar, update, renews) => readToken(context, jar, update, undefined, renews),
  renew: async (context, request, update, revocation) => {
    const { session, cookies } = await readToken(context, request.cookies, update, { revocation })
    return session === null ? [] : cookies
  },
  findCurrentUser: async (...args) => (await loadSteps()).findTokenOwner(...args),
  end: async (...args) => (await loadSteps()).endTokenSession(...args),
}
