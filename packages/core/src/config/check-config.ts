import type {
  AdapterNeed,
  ConfiguredProvider,
  MethodRegistry,
  ExperimentalFeatures,
  ConfigWarning,
} from './engine-types.ts'
import { authError } from '../errors/error-classes.ts'
import type { AdapterMethod } from '../store/bind-adapter.ts'
import type { Adapter } from '../types/adapter.ts'
import { byMethod } from './provider-table.ts'
import type { AuthConfig } from '../types/auth-config.ts'
import type { LoggerInstance } from '../types/config-options.ts'
import { skipCSRFCheck } from '../types/symbols.ts'
import { findColor, FOR_TEXT, lacksContrast } from '../web/color.ts'
import { findUnknownOptions } from './options.ts'

/** The facts that say which methods the adapter must have. */
interface AdapterFacts {
  readonly providers: readonly ConfiguredProvider[]
  readonly methods: MethodRegistry
  readonly adapter: Adapter | undefined
  readonly strategy: 'jwt' | 'database'
}

const DATABASE_SESSIONS: AdapterNeed = {
  who: 'session.strategy "database"',
  methods: ['createSession', 'getSessionAndUser', 'updateSession', 'deleteSession', 'getUser'],
}

type Has = (method: AdapterMethod) => boolean

const listNeeds = ({ providers, methods, strategy }: AdapterFacts): readonly AdapterNeed[] => [
  ...(strategy === 'database' ? [DATABASE_SESSIONS] : []),
  ...byMethod(providers, methods).flatMap(([method, served]) => method.adapterNeeds(served)),
]

/** Each missing method with what needs it, in the order of the needs. */
const findMissing = (needs: readonly AdapterNeed[], has: Has): ReadonlyMap<AdapterMethod, readonly string[]> => {
  const wanted = new Set(needs.filter(({ unless }) => unless === undefined).flatMap(({ methods }) => methods))
  const missing = new Map<AdapterMethod, readonly string[]>()
  for (const { who, methods, unless } of needs) {
    if (unless?.every((method) => has(method) || wanted.has(method)) === true) continue
    for (const method of methods) if (!has(method)) missing.set(method, [...(missing.get(method) ?? []), who])
  }
  return missing
}

/**
 * Check that the adapter has the methods that the rest of the configuration calls. Throws `MissingAdapter`, or
 * `MissingAdapterMethods` with every missing method and what needs it, so that the developer finds them all at once.
 */
const checkAdapter = (facts: AdapterFacts): void => {
  const { adapter } = facts
  const needs = listNeeds(facts)
  if (adapter === undefined) {
    const who = needs.filter(({ isOptional, unless }) => isOptional !== true && unless === undefined)
    if (who.length > 0)
      throw authError('MissingAdapter', `An adapter is needed for: ${who.map((need) => need.who).join(', ')}`)
    return
  }
  const missing = [...findMissing(needs, (method) => typeof adapter[method] === 'function')]
  if (missing.length === 0) return
  const list = missing.map(([method, who]) => `${method} (${who.join(', ')})`)
  throw authError('MissingAdapterMethods', `The adapter lacks ${list.join('; ')}`, {
    missing: missing.map(([name]) => name),
  })
}

/** The facts that the checks compare. */
interface ConfigFacts extends AdapterFacts {
  readonly features: ExperimentalFeatures
}

/** Check that the parts of a config work together: first what each sign-in method demands, then the adapter. */
export const checkConfig = (facts: ConfigFacts): void => {
  for (const [method, served] of byMethod(facts.providers, facts.methods))
    method.checkProviders?.(served, facts.features)
  checkAdapter(facts)
}

/** Whether the contrast of the button's text is too low to read (WCAG 2.2, 1.4.3). */
const isHardToRead = ({ theme }: AuthConfig): boolean => {
  const [ground, text] = [findColor(theme?.brandColor), findColor(theme?.buttonText)]
  return ground !== undefined && text !== undefined && lacksContrast(ground, text, FOR_TEXT)
}

/** The warnings about the options of a config. */
export const findWarnings = (config: AuthConfig): readonly ConfigWarning[] => {
  const found: ConfigWarning[] = []
  for (const text of findUnknownOptions(config)) found.push(['unknown-option', text])
  for (const cookie of ['pkceCodeVerifier', 'nonce'] as const) {
    if (config.cookies?.[cookie] !== undefined) {
      found.push(['cookie-without-effect', `cookies.${cookie} has no effect: the state cookie holds it`])
    }
  }
  if (config.debug === true && config.logger === undefined) found.push(['debug-enabled', 'debug messages are logged'])
  if (config.experimental?.enableWebAuthn === true) {
    found.push(['experimental-webauthn', 'passkeys are experimental and may change without notice'])
  }
  if (isHardToRead(config)) {
    found.push([
      'theme-contrast',
      'theme.buttonText is hard to read on theme.brandColor; leave it out to use a readable color',
    ])
  }
  if (config.skipCSRFCheck === skipCSRFCheck)
    found.push(['csrf-disabled', 'the library does not check the origin of requests'])
  return found
}

/** What removes an account that was linked before the e-mail address was verified. */
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

/** What each logger has got, so that an application that makes a config for each request logs a warning once. */
const logged = new WeakMap<object, Set<string>>()

/** Logs each warning once for each logger. `key` outlives the config: the developer's logger, or the console. */
export const warnOnce = (key: object, logger: LoggerInstance, warnings: readonly ConfigWarning[]): void => {
  const before = logged.get(key) ?? new Set<string>()
  logged.set(key, before)
  for (const [code, text] of warnings) {
    if (before.has(code + text) || before.size > 200) continue
    before.add(code + text)
    logger.warn(code, text)
  }
}
