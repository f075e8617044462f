import type { Keyring } from '../crypto/keyring.ts'
import type { Runtime } from '../runtime/types.ts'
import type { CookieSet } from './cookies.ts'
import type { ResolvedConfig } from './resolved.ts'

/** What every step of a flow works with: what the owner wants, the world, and the cookies and keys that follow from both. */
export interface Site {
  readonly config: ResolvedConfig
  readonly runtime: Runtime
  readonly keyring: Keyring
  readonly cookies: CookieSet
}

/** The site of a request that came securely or not. */
export const siteOf = (config: ResolvedConfig, runtime: Runtime, secure: boolean): Site => ({
  config,
  runtime,
  keyring: config.keyring,
  cookies: config.cookies(config.secureCookies ?? secure),
})
