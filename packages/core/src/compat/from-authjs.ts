import { InvalidConfig } from '../errors/error-classes.ts'
import type { AuthConfig, LegacySessions } from '../types/auth-config.ts'
import type { JWTOptions } from '../types/jwt.ts'
import type { CookieOption } from '../types/config-options.ts'
import { openAuthJs, openNextAuth4 } from './authjs-token.ts'
import type { OpenToken } from './authjs-token.ts'

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
