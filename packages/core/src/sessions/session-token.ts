import type { AuthContext } from '../config/engine-types.ts'
import { oncePer } from '../base/async.ts'
import { toHex } from '../base/bytes.ts'
import { isObject, parseJson } from '../base/json.ts'
import { MINUTE, toSeconds, isTokenCurrent } from '../base/time.ts'
import { isRow } from '../store/rows.ts'
import type { Cookie, JWT, JWTOptions } from '../types/index.ts'
import { writeChunked, type CookieJar } from '../web/cookies.ts'
import { findLegacyTokens, findSingle, ownTokens } from './session-cookie.ts'
import { joinClaims, splitClaims, type SessionClaims } from './unverified-session.ts'

/** One string or several, as the config has it: a custom codec may pass it on to a library that tells them apart. */
const secretOf = ({ secrets, isOneSecret }: AuthContext['config']['token']): string | readonly string[] => {
  const [first = '', ...more] = secrets.map((secret) => secret.reveal())
  return isOneSecret ? first : [first, ...more]
}

/** Seal a session and write it to its cookies. The claims `iat`, `exp` and `jti` get new values. */
export const writeToken = async (
  context: AuthContext,
  jar: CookieJar,
  session: SessionClaims,
): Promise<{ cookies: readonly Cookie[]; expires: Date }> => {
  const { token: options, session: sessions } = context.config
  const { maxAge } = options
  const { name: salt, options: attributes } = context.cookies.session
  const now = context.runtime.now()
  const expires = new Date(now + maxAge * 1000)
  const write = (token: string) => ({ cookies: writeChunked(jar, salt, token, { ...attributes, expires }), expires })
  const claims = joinClaims(session)
  if (options.encode !== undefined)
    return write(await options.encode({ ...options.written, token: claims, secret: secretOf(options), maxAge, salt }))
  const iat = toSeconds(now)
  const jti = toHex(context.runtime.random(16))
  const plaintext = JSON.stringify({ ...claims, iat, exp: iat + Math.floor(maxAge), jti })
  const token = await options.keyring.seal(salt, plaintext)
  sessions.cacheOf(salt).set(token, plaintext)
  return write(token)
}

const isClaims = (value: unknown): value is JWT => isObject(value)

const openToken = async ({ config, cookies, runtime }: AuthContext, token: string): Promise<JWT | null> => {
  const { name } = cookies.session
  const cache = config.session.cacheOf(name)
  const cached = cache.get(token)
  const plaintext = cached ?? (await config.token.keyring.open(name, token))
  if (plaintext === null) return null
  if (cached === undefined) cache.set(token, plaintext)
  const claims = parseJson(plaintext)
  return isClaims(claims) && isTokenCurrent(claims, runtime.now() / 1000) ? claims : null
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
  const { token: options, legacySessions } = context.config
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
    // A custom codec checks expiry itself: its claims may have no `exp`.
    const claims = await (decode === undefined
      ? openToken(context, token)
      : decodeWith(decode, token, context.cookies.session.name))
    return claims === null ? null : { ...splitClaims(claims), isLegacy: false }
  }
  const openLegacy = async (): Promise<LoadedToken | null> => {
    const decode = legacySessions?.decode
    if (decode === undefined) return null
    for (const { name, token } of findLegacyTokens(context, jar)) {
      const claims = await decodeWith(decode, token, name)
      if (claims !== null && isTokenCurrent(claims, context.runtime.now() / 1000)) return { claims, isLegacy: true }
    }
    return null
  }
  return { loaded: await findSingle(ownTokens(context, jar), open, openLegacy), didThrow }
}
