import { createKeyring } from '../crypto/keyring.ts'
import { checkSecrets } from '../crypto/secrets.ts'
import type { Runtime } from '../runtime/engine.ts'
import type { AuthConfig } from '../types/auth-config.ts'
import { defineCookie, perScheme, type CookieDefinition, type CookieSet } from './cookie-set.ts'
import type { ReadOptions } from './options.ts'
import { invalidOption } from './readers.ts'

export const resolveSession = ({ session, adapter }: ReadOptions) => {
  const strategy: 'jwt' | 'database' = session.strategy ?? (adapter === undefined ? 'jwt' : 'database')
  return Object.freeze({ ...session, strategy })
}

export const resolveToken = ({ jwt, session, secret = [] }: ReadOptions, config: AuthConfig, runtime: Runtime) => {
  if (jwt.secret !== undefined) checkSecrets(jwt.secret)
  const secrets = jwt.secret ?? secret
  const isOneSecret = typeof (config.jwt?.secret ?? config.secret) === 'string'
  return Object.freeze({
    keyring: createKeyring(secrets, runtime.crypto),
    maxAge: jwt.maxAge ?? session.maxAge,
    encode: jwt.encode,
    decode: jwt.decode,
    /** What the developer's own codec gets as well: the options as written, with one secret or several. */
    codecOptions: () => ({ ...config.jwt, secret: isOneSecret ? (secrets[0] ?? '') : secrets }),
  })
}

/** Sessions that another library left in browsers, until an instant in milliseconds since the epoch. */
export const resolveLegacySessions = (
  { legacySessions }: ReadOptions,
  config: AuthConfig,
  own: (secure: boolean) => CookieSet,
) => {
  if (config.legacySessions === undefined || config.legacySessions === null) return undefined
  const { cookies, until } = legacySessions
  if (cookies === undefined) throw invalidOption('legacySessions.cookies', 'a function', cookies)
  // Without an end the old sessions would be accepted forever.
  if (until === undefined) throw invalidOption('legacySessions.until', 'a Date or an ISO date', until)
  const define = (secure: boolean): readonly CookieDefinition[] =>
    cookies(secure).map(({ name, options }) =>
      defineCookie(name, { ...own(secure).sessionToken.options, ...options }, 'legacySessions'),
    )
  return Object.freeze({ ...legacySessions, cookies: perScheme(define), until })
}
