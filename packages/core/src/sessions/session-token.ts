import type { AuthContext } from '../config/engine-types.ts'
import { toHex } from '../base/bytes.ts'
import { isObject, parseJson } from '../base/json.ts'
import { oncePer } from '../base/once.ts'
import { MINUTE, toSeconds, isTokenCurrent } from '../base/time.ts'
import { isRow } from '../store/rows.ts'
import type { JWT, JWTOptions } from '../types/jwt.ts'

const uniqueId = (context: AuthContext): string => toHex(context.runtime.random(16))

/** As the owner wrote it, one text or several: libraries that a codec hands it on to tell these apart. */
const secretOf = ({ secrets, isOneSecret }: AuthContext['config']['token']): string | readonly string[] => {
  const [first = '', ...more] = secrets.map((own) => own.reveal())
  return isOneSecret ? first : [first, ...more]
}

/** Seal the claims of a session; `iat`, `exp` and `jti` are set anew. */
export const sealToken = async (context: AuthContext, claims: JWT): Promise<{ token: string; expires: Date }> => {
  const { token: options } = context.config
  const now = context.runtime.now()
  const salt = context.cookies.session.name
  const expires = new Date(now + options.maxAge * 1000)
  if (options.encode !== undefined) {
    const { maxAge } = options
    const secret = secretOf(options)
    const token = await options.encode({ ...options.written, token: claims, secret, maxAge, salt })
    return { token, expires }
  }
  const issued = toSeconds(now)
  const whole = { ...claims, iat: issued, exp: issued + Math.floor(options.maxAge), jti: uniqueId(context) }
  const plaintext = JSON.stringify(whole)
  const token = await options.keyring.seal(salt, plaintext)
  context.config.session.cacheOf(salt).set(token, plaintext)
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

/** What came of opening a token. */
export interface Opened {
  /** `null` when it is none of ours or has expired. */
  readonly claims: JWT | null
  /** Whether the owner's codec threw. Many do at what they cannot open, and an outage of what they ask looks the same. */
  readonly didThrow: boolean
}

const lastTold = oncePer((_runtime: object) => ({ at: Number.NEGATIVE_INFINITY }))

/** Anybody can send what a codec throws at, so the owner is warned once a minute at most. */
const tellOfThrow = ({ config: { logger }, runtime }: AuthContext, error: unknown): void => {
  const name = error instanceof Error ? error.name : typeof error
  logger.debug('jwt.decode threw', { name })
  const told = lastTold(runtime)
  const now = runtime.now()
  if (now - told.at < MINUTE * 1000) return
  told.at = now
  logger.warn(
    'jwt-decode-threw',
    `decode threw "${name}", at what it cannot open or because something it needs is down`,
  )
}

/** What somebody else's codec finds in a token. That it throws is no reason for a request to fail. */
export const openWith = async (
  decode: JWTOptions['decode'],
  context: AuthContext,
  token: string,
  salt: string,
): Promise<Opened> => {
  const { token: options } = context.config
  try {
    const claims = await decode({ ...options.written, token, secret: secretOf(options), salt })
    // Without types it may answer anything for a token that is none.
    return { claims: isRow(claims) ? claims : null, didThrow: false }
  } catch (error) {
    tellOfThrow(context, error)
    return { claims: null, didThrow: true }
  }
}

const isClaims = (value: unknown): value is JWT => isObject(value)

/** Open a session token. */
export const openToken = async (context: AuthContext, token: string): Promise<Opened> => {
  // The owner's codec decides about expiry itself: its claims need not carry any.
  const { decode } = context.config.token
  if (decode !== undefined) return openWith(decode, context, token, context.cookies.session.name)
  const plaintext = await openPlaintext(context, token)
  const claims = plaintext === null ? undefined : parseJson(plaintext)
  const isValid = isClaims(claims) && isTokenCurrent(claims, context.runtime.now() / 1000)
  return { claims: isValid ? claims : null, didThrow: false }
}
