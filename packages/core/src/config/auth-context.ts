import type { AuthContext, ResolvedConfig } from './engine-types.ts'
import type { Runtime } from '../runtime/engine.ts'
import type { CookieDefinition } from './cookie-set.ts'

const NONE: readonly CookieDefinition[] = Object.freeze([])

/** The context of a request. `isSecure`: the request came over https. */
export const contextFor = (config: ResolvedConfig, runtime: Runtime, isSecure: boolean): AuthContext => {
  const secure = config.secureCookies ?? isSecure
  const { legacySessions } = config
  const isAccepted = legacySessions !== undefined && runtime.now() < legacySessions.until
  return {
    config,
    runtime,
    keyring: config.keyring,
    cookies: config.cookies(secure),
    legacyCookies: isAccepted ? legacySessions.cookies(secure) : NONE,
  }
}
