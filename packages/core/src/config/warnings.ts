import type { Adapter } from '../types/adapter.ts'
import type { AuthConfig } from '../types/config.ts'
import type { LoggerInstance } from '../types/options.ts'
import { skipCSRFCheck } from '../types/symbols.ts'
import type { ProviderSummary } from './providers.ts'
import { isHardToRead } from './theme.ts'
import { findUnknownOptions } from './unknown-options.ts'

/** What a config gives reason to warn of: code and text. */
export const findWarnings = (config: AuthConfig): readonly (readonly [code: string, text: string])[] => {
  const found: (readonly [string, string])[] = []
  for (const text of findUnknownOptions(config)) found.push(['unknown-option', text])
  for (const cookie of ['pkceCodeVerifier', 'nonce'] as const) {
    if (config.cookies?.[cookie] !== undefined) {
      found.push(['cookie-without-effect', `cookies.${cookie} has no effect: the state cookie holds it`])
    }
  }
  if (config.debug === true && config.logger === undefined) found.push(['debug-enabled', 'debug messages are written'])
  if (config.experimental?.enableWebAuthn === true) {
    found.push(['experimental-webauthn', 'passkeys are experimental and may change without notice'])
  }
  if (isHardToRead(config)) {
    found.push(['theme-contrast', 'theme.buttonText can hardly be read on theme.brandColor; left out, it is chosen'])
  }
  if (config.skipCSRFCheck === skipCSRFCheck) found.push(['csrf-disabled', 'nothing checks where a request came from'])
  return found
}

/** What the database cannot do and the configuration can go without. */
export const findUncounted = (
  providers: readonly ProviderSummary[],
  adapter: Adapter | undefined,
): readonly (readonly [code: string, text: string])[] =>
  adapter === undefined || typeof adapter.countAttempt === 'function' || !providers.some(({ type }) => type === 'email')
    ? []
    : [['mails-unlimited', 'the adapter has no countAttempt, so nothing limits how many mails an address gets']]

/** What each logger was already told, so that a config made anew for each request does not repeat itself. */
const told = new WeakMap<object, Set<string>>()

/** Tell each warning once a logger. `key` is what outlives the config: the owner's logger, or the console. */
export const warnOnce = (
  key: object,
  logger: LoggerInstance,
  warnings: readonly (readonly [string, string])[],
): void => {
  const before = told.get(key) ?? new Set<string>()
  told.set(key, before)
  for (const [code, text] of warnings) {
    if (before.has(code + text) || before.size > 200) continue
    before.add(code + text)
    logger.warn(code, text)
  }
}
