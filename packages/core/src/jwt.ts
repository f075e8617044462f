import { toHex } from './base/bytes.ts'
import { isObject, parseJson } from './base/json.ts'
import { DAY, toSeconds } from './base/time.ts'
import { createKeyring } from './crypto/keyring.ts'
import { checkSecrets } from './crypto/secrets.ts'
import { InvalidConfig, MissingSecret } from './errors/error-classes.ts'
import { defaultRuntime } from './runtime/platform.ts'
import type { JWT, JWTDecodeParams, JWTEncodeParams, JWTOptions } from './types/jwt.ts'
import type { LoggerInstance } from './types/config-options.ts'
import { findToken } from './web/find-token.ts'
import type { TokenHeaders } from './web/find-token.ts'

export type * from './types/jwt.ts'
export type { TokenHeaders } from './web/find-token.ts'

const MAX_AGE = 30 * DAY
/** Seconds that another machine's clock may differ from ours. */
const TOLERANCE = 15

const listSecrets = (secret: string | readonly string[] | undefined): readonly string[] =>
  typeof secret === 'string' ? (secret === '' ? [] : [secret]) : (secret ?? [])

const keyringFor = (secret: string | readonly string[]): ReturnType<typeof createKeyring> => {
  const secrets = listSecrets(secret)
  checkSecrets(secrets)
  return createKeyring(secrets, defaultRuntime.crypto)
}

/**
 * Seal claims as a session token: a compact JWE, `dir` with `A256GCM` (RFC 7516). `iat`, `exp` and `jti` are set anew.
 *
 * @throws MissingSecret, WeakSecret, and InvalidConfig when `maxAge` is no number.
 * @example
 * const token = await encode({ token: { sub: 'ann' }, secret, salt: 'authwright.session-token' })
 */
export const encode = async ({ token = {}, secret, maxAge = MAX_AGE, salt }: JWTEncodeParams): Promise<string> => {
  if (!Number.isFinite(maxAge)) throw new InvalidConfig('maxAge has to be a number of seconds')
  const iat = toSeconds(defaultRuntime.now())
  const claims = { ...token, iat, exp: iat + Math.floor(maxAge), jti: toHex(defaultRuntime.random(16)) }
  return keyringFor(secret).seal(salt, JSON.stringify(claims))
}

/** An instant that may be left out. */
const isPast = (claim: unknown, now: number): boolean =>
  claim === undefined || (typeof claim === 'number' && claim <= now + TOLERANCE)

/** RFC 7519 §4.1.4–6. A token without `exp` would be good for ever, and none of ours is. */
const isCurrent = (claims: JWT, now: number): boolean =>
  typeof claims.exp === 'number' &&
  claims.exp > now - TOLERANCE &&
  isPast(claims.iat, now) &&
  isPast(claims['nbf'], now)

const isClaims = (value: unknown): value is JWT => isObject(value)

/**
 * The claims of a session token, or `null` when it was not sealed with one of the secrets for this salt, was changed, or
 * has expired (15 seconds are overlooked). Tokens of either encryption are opened, `A256GCM` and `A256CBC-HS512`.
 *
 * @throws MissingSecret, WeakSecret. Nothing that stands in a token makes it throw.
 * @example
 * const claims = await decode({ token, secret: [newSecret, oldSecret], salt: 'authwright.session-token' })
 */
export const decode = async ({ token, secret, salt }: JWTDecodeParams): Promise<JWT | null> => {
  const keyring = keyringFor(secret)
  if (typeof token !== 'string' || token === '') return null
  const plaintext = await keyring.open(salt, token)
  const claims = plaintext === null ? undefined : parseJson(plaintext)
  return isClaims(claims) && isCurrent(claims, defaultRuntime.now() / 1000) ? claims : null
}

/** Where a token is looked for, and how it is opened. */
export interface GetTokenParams {
  /** A `Request`, or anything with its headers. */
  req: { readonly headers: TokenHeaders }
  /** Not needed for the raw token. */
  secret?: string | readonly string[]
  /** Whether the cookie is the one of a site served by https. @default both are looked for, that one first */
  secureCookie?: boolean
  /** @default the session cookie's name */
  cookieName?: string
  /** @default the name of the cookie */
  salt?: string
  /** Opens in place of `decode`; when it throws, there is no token. */
  decode?: JWTOptions['decode']
  /** The token as it is, unopened. @default false */
  raw?: boolean
  logger?: Partial<LoggerInstance>
}

const COOKIE = 'authwright.session-token'
const SECURE_COOKIE = `__Secure-${COOKIE}`

const cookieNames = ({ cookieName, secureCookie }: GetTokenParams): readonly string[] => {
  if (cookieName !== undefined) return [cookieName]
  if (secureCookie === undefined) return [SECURE_COOKIE, COOKIE]
  return [secureCookie ? SECURE_COOKIE : COOKIE]
}

/** The owner's `decode` may throw at what it cannot open, which is no reason for a page to fail. */
const quietly =
  (open: JWTOptions['decode'], log: GetTokenParams['logger']): JWTOptions['decode'] =>
  async (params) => {
    try {
      return await open(params)
    } catch (error) {
      log?.debug?.('decode threw', { name: error instanceof Error ? error.name : typeof error })
      return null
    }
  }

/**
 * The session token of a request, opened, from its cookie or its `Authorization: Bearer` header; `null` when there is none
 * that is valid. With `raw: true` the token as it stands there. Works for sessions of the `jwt` strategy.
 *
 * @throws InvalidConfig without `req`; MissingSecret, WeakSecret when there is a token to open and no secret fit for it.
 * @example
 * const claims = await getToken({ req: request, secret })
 */
export function getToken(params: GetTokenParams & { raw: true }): Promise<string | null>
export function getToken(params: GetTokenParams & { raw?: false }): Promise<JWT | null>
export function getToken(params: GetTokenParams): Promise<string | JWT | null>
export async function getToken(params: GetTokenParams): Promise<string | JWT | null> {
  // Callers without types forget it, and its name says more than a property of undefined.
  if (!params?.req?.headers) throw new InvalidConfig('getToken needs req, a request with its headers')
  const names = cookieNames(params)
  const found = findToken(params.req.headers, names)
  if (found === undefined || params.raw === true) return found?.token ?? null
  const secret = listSecrets(params.secret)
  if (secret.length === 0) throw new MissingSecret('getToken needs the secret that the token was sealed with')
  const open = params.decode === undefined ? decode : quietly(params.decode, params.logger)
  for (const salt of params.salt === undefined ? found.names : [params.salt]) {
    const claims = await open({ token: found.token, secret, salt })
    if (claims !== null) return claims
  }
  return null
}
