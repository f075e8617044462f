import { isObject } from '../base/json.ts'
import { resolveEmailProvider } from '../protocols/email/email-provider.ts'
import type { Adapter } from '../types/adapter.ts'
import type { AuthConfig } from '../types/auth-config.ts'
import type { LoggerInstance } from '../types/config-options.ts'
import { skipCSRFCheck } from '../types/symbols.ts'
import type { ProviderSummary } from './provider-table.ts'
import { isHardToRead } from './theme-option.ts'
import { findUnknownOptions } from './unknown-options.ts'

type Warning = readonly [code: string, text: string]

/** What a config gives reason to warn of: code and text. */
export const findWarnings = (config: AuthConfig): readonly Warning[] => {
  const found: Warning[] = []
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

const findUncounted = (providers: readonly ProviderSummary[], has: (method: keyof Adapter) => boolean): Warning[] => {
  const mails = providers.filter(({ type }) => type === 'email')
  if (mails.length === 0) return []
  if (!has('incrementCounter'))
    return [
      ['mails-unlimited', 'the adapter has no incrementCounter, so nothing limits how many mails an address gets'],
    ]
  const limits = mails.some(({ written }) => resolveEmailProvider(written).maxTriesPerDayInAll !== undefined)
  if (!limits || has('decrementCounter')) return []
  const text =
    'the adapter has no decrementCounter, so nothing limits how many codes are tried at all addresses together'
  return [['tries-unlimited', text]]
}

const joinsByAddress = ({ written }: ProviderSummary): boolean => {
  const options = isObject(written['options']) ? written['options'] : {}
  return { ...written, ...options }['allowDangerousEmailAccountLinking'] === true
}

/** What it takes to remove what somebody has who only claimed an address. */
const REMOVAL = ['listAccounts', 'unlinkAccount', 'deleteSessions'] as const

/**
 * An address can be claimed at a provider that does not prove it: a password is the application's, and a passkey waits for the proof
 * where a mail can bring it. Its owner comes by a mail, or by a provider that joins them with that user.
 */
const findKept = (providers: readonly ProviderSummary[], has: (method: keyof Adapter) => boolean): Warning[] => {
  const others = providers.filter(({ type }) => type === 'oauth' || type === 'oidc')
  const comes = providers.some(({ type }) => type === 'email') || others.some(joinsByAddress)
  const missing = REMOVAL.filter((method) => !has(method))
  if (others.length === 0 || !comes || missing.length === 0) return []
  const why = `the adapter has no ${missing.join(' and no ')}`
  return [['claims-kept', `${why}, so whoever claimed an address keeps their way in when its owner comes`]]
}

/** What the database cannot do and the configuration can go without. */
export const findMissingFeatures = (
  providers: readonly ProviderSummary[],
  adapter: Adapter | undefined,
): readonly Warning[] => {
  if (adapter === undefined) return []
  const has = (method: keyof Adapter): boolean => typeof adapter[method] === 'function'
  return [...findUncounted(providers, has), ...findKept(providers, has)]
}

/** What each logger was already told, so that a config made anew for each request does not repeat itself. */
const told = new WeakMap<object, Set<string>>()

/** Tell each warning once a logger. `key` is what outlives the config: the owner's logger, or the console. */
export const warnOnce = (key: object, logger: LoggerInstance, warnings: readonly Warning[]): void => {
  const before = told.get(key) ?? new Set<string>()
  told.set(key, before)
  for (const [code, text] of warnings) {
    if (before.has(code + text) || before.size > 200) continue
    before.add(code + text)
    logger.warn(code, text)
  }
}
