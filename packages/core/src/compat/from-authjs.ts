import { whenReady, type Awaitable } from '../base/async.ts'
import { isObject, parseJson } from '../base/json.ts'
import { isTokenCurrent } from '../base/time.ts'
import { BoundedMap } from '../crypto/plaintext-cache.ts'
import { cbcKey } from '../crypto/keys.ts'
import { readHeader } from '../crypto/sealing.ts'
import type { OpeningKey } from '../runtime/engine.ts'
import { defaultRuntime } from '../runtime/platform.ts'
import type { JWT, JWTDecodeParams, JWTOptions } from '../types/jwt.ts'
import { InvalidConfig } from '../errors/error-classes.ts'
import type { AuthConfig, LegacySessions } from '../types/auth-config.ts'
import type { CookieOption } from '../types/config-options.ts'

/** How one major version seals session tokens: compact JWE, `dir`, with a key derived by HKDF-SHA-256. */
interface Format {
  readonly enc: 'A256GCM' | 'A256CBC-HS512'
  /** The HKDF salt for a cookie name. */
  readonly salt: (cookieName: string) => string
  /** The HKDF `info` for a salt. */
  readonly label: (salt: string) => string
}

const AUTHJS: Format = {
  enc: 'A256CBC-HS512',
  salt: (cookieName) => cookieName,
  label: (salt) => `Auth.js Generated Encryption Key (${salt})`,
}

const NEXT_AUTH_4: Format = {
  enc: 'A256GCM',
  // Version 4 does not bind session tokens to a cookie name.
  salt: () => '',
  label: () => 'NextAuth.js Generated Encryption Key',
}

/** Derived keys. Each tenant needs at most two cookie names times ten secrets. */
const keys = new BoundedMap<string, Awaitable<OpeningKey>>(1024)

const deriveKey = (format: Format, secret: string, salt: string): Awaitable<OpeningKey> => {
  const { derive, gcmKey } = defaultRuntime.crypto
  return format.enc === 'A256CBC-HS512'
    ? whenReady(derive({ secret, salt, info: format.label(salt), length: 64 }), cbcKey)
    : whenReady(derive({ secret, salt, info: format.label(salt), length: 32 }), gcmKey)
}

const keyOf = (format: Format, secret: string, salt: string): Awaitable<OpeningKey> => {
  const name = JSON.stringify([format.enc, salt, secret])
  const key = keys.get(name) ?? deriveKey(format, secret, salt)
  keys.set(name, key)
  return key
}

type Parts = readonly [header: string, iv: string, ciphertext: string, tag: string]

/** Split a compact JWE (RFC 7516 §7.1). With `dir` the encrypted key is empty. Other `enc` values are refused. */
const readParts = (format: Format, token: string): Parts | null => {
  const [header = '', key, iv, ciphertext, tag, more] = token.split('.')
  if (key !== '' || iv === undefined || ciphertext === undefined || tag === undefined || more !== undefined) return null
  return readHeader(header)?.enc === format.enc ? [header, iv, ciphertext, tag] : null
}

const isClaims = (value: unknown): value is JWT => isObject(value)

/** Opens tokens of one format, or returns `null`. Does not check whether the claims are current. */
export type OpenToken = (params: JWTDecodeParams) => Promise<JWT | null>

const open = async (format: Format, { token, secret, salt }: JWTDecodeParams): Promise<JWT | null> => {
  const parts = typeof token === 'string' ? readParts(format, token) : null
  if (parts === null) return null
  for (const candidate of typeof secret === 'string' ? [secret] : secret) {
    // Every secret is tried: opening the token proves more than the `kid` of its header.
    const key = await keyOf(format, candidate, format.salt(salt))
    const plaintext = await key.open(...parts)
    const claims = plaintext === null ? undefined : parseJson(plaintext)
    if (isClaims(claims)) return claims
  }
  return null
}

/** Opens tokens of Auth.js 5: `@auth/core` and the packages built on it. */
export const openAuthJs: OpenToken = (params) => open(AUTHJS, params)

/** Before 4.24.5, next-auth 4 sealed the checks of an attempt with the same key. They are not sessions. */
const CHECKS: ReadonlySet<string> = new Set(['state', 'nonce', 'code_verifier', 'value'])

const REGISTERED: ReadonlySet<string> = new Set(['iat', 'exp', 'nbf', 'jti'])

const isCheck = (claims: JWT): boolean => {
  const own = Object.keys(claims).filter((name) => !REGISTERED.has(name))
  return own.length === 1 && own.every((name) => CHECKS.has(name))
}

/** Opens tokens of `next-auth` 4. */
export const openNextAuth4: OpenToken = async (params) => {
  const claims = await open(NEXT_AUTH_4, params)
  return claims === null || isCheck(claims) ? null : claims
}

const whenCurrent = (claims: JWT | null): JWT | null =>
  claims !== null && isTokenCurrent(claims, defaultRuntime.now() / 1000) ? claims : null

/**
 * Open a session token of Auth.js 5 (`@auth/core` and the packages built on it): a compact JWE with `A256CBC-HS512`.
 * Returns `null` if none of the secrets opens it for this cookie, it was changed, or it is not current. For code that
 * reads tokens itself: a config made by `fromAuthJs` does not need it.
 *
 * @param params `salt` is the name of the session cookie, such as `__Secure-authjs.session-token`
 * @example
 * const claims = await getToken({ req: request, secret, cookieName: 'authjs.session-token', decode: decodeAuthJs })
 */
export const decodeAuthJs = async (params: JWTDecodeParams): Promise<JWT | null> =>
  whenCurrent(await openAuthJs(params))

/** Open a session token of `next-auth` 4: a compact JWE with `A256GCM` that is not bound to a cookie name. */
export const decodeNextAuth4 = async (params: JWTDecodeParams): Promise<JWT | null> =>
  whenCurrent(await openNextAuth4(params))

/** How an application moves from Auth.js. */
export interface FromAuthJsOptions {
  /**
   * When to stop accepting Auth.js sessions, as a `Date` or an ISO date. All of them have expired `session.maxAge` (30
   * days by default) after the last server with Auth.js stopped, so a later date gains nothing.
   */
  until: Date | string
  /** 5 is Auth.js (`@auth/core`, `@auth/sveltekit`, `next-auth` 5), 4 is `next-auth` 4. @default 5 */
  version?: 4 | 5
  /** The name and options of the Auth.js session cookie. @default `cookies.sessionToken` of the config */
  sessionCookie?: CookieOption
  /**
   * Keep the Auth.js cookies in the browser until the user signs in or out. Set it while servers with Auth.js still
   * run, or while you may have to go back to them. @default false
   */
  keepCookies?: boolean
}

const VERSIONS: Readonly<Record<4 | 5, { readonly name: string; readonly open: OpenToken }>> = {
  4: { name: 'next-auth.session-token', open: openNextAuth4 },
  5: { name: 'authjs.session-token', open: openAuthJs },
}

/** A custom codec checks expiry itself, so its claims may have no `exp`. Such a token is accepted until `until`. */
const withExpiry =
  (decode: JWTOptions['decode'], until: Date | string): JWTOptions['decode'] =>
  async (params) => {
    const claims = await decode(params)
    return claims === null ? null : { ...claims, exp: claims.exp ?? Math.floor(new Date(until).getTime() / 1000) }
  }

/**
 * Turn an Auth.js config into a config of this library. Users who are signed in stay signed in: an Auth.js session, in
 * an encrypted cookie or in the database, becomes a session of this library at its first request. The database and its
 * adapter stay as they are, and so does the rest of the config.
 *
 * Only the token format of the given version is opened. A token that has expired, was changed, or was sealed with a
 * secret that the config does not list is not accepted. If a browser has both, the session of this library is used.
 *
 * @throws InvalidConfig for an unknown version.
 * @example
 * const config = fromAuthJs({ providers: [GitHub] }, { until: '2027-03-01' })
 */
export const fromAuthJs = <Config extends Omit<AuthConfig, 'raw'>>(
  config: Config,
  { until, version = 5, sessionCookie = config.cookies?.sessionToken ?? {}, keepCookies }: FromAuthJsOptions,
): Config & { legacySessions: LegacySessions } => {
  if (!Object.hasOwn(VERSIONS, version)) throw new InvalidConfig('fromAuthJs: version must be 4 or 5')
  const { name, open } = VERSIONS[version]
  const { name: customName, options = {} } = sessionCookie
  const decode = config.jwt?.decode
  const legacySessions: LegacySessions = {
    cookies: (secure) => [{ name: customName ?? (secure ? `__Secure-${name}` : name), options }],
    decode: decode === undefined ? open : withExpiry(decode, until),
    until,
    ...(keepCookies === undefined ? {} : { keepCookies }),
  }
  return { ...config, legacySessions }
}
