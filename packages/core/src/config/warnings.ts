import type { Adapter } from '../types/adapter.ts'
import type { AuthConfig } from '../types/auth-config.ts'
import type { LoggerInstance } from '../types/config-options.ts'
import { skipCSRFCheck } from '../types/symbols.ts'
import type { ConfigWarning, MethodRegistry } from './method.ts'
import { byMethod } from './provider-table.ts'
import type { ConfiguredProvider } from './provider-table.ts'
import { isHardToRead } from './theme-option.ts'
import { findUnknownOptions } from './unknown-options.ts'

/** What a config gives reason to warn of: code and text. */
export const findWarnings = (config: AuthConfig): readonly ConfigWarning[] => {
  const found: ConfigWarning[] = []
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

/** What it takes to remove what somebody has who only claimed an address. */
const REMOVAL = ['listAccounts', 'unlinkAccount', 'deleteSessions'] as const

/**
 * A provider may not verify e-mail addresses, so an attacker can sign in there with an address of another user. The warning
 * says that the adapter cannot remove the attacker's account when that user verifies the address.
 */
const findUnremovable = (
  providers: readonly ConfiguredProvider[],
  has: (method: keyof Adapter) => boolean,
): readonly ConfigWarning[] => {
  const byProvider = providers.filter(({ method }) => method.facts.verifiesEmail === 'by-provider')
  const isVerifiedLater =
    providers.some(({ method }) => method.facts.verifiesEmail === 'itself') ||
    byProvider.some(({ options }) => options['allowDangerousEmailAccountLinking'] === true)
  const missing = REMOVAL.filter((method) => !has(method))
  if (byProvider.length === 0 || !isVerifiedLater || missing.length === 0) return []
  const what = `the adapter has no ${missing.join(' and no ')}`
  const so = 'so an account that was linked before an e-mail address was verified stays linked afterwards'
  return [['unverified-kept', `${what}, ${so}`]]
}

/** What the adapter cannot do and the configuration can work without. */
export const findMissingFeatures = (
  providers: readonly ConfiguredProvider[],
  methods: MethodRegistry,
  adapter: Adapter | undefined,
): readonly ConfigWarning[] => {
  if (adapter === undefined) return []
  const has = (method: keyof Adapter): boolean => typeof adapter[method] === 'function'
  return [
    ...byMethod(providers, methods).flatMap(([method, served]) => method.findWarnings?.(served, has) ?? []),
    ...findUnremovable(providers, has),
  ]
}

/** What each logger was already told, so that a config made anew for each request does not repeat itself. */
const told = new WeakMap<object, Set<string>>()

/** Tell each warning once a logger. `key` is what outlives the config: the owner's logger, or the console. */
export const warnOnce = (key: object, logger: LoggerInstance, warnings: readonly ConfigWarning[]): void => {
  const before = told.get(key) ?? new Set<string>()
  told.set(key, before)
  for (const [code, text] of warnings) {
    if (before.has(code + text) || before.size > 200) continue
    before.add(code + text)
    logger.warn(code, text)
  }
}
