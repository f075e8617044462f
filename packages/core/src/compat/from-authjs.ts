import { InvalidConfig } from '../errors/error-classes.ts'
import type { AuthConfig, LegacySessions } from '../types/auth-config.ts'
import type { JWTOptions } from '../types/jwt.ts'
import type { CookieOption } from '../types/config-options.ts'
import { openAuthJs, openNextAuth4 } from './authjs-token.ts'
import type { OpenToken } from './authjs-token.ts'

/** How an application comes from Auth.js. */
export interface FromAuthJsOptions {
  /**
   * The instant from which no session of Auth.js is accepted any more, as a `Date` or an ISO date. All of them have expired
   * `session.maxAge` (30 days unless set) after the last server with Auth.js stopped, so a later day gains nothing.
   */
  until: Date | string
  /** 5: Auth.js (`@auth/core`, `@auth/sveltekit`, `next-auth` 5). 4: `next-auth` 4. @default 5 */
  version?: 4 | 5
  /** The session cookie as Auth.js was told to name and place it. @default `cookies.sessionToken` of the config */
  sessionCookie?: CookieOption
  /**
   * Leave the cookies of Auth.js in browsers until the person signs out or in. For the time in which servers with Auth.js
   * still answer, or may have to be brought back. @default false
   */
  keepCookies?: boolean
}

const versions: Readonly<Record<4 | 5, { readonly name: string; readonly open: OpenToken }>> = {
  4: { name: 'next-auth.session-token', open: openNextAuth4 },
  5: { name: 'authjs.session-token', open: openAuthJs },
}

/**
 * The owner's own codec decides about expiry itself, so its claims may name no end. Such a token ends with the window.
 */
const endingAt =
  (decode: JWTOptions['decode'], until: Date | string): JWTOptions['decode'] =>
  async (params) => {
    const claims = await decode(params)
    return claims === null ? null : { ...claims, exp: claims.exp ?? Math.floor(new Date(until).getTime() / 1000) }
  }

/**
 * A config of Auth.js as a config of this library: everybody who is signed in stays signed in. Sessions of Auth.js, in
 * encrypted cookies or in the database, are taken over at their first request; until then and afterwards the database,
 * through the same adapter, is used as it is. The rest of the config needs no change and gets none.
 *
 * It opens one format only, the one that this version of Auth.js makes; what has expired, was changed, or was sealed with
 * a secret that the config does not list, is not accepted. A session of this library always comes first.
 *
 * @throws InvalidConfig for a version that there is not.
 * @example
 * const config = fromAuthJs({ providers: [GitHub] }, { until: '2027-03-01' })
 */
export const fromAuthJs = <Config extends Omit<AuthConfig, 'raw'>>(
  config: Config,
  { until, version = 5, sessionCookie = config.cookies?.sessionToken ?? {}, keepCookies }: FromAuthJsOptions,
): Config & { legacySessions: LegacySessions } => {
  if (!Object.hasOwn(versions, version)) throw new InvalidConfig('fromAuthJs knows the versions 4 and 5')
  const { name, open } = versions[version]
  const { name: own, options = {} } = sessionCookie
  const decode = config.jwt?.decode
  const legacySessions: LegacySessions = {
    cookies: (secure) => [{ name: own ?? (secure ? `__Secure-${name}` : name), options }],
    decode: decode === undefined ? open : endingAt(decode, until),
    until,
    ...(keepCookies === undefined ? {} : { keepCookies }),
  }
  return { ...config, legacySessions: legacySessions }
}
