import { warnOnce } from '../config/config-warnings.ts'
import type { CookieDefinition } from '../config/cookie-set.ts'
import type { AuthContext } from '../config/engine-types.ts'
import { oncePer, whenReady, type Awaitable } from '../base/async.ts'
import { BoundedMap } from '../base/bounded-map.ts'
import { toHex } from '../base/bytes.ts'
import { isRow, isObject, parseJson } from '../base/json.ts'
import { MINUTE, toSeconds, isTokenCurrent, isTooOld } from '../base/time.ts'
import { sharedRuntime } from '../runtime/engine.ts'
import type { JWTOptions } from '../types/index.ts'
import type { CookieJar } from '../web/cookies.ts'
import { canBeToken, findSession, writeSession } from './session-cookie.ts'
import { copyClaims, joinClaims, splitClaims, type SessionClaims } from './session-claims.ts'
import { limitExpiry } from './session-view.ts'

/** Characters. A longer token counts as several, so that a full cache of 1000 tokens stays below about 16 MB. */
const COUNTED = 4096

/** Characters at the end of a token, by which the cache finds it. They are its authentication tag. */
const TAG = 22

interface OpenedToken {
  readonly token: string
  readonly session: SessionClaims
}

const sizeOf = ({ token }: OpenedToken): number => Math.ceil(token.length / COUNTED)

/** The cache of the tokens of a cookie. A token is sealed for the name of its cookie. */
const cacheOf = oncePer(({ cookieCacheSize }: AuthContext['config']['session']) =>
  oncePer((_cookie: CookieDefinition) => new BoundedMap<string, OpenedToken>(cookieCacheSize, sizeOf)),
)

/** Seal a session and write its cookies. `iat`, `exp` and `jti` get new values. `authTime` is in seconds. */
export const writeToken = async (context: AuthContext, jar: CookieJar, session: SessionClaims, authTime: number) => {
  const { token: options } = context.config
  const salt = context.cookies.sessionToken.name
  const now = context.runtime.now()
  const expires = limitExpiry(context, now + options.maxAge * 1000, authTime)
  const maxAge = (expires.getTime() - now) / 1000
  const write = (token: string) => ({ cookies: writeSession(context, jar, token, expires), expires })
  const joined = joinClaims(session, authTime)
  if (options.encode !== undefined)
    return write(await options.encode({ ...options.codecOptions(), token: joined, maxAge, salt }))
  const iat = toSeconds(now)
  const claims = { ...joined, iat, exp: iat + Math.floor(maxAge), jti: toHex(context.runtime.random(16)) }
  return write(await options.keyring.seal(salt, JSON.stringify(claims)))
}

const openToken = ({ config, cookies }: AuthContext, token: string): Awaitable<SessionClaims | null> => {
  const cache = cacheOf(config.session)(cookies.sessionToken)
  const tag = token.slice(-TAG)
  const cached = cache.get(tag)
  if (cached?.token === token) return copyClaims(cached.session)
  return whenReady(config.token.keyring.open(cookies.sessionToken.name, token), (plaintext) => {
    const claims = plaintext === null ? undefined : parseJson(plaintext)
    if (!isObject(claims)) return null
    const session = splitClaims(claims)
    // Only tokens that were opened: an attacker must not fill the cache with forged ones.
    if (config.session.cookieCacheSize > 0) cache.set(tag, { token, session: copyClaims(session) })
    return session
  })
}

const lastWarning = oncePer((_runtime: object) => ({ at: Number.NEGATIVE_INFINITY }))

/** Warn once a minute at most: any client can send a token that makes the codec throw. */
const logThrow = ({ config: { logger }, runtime }: AuthContext, error: unknown): void => {
  const name = error instanceof Error ? error.name : typeof error
  logger.debug('jwt.decode threw', { name })
  const last = lastWarning(sharedRuntime(runtime))
  const now = runtime.now()
  if (now - last.at < MINUTE * 1000) return
  last.at = now
  logger.warn('jwt-decode-threw', `decode threw "${name}": it cannot open a token, or something that it needs is down`)
}

/** Warns once, because any client can send such a cookie: a developer or all users are signed out after the secret changed. */
const warnUnread = ({ config: { logger }, runtime }: AuthContext, cookie: string, why: string): void => {
  const hint = 'AUTH_SECRET may have changed, or another application on this host has set it: ports share cookies'
  const text = why === 'expired' ? 'it has expired' : `${why}. ${hint}`
  warnOnce(sharedRuntime(runtime), logger, [['session-unread', `The cookie ${cookie} was not accepted: ${text}`]])
}

export interface LoadedToken extends SessionClaims {
  /** Whether it came in a legacy cookie, so that our cookie must be written. */
  readonly isLegacy: boolean
}

/** The session of the browser. `didThrow`: a custom codec threw; what it needs may be down, so the cookie must stay. */
export const loadToken = (context: AuthContext, jar: CookieJar) => {
  const { token: options, legacySessions, session } = context.config
  const now = context.runtime.now() / 1000
  let didThrow = false
  const decodeWith = async (decode: JWTOptions['decode'], token: string, salt: string) => {
    if (!canBeToken(token)) return null
    try {
      const claims: unknown = await decode({ ...options.codecOptions(), token, salt })
      return isRow(claims) ? splitClaims(claims) : null
    } catch (error) {
      didThrow = true
      logThrow(context, error)
      return null
    }
  }
  const open = (token: string, legacyCookie?: string): Awaitable<LoadedToken | null> => {
    const isLegacy = legacyCookie !== undefined
    const codec = isLegacy ? legacySessions?.decode : options.decode
    if (isLegacy && codec === undefined) return null
    const opening =
      codec === undefined
        ? openToken(context, token)
        : decodeWith(codec, token, legacyCookie ?? context.cookies.sessionToken.name)
    const cookie = legacyCookie ?? context.cookies.sessionToken.name
    const refuse = (why: string, warnsInProduction = false): null => {
      context.runtime.trace?.('session cookie', { name: cookie, opened: false, why })
      if (warnsInProduction || context.runtime.isDevelopment === true) warnUnread(context, cookie, why)
      return null
    }
    return whenReady(opening, (opened) => {
      if (opened === null)
        return refuse('it was changed, or sealed with a secret that is not configured', codec === undefined)
      if (isTooOld(opened.claims, session.absoluteMaxAge, now)) return refuse('older than session.absoluteMaxAge')
      // The own codec of the application checks expiry itself: its claims may have no `exp`.
      const isCurrent = (codec !== undefined && !isLegacy) || isTokenCurrent(opened.claims, now)
      if (!isCurrent) return refuse('expired')
      context.runtime.trace?.('session cookie', { name: cookie, opened: true })
      return { ...opened, isLegacy }
    })
  }
  return whenReady(findSession(context, jar, open), (loaded) => ({ loaded, didThrow }))
}
