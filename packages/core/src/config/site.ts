import type { Keyring } from '../crypto/keyring.ts'
import type { Runtime } from '../runtime/types.ts'
import type { CookieKind, CookieSet } from './cookies.ts'
import type { ResolvedConfig } from './resolved.ts'

/** What every step of a flow works with: what the owner wants, the world, and the cookies and keys that follow from both. */
export interface Site {
  readonly config: ResolvedConfig
  readonly runtime: Runtime
  readonly keyring: Keyring
  readonly cookies: CookieSet
  /** Session cookies of a library that was here before, as long as they are accepted. */
  readonly formerCookies: readonly CookieKind[]
}

const NONE: readonly CookieKind[] = Object.freeze([])

const formerCookies = ({ former }: ResolvedConfig, runtime: Runtime, secure: boolean): readonly CookieKind[] =>
  former === undefined || runtime.now() >= former.until ? NONE : former.cookies(secure)

/** The site of a request that came securely or not. */
export const siteOf = (config: ResolvedConfig, runtime: Runtime, cameSecurely: boolean): Site => {
  const secure = config.secureCookies ?? cameSecurely
  return {
    config,
    runtime,
    keyring: config.keyring,
    cookies: config.cookies(secure),
    formerCookies: formerCookies(config, runtime, secure),
  }
}
