import { createKeyring } from '../crypto/keyring.ts'
import { createPlaintextCache, type PlaintextCache } from '../crypto/plaintext-cache.ts'
import { Secret, checkSecrets } from '../crypto/secrets.ts'
import type { Runtime } from '../runtime/engine.ts'
import type { AuthConfig } from '../types/auth-config.ts'
import { defineCookie, type CookieDefinition, type CookieSet } from './cookie-set.ts'
import type { ReadOptions } from './options.ts'
import { invalidOption } from './readers.ts'
import type { LegacySessionConfig, SessionConfig, TokenConfig } from './resolved-config.ts'

/** One cache for each name of the session cookie. There are two names: for https and for http. */
const cachesOf = (size: number): ((cookieName: string) => PlaintextCache) => {
  const caches = new Map<string, PlaintextCache>()
  return (cookieName) => {
    const cache = caches.get(cookieName) ?? createPlaintextCache(size)
    caches.set(cookieName, cache)
    return cache
  }
}

export const resolveSession = ({ session, adapter }: ReadOptions): SessionConfig => {
  const { strategy, maxAge, updateAge, generateSessionToken, cookieCacheSize } = session
  return Object.freeze({
    strategy: strategy ?? (adapter === undefined ? 'jwt' : 'database'),
    maxAge,
    updateAge,
    generateSessionToken,
    cacheOf: cachesOf(cookieCacheSize),
  })
}

/** How session tokens are sealed. `shared` are the secrets of the config. */
export const resolveToken = (
  { jwt, session }: ReadOptions,
  config: AuthConfig,
  shared: readonly string[],
  runtime: Runtime,
): TokenConfig => {
  if (jwt.secret !== undefined) checkSecrets(jwt.secret)
  const secrets = jwt.secret ?? shared
  return Object.freeze({
    keyring: createKeyring(secrets, runtime.crypto),
    secrets: Object.freeze(secrets.map((secret) => new Secret(secret))),
    isOneSecret: typeof (config.jwt?.secret ?? config.secret) === 'string',
    maxAge: jwt.maxAge ?? session.maxAge,
    encode: jwt.encode,
    decode: jwt.decode,
    written: config.jwt ?? {},
  })
}

/** Sessions of another library, if the config accepts them. */
export const resolveLegacySessions = (
  { legacySessions }: ReadOptions,
  config: AuthConfig,
  own: (secure: boolean) => CookieSet,
): LegacySessionConfig | undefined => {
  if (config.legacySessions === undefined || config.legacySessions === null) return undefined
  const { cookies, decode, until, keepCookies } = legacySessions
  if (cookies === undefined) throw invalidOption('legacySessions.cookies', 'a function')
  // Without an end the old sessions would be accepted forever.
  if (until === undefined) throw invalidOption('legacySessions.until', 'a Date or an ISO date')
  const define = (secure: boolean): readonly CookieDefinition[] => {
    const { session } = own(secure)
    return Object.freeze(
      cookies(secure).map(({ name, options }) =>
        defineCookie(name, { ...session.options, ...options }, 'legacySessions'),
      ),
    )
  }
  const sets = { secure: define(true), open: define(false) }
  return Object.freeze({
    cookies: (secure: boolean) => (secure ? sets.secure : sets.open),
    decode,
    until,
    keepsCookies: keepCookies,
  })
}
