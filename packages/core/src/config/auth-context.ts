import type { Keyring } from '../crypto/keyring.ts'
import type { Runtime } from '../runtime/types.ts'
import type { CookieDefinition, CookieSet } from './cookie-set.ts'
import type { ResolvedConfig } from './resolved-config.ts'

/** What every step of a flow works with: what the owner wants, the world, and the cookies and keys that follow from both. */
export interface AuthContext {
  readonly config: ResolvedConfig
  readonly runtime: Runtime
  readonly keyring: Keyring
  readonly cookies: CookieSet
  /** Session cookies of a library that was here before, as long as they are accepted. */
  readonly legacyCookies: readonly CookieDefinition[]
}

const NONE: readonly CookieDefinition[] = Object.freeze([])

const formerCookies = (
  { legacySessions: legacy }: ResolvedConfig,
  runtime: Runtime,
  secure: boolean,
): readonly CookieDefinition[] =>
  legacy === undefined || runtime.now() >= legacy.until ? NONE : legacy.cookies(secure)

/** The site of a request that came securely or not. */
export const contextFor = (config: ResolvedConfig, runtime: Runtime, cameSecurely: boolean): AuthContext => {
  const secure = config.secureCookies ?? cameSecurely
  return {
    config,
    runtime,
    keyring: config.keyring,
    cookies: config.cookies(secure),
    legacyCookies: formerCookies(config, runtime, secure),
  }
}
