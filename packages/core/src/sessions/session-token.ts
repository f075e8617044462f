import type { AuthContext } from '../config/engine-types.ts'
import { toHex } from '../base/bytes.ts'
import { isObject, parseJson } from '../base/json.ts'
import { oncePer } from '../base/async.ts'
import { MINUTE, toSeconds, isTokenCurrent } from '../base/time.ts'
import { isRow } from '../store/rows.ts'
import type { JWT, JWTOptions } from '../types/jwt.ts'
import type { CookieJar } from '../web/cookies.ts'
import { findLegacyTokens, findSingle, ownTokens } from './session-cookie.ts'
import { splitClaims, type SessionClaims } from './unverified-session.ts'

/** One string or several, as the config has it: a custom codec may pass it on to a library that tells them apart. */
const secretOf = ({ secrets, isOneSecret }: AuthContext['config']['token']): string | readonly string[] => {
  const [first = '', ...more] = secrets.map((secret) => secret.reveal())
  return isOneSecret ? first : [first, ...more]
}

/** Seal the claims of a session. `iat`, `exp` and `jti` get new values. */
export const sealToken = async (context: AuthContext, claims: JWT): Promise<{ token: string; expires: Date }> => {
  const { token: options, session } = context.config
  const { maxAge } = options
  const now = context.runtime.now()
  const salt = context.cookies.session.name
  const expires = new Date(now + maxAge * 1000)
  if (options.encode !== undefined) {
    const secret = secretOf(options)
    return { token: await options.encode({ ...options.written, token: claims, secret, maxAge, salt }), expires }
  }
  const iat = toSeconds(now)
  const jti = toHex(context.runtime.random(16))
  const plaintext = JSON.stringify({ ...claims, iat, exp: iat + Math.floor(maxAge), jti })
  const token = await options.keyring.seal(salt, plaintext)
  session.cacheOf(salt).set(token, plaintext)
  return { token, expires }
}

const openPlaintext = async (context: AuthContext, token: string): Promise<string | null> => {
  const { name } = context.cookies.session
  const cache = context.config.session.cacheOf(name)
  const cached = cache.get(token)
  if (cached !== undefined) return cached
  const plaintext = await context.config.token.keyring.open(name, token)
  if (plaintext !== null) cache.set(token, plaintext)
  return plaintext
}

/** The result of opening a token. */
interface Opened {
  /** `null` if the token is not ours or not current. */
  readonly claims: JWT | null
  /** Whether a custom codec threw. It may have failed to open the token, or something that it needs may be down. */
  readonly didThrow: boolean
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

/** Open a token with a codec of the application. If the codec throws, the request continues. */
const openWith = async (
  decode: JWTOptions['decode'],
  context: AuthContext,
  token: string,
  salt: string,
): Promise<Opened> => {
  const { token: options } = context.config
  try {
    const claims: unknown = await decode({ ...options.written, token, secret: secretOf(options), salt })
    return { claims: isRow(claims) ? claims : null, didThrow: false }
  } catch (error) {
    logThrow(context, error)
    return { claims: null, didThrow: true }
  }
}

const isClaims = (value: unknown): value is JWT => isObject(value)

const openToken = async (context: AuthContext, token: string): Promise<Opened> => {
  // A custom codec checks expiry itself: its claims may have no `exp`.
  const { decode } = context.config.token
  if (decode !== undefined) return openWith(decode, context, token, context.cookies.session.name)
  const plaintext = await openPlaintext(context, token)
  const claims = plaintext === null ? undefined : parseJson(plaintext)
  const isValid = isClaims(claims) && isTokenCurrent(claims, context.runtime.now() / 1000)
  return { claims: isValid ? claims : null, didThrow: false }
}

/** Open the first legacy token that is current. */
const openLegacyToken = async (context: AuthContext, jar: CookieJar): Promise<Opened> => {
  const decode = context.config.legacySessions?.decode
  let didThrow = false
  if (decode === undefined) return { claims: null, didThrow }
  for (const { name, token } of findLegacyTokens(context, jar)) {
    const opened = await openWith(decode, context, token, name)
    didThrow ||= opened.didThrow
    if (opened.claims !== null && isTokenCurrent(opened.claims, context.runtime.now() / 1000)) return opened
  }
  return { claims: null, didThrow }
}

/** A session in a cookie. */
export interface LoadedToken extends SessionClaims {
  /** Whether it came in a legacy cookie, so that our cookie must be written. */
  readonly isLegacy: boolean
}

/** The session of the browser, from our cookie or a legacy one, and whether a custom codec threw. */
export const loadToken = async (
  context: AuthContext,
  jar: CookieJar,
): Promise<{ readonly loaded: LoadedToken | null; readonly didThrow: boolean }> => {
  let didThrow = false
  const read = ({ claims, didThrow: threw }: Opened, isLegacy: boolean): LoadedToken | null => {
    didThrow ||= threw
    if (claims === null) return null
    return isLegacy ? { claims, isLegacy } : { ...splitClaims(claims), isLegacy }
  }
  const loaded = await findSingle(
    ownTokens(context, jar),
    async (token) => read(await openToken(context, token), false),
    async () => read(await openLegacyToken(context, jar), true),
  )
  return { loaded, didThrow }
}
