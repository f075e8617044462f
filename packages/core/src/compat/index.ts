import { whenReady, type Awaitable } from '../base/async.ts'
import { fromBase64url, fromUtf8 } from '../base/bytes.ts'
import { hasShape, isObject, isOneOf, isString, optional, parseJson } from '../base/json.ts'
import { isTokenCurrent } from '../base/time.ts'
import { BoundedMap } from '../base/bounded-map.ts'
import { cbcKey } from '../crypto/cbc-key.ts'
import { MAX_TOKEN_LENGTH, openBody } from '../crypto/keyring.ts'
import type { OpeningKey } from '../runtime/engine.ts'
import { defaultRuntime } from '../runtime/platform.ts'
import type { JWT, JWTDecodeParams, JWTOptions } from '../types/jwt.ts'
import { InvalidConfig } from '../errors/error-classes.ts'
import type { AuthConfig, LegacySessions } from '../types/auth-config.ts'
import type { CookieOption } from '../types/config-options.ts'

/** How a major version seals session tokens: compact JWE, `dir`, with a key derived by HKDF-SHA-256. */
interface Version {
  /** The name of the session cookie on http sites. */
  readonly cookie: string
  readonly enc: 'A256GCM' | 'A256CBC-HS512'
  /** The HKDF salt and `info` for a cookie name. */
  readonly derivation: (cookieName: string) => { readonly salt: string; readonly info: string }
  readonly isSession: (claims: JWT) => boolean
}

/** Before 4.24.5, next-auth 4 sealed the checks of an attempt with the same key. They are not sessions. */
const CHECKS: ReadonlySet<string> = new Set(['state', 'nonce', 'code_verifier', 'value'])
const REGISTERED: ReadonlySet<string> = new Set(['iat', 'exp', 'nbf', 'jti'])

const VERSIONS: Readonly<Record<4 | 5, Version>> = {
  4: {
    cookie: 'next-auth.session-token',
    enc: 'A256GCM',
    derivation: () => ({ salt: '', info: 'NextAuth.js Generated Encryption Key' }),
    isSession: (claims) => {
      const own = Object.keys(claims).filter((name) => !REGISTERED.has(name))
      return own.length !== 1 || !own.every((name) => CHECKS.has(name))
    },
  },
  5: {
    cookie: 'authjs.session-token',
    enc: 'A256CBC-HS512',
    derivation: (salt) => ({ salt, info: `Auth.js Generated Encryption Key (${salt})` }),
    isSession: () => true,
  },
}

/** Characters of an encoded header. */
const MAX_HEADER_LENGTH = 1024

/** Other members ask for work (`zip`, `p2c`), bring keys (`jku`, `jwk`) or change the processing. RFC 8725 §3.10. */
const isHeaderOf = ({ enc }: Version, segment: string): boolean => {
  const bytes = segment.length > MAX_HEADER_LENGTH ? null : fromBase64url(segment)
  if (bytes === null) return false
  try {
    // `parseJson` drops `__proto__`, but here every member must be checked.
    const header: unknown = JSON.parse(fromUtf8(bytes))
    return hasShape(header, { alg: isOneOf('dir'), enc: isOneOf(enc), kid: optional(isString) })
  } catch {
    return false
  }
}

/** Derived keys. Each tenant needs at most two cookie names times ten secrets. */
const keys = new BoundedMap<string, Awaitable<OpeningKey>>(1024)

const keyOf = ({ enc, derivation }: Version, secret: string, cookieName: string): Awaitable<OpeningKey> => {
  const from = { secret, ...derivation(cookieName) }
  const { derive, gcmKey } = defaultRuntime.crypto
  return keys.getOrMake(JSON.stringify([from.info, secret]), () =>
    enc === 'A256GCM'
      ? whenReady(derive({ ...from, length: 32 }), gcmKey)
      : whenReady(derive({ ...from, length: 64 }), cbcKey),
  )
}

/** Open a token of one version, or return `null`. Does not check whether the claims are current. */
const open = async (version: Version, { token, secret, salt }: JWTDecodeParams): Promise<JWT | null> => {
  if (typeof token !== 'string' || token.length > MAX_TOKEN_LENGTH) return null
  const [header = ''] = token.split('.', 1)
  if (!isHeaderOf(version, header)) return null
  for (const candidate of typeof secret === 'string' ? [secret] : secret) {
    // Every secret is tried: opening the token proves more than the `kid` of its header.
    const plaintext = await openBody(await keyOf(version, candidate, salt), header, token)
    const claims = plaintext === null ? undefined : parseJson(plaintext)
    if (isObject(claims)) return version.isSession(claims) ? claims : null
  }
  return null
}

const openCurrent = async (version: Version, params: JWTDecodeParams): Promise<JWT | null> => {
  const claims = await open(version, params)
  return claims !== null && isTokenCurrent(claims, defaultRuntime.now() / 1000) ? claims : null
}

/**
 * Open a session token of Auth.js 5 (`@auth/core` and the packages built on it): a compact JWE with `A256CBC-HS512`.
 * Returns `null` if none of the secrets opens it for this cookie, it was changed, or it is not current. For code that
 * reads tokens itself: a config made by `fromAuthJs` does not need it.
 * @param params `salt` is the name of the session cookie, such as `__Secure-authjs.session-token`
 * @example
 * const claims = await getToken({ req: request, secret, cookieName: 'authjs.session-token', decode: decodeAuthJs })
 */
export const decodeAuthJs = (params: JWTDecodeParams): Promise<JWT | null> => openCurrent(VERSIONS[5], params)

/**
 * Open a session token of `next-auth` 4: a compact JWE with `A256GCM` that is not bound to a cookie name.
 *
 * @example
 * const claims = await getToken({ req: request, secret, cookieName: 'next-auth.session-token', decode: decodeNextAuth4 })
 */
export const decodeNextAuth4 = (params: JWTDecodeParams): Promise<JWT | null> => openCurrent(VERSIONS[4], params)

/**
 * How an application moves from Auth.js.
 * @example const options: FromAuthJsOptions = { until: '2027-06-30', keepCookies: true }
 */
export interface FromAuthJsOptions {
  /**
   * When to stop accepting Auth.js sessions (or an ISO date): `session.maxAge` after the last Auth.js server stops.
   * @example until: '2027-06-30'
   */
  until: Date | string
  /**
   * 5 is Auth.js (`@auth/core`, `@auth/sveltekit`, `next-auth` 5), 4 is `next-auth` 4. @default 5
   * @example version: 4
   */
  version?: 4 | 5
  /**
   * The name and options of the Auth.js session cookie. @default `cookies.sessionToken` of the config
   * @example sessionCookie: { name: 'sid', options: { domain: 'example.com' } }
   */
  sessionCookie?: CookieOption
  /**
   * Keep the Auth.js cookies in the browser until the user signs in or out. Set it while servers with Auth.js still
   * run, or while you may have to go back to them. @default false
   * @example keepCookies: true
   */
  keepCookies?: boolean
  /**
   * When the application moved, as a `Date` or an ISO date in the past: the same as `account.importedBefore`. Users
   * from before then keep their accounts and sessions when their address is verified.
   * @default users of Auth.js count as users who claimed their address
   * @example movedAt: '2026-11-01'
   */
  movedAt?: Date | string
}

/**
 * Turn an Auth.js config into a config of this library. Users who are signed in stay signed in: an Auth.js session, in
 * an encrypted cookie or in the database, becomes a session of this library at its first request. The database and its
 * adapter stay as they are, and so does the rest of the config. If a browser has both sessions, ours is used.
 * @throws InvalidConfig for an unknown version.
 * @example
 * const config = fromAuthJs({ providers: [GitHub] }, { until: '2027-03-01' })
 */
export const fromAuthJs = <Config extends Omit<AuthConfig, 'raw'>>(
  config: Config,
  { until, version = 5, sessionCookie = config.cookies?.sessionToken ?? {}, keepCookies, movedAt }: FromAuthJsOptions,
): Config & { legacySessions: LegacySessions } => {
  if (!Object.hasOwn(VERSIONS, version))
    throw new InvalidConfig(`fromAuthJs: version must be 4 or 5, but is ${String(version)}`, {
      fix: 'Pass version: 5 for sessions of Auth.js, or version: 4 for those of next-auth 4',
    })
  const { cookie } = VERSIONS[version]
  const { name, options = {} } = sessionCookie
  const decode = config.jwt?.decode
  const decodeLegacy: JWTOptions['decode'] = async (params) => {
    if (decode === undefined) return open(VERSIONS[version], params)
    // A custom codec checks expiry itself, so its claims may have no `exp`. Such a token is accepted until `until`.
    const claims = await decode(params)
    return claims === null ? null : { ...claims, exp: claims.exp ?? Math.floor(new Date(until).getTime() / 1000) }
  }
  const legacySessions: LegacySessions = {
    cookies: (secure) => [{ name: name ?? (secure ? `__Secure-${cookie}` : cookie), options }],
    decode: decodeLegacy,
    until,
    ...(keepCookies === undefined ? {} : { keepCookies }),
  }
  const account = movedAt === undefined ? {} : { account: { ...config.account, importedBefore: movedAt } }
  return { ...config, ...account, legacySessions }
}
