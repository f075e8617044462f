import { createPlaintextCache } from '../crypto/plaintext-cache.ts'
import type { PlaintextCache } from '../crypto/plaintext-cache.ts'
import { InvalidConfig } from '../errors/error-classes.ts'
import type { AuthConfig } from '../types/auth-config.ts'
import * as defaults from './defaults.ts'
import * as read from './readers.ts'
import type { SessionConfig } from './resolved-config.ts'

/** One cache for each name of the session cookie: there are two, for sites served securely and not. */
const cachesOf = (size: number): ((cookieName: string) => PlaintextCache) => {
  const caches = new Map<string, PlaintextCache>()
  return (cookieName) => {
    const known = caches.get(cookieName)
    if (known !== undefined) return known
    const made = createPlaintextCache(size)
    caches.set(cookieName, made)
    return made
  }
}

/** How a config keeps sessions. */
export const readSession = (config: AuthConfig): SessionConfig => {
  const written = read.readRecord(config.session, 'session')
  const generate = written['generateSessionToken']
  if (generate !== undefined && typeof generate !== 'function') {
    throw new InvalidConfig('session.generateSessionToken has to be a function')
  }
  const cacheSize = read.readCount(written['cookieCacheSize'], 'session.cookieCacheSize', defaults.COOKIE_CACHE_SIZE)
  return Object.freeze({
    strategy:
      read.readOneOf(written['strategy'], 'session.strategy', ['jwt', 'database'] as const) ??
      (config.adapter === undefined ? 'jwt' : 'database'),
    maxAge: read.readSeconds(written['maxAge'], 'session.maxAge', defaults.SESSION_MAX_AGE, 1),
    updateAge: read.readSeconds(written['updateAge'], 'session.updateAge', defaults.SESSION_UPDATE_AGE, 0),
    generateSessionToken: config.session?.generateSessionToken,
    cacheOf: cachesOf(cacheSize),
  })
}
