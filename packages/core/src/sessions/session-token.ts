import type { AuthContext } from '../config/engine-types.ts'
import { oncePer } from '../base/async.ts'
import { toHex } from '../base/bytes.ts'
import { isObject, parseJson } from '../base/json.ts'
import { MINUTE, toSeconds, isTokenCurrent, isTooOld } from '../base/time.ts'
import { isRow } from '../store/rows.ts'
import type { Cookie, JWT, JWTOptions } from '../types/index.ts'
import { writeChunked, type CookieJar } from '../web/cookies.ts'
import { findLegacyTokens, findSingle, ownTokens } from './session-cookie.ts'
import { fromCacheText, joinClaims, splitClaims, toCacheText, type SessionClaims } from './session-claims.ts'
import { expiryFromNow } from './session-view.ts'

/** One string or several, as the config has it: a custom codec may pass it on to a library that tells them apart. */
const secretOf = ({ secrets, isOneSecret }: AuthContext['config']['token']): string | readonly string[] => {
  const [first = '', ...more] = secrets.map((secret) => secret.reveal())
  return isOneSecret ? first : [first, ...more]
}

const cache = ({ config, cookies }: AuthContext, token: string, session: SessionClaims): void => {
  if (config.session.cookieCacheSize > 0) config.session.cacheOf(cookies.sessionToken).set(token, toCacheText(session))
}

/** Seal a session and write it to its cookies. The claims `iat`, `exp` and `jti` get new values. `authTime` is in seconds. */
export const writeToken = async (
  context: AuthContext,
  jar: CookieJar,
  session: SessionClaims,
  authTime: number,
): Promise<{ cookies: readonly Cookie[]; expires: Date }> => {
  const { token: options } = context.config
  const { name: salt, options: attributes } = context.cookies.sessionToken
  const now = context.runtime.now()
  const expires = new Date(expiryFromNow(context, options.maxAge, authTime))
  const maxAge = (expires.getTime() - now) / 1000
  const write = (token: string) => ({ cookies: writeChunked(jar, salt, token, { ...attributes, expires }), expires })
  if (options.encode !== undefined)
    return write(
      await options.encode({
        ...options.written,
        token: joinClaims(session, authTime),
        secret: secretOf(options),
        maxAge,
        salt,
      }),
    )
  const iat = toSeconds(now)
  const jti = toHex(context.runtime.random(16))
  const claims = { ...joinClaims(session, authTime), iat, exp: iat + Math.floor(maxAge), jti }
  const token = await options.keyring.seal(salt, JSON.stringify(claims))
  cache(context, token, splitClaims(claims))
  return write(token)
}

const isClaims = (value: unknown): value is JWT => isObject(value)

/** Whether a token is current, and the user signed in recently enough. `now` is in seconds. */
const isCurrent = ({ session }: AuthContext['config'], claims: JWT, now: number): boolean =>
  isTokenCurrent(claims, now) && !isTooOld(claims, session.absoluteMaxAge, now)

const openToken = async (context: AuthContext, token: string): Promise<SessionClaims | null> => {
  const { config, cookies } = context
  const cached = config.session.cacheOf(cookies.sessionToken).get(token)
  if (cached !== undefined) return fromCacheText(cached)
  const plaintext = await config.token.keyring.open(cookies.sessionToken.name, token)
  const claims = plaintext === null ? undefined : parseJson(plaintext)
  if (!isClaims(claims)) return null
  const session = splitClaims(claims)
  cache(context, token, session)
  return session
}

const lastWarning = oncePer((_runtime: object) => ({ at: Number.NEGATIVE_INFINITY }))

/** Warn once a minute at most: any client can send a token that makes the codec throw. */
const logThrow = ({ config: { logger }, runtime }: AuthContext, error: unknown): void => {
  const name = error instanceof Error ? error.name : typeof error
  logger.debug('jwt.decode threw', { name })
  const last = lastWarning(runtime)
  const now = runtime.now()
  if (now - last.at < MINUTE * 1000) return
  last.at = now
  logger.warn('jwt-decode-threw', `decode threw "${name}": it cannot open a token, or something that it needs is down`)
}

/** A session in a cookie. */
export interface LoadedToken extends SessionClaims {
  /** Whether it came in a legacy cookie, so that our cookie must be written. */
  readonly isLegacy: boolean
}

/** The session of the browser. `didThrow`: a custom codec threw; what it needs may be down, so the cookie must stay. */
export const loadToken = async (
  context: AuthContext,
  jar: CookieJar,
): Promise<{ readonly loaded: LoadedToken | null; readonly didThrow: boolean }> => {
  const { token: options, legacySessions, session } = context.config
  const now = (): number => context.runtime.now() / 1000
  let didThrow = false
  const decodeWith = async (decode: JWTOptions['decode'], token: string, salt: string): Promise<JWT | null> => {
    try {
      const claims: unknown = await decode({ ...options.written, token, secret: secretOf(options), salt })
      return isRow(claims) ? claims : null
    } catch (error) {
      didThrow = true
      logThrow(context, error)
      return null
    }
  }
  const open = async (token: string): Promise<LoadedToken | null> => {
    const { decode } = options
    if (decode === undefined) {
      const opened = await openToken(context, token)
      return opened !== null && isCurrent(context.config, opened.claims, now()) ? { ...opened, isLegacy: false } : null
    }
    const claims = await decodeWith(decode, token, context.cookies.sessionToken.name)
    // A custom codec checks expiry itself: its claims may have no `exp`.
    const isOver = claims === null || isTooOld(claims, session.absoluteMaxAge, now())
    return isOver ? null : { ...splitClaims(claims), isLegacy: false }
  }
  const openLegacy = async (): Promise<LoadedToken | null> => {
    const decode = legacySessions?.decode
    if (decode === undefined) return null
    for (const { name, token } of findLegacyTokens(context, jar)) {
      const claims = await decodeWith(decode, token, name)
      if (claims !== null && isCurrent(context.config, claims, now())) return { claims, isLegacy: true }
    }
    return null
  }
  return { loaded: await findSingle(ownTokens(context, jar), open, openLegacy), didThrow }
}
