import type { AdapterNeed, ConfiguredProvider, MethodRegistry, ConfigWarning } from './engine-types.ts'
import { oncePer } from '../base/async.ts'
import { authError, InvalidConfig } from '../errors/error-classes.ts'
import type { AdapterMethod } from '../store/bind-adapter.ts'
import type { Adapter } from '../types/adapter.ts'
import { byMethod } from './provider-table.ts'
import type { AuthConfig } from '../types/auth-config.ts'
import type { LoggerInstance } from '../types/config-options.ts'
import { skipCSRFCheck } from '../types/symbols.ts'
import { findColor, FOR_TEXT, lacksContrast } from '../web/color.ts'
import { checkPages } from './check-pages.ts'
import { findUnknownOptions, options, type ReadOptions } from './options.ts'
import { findSharedOrigins } from './proxy-origins.ts'
import { findEmailWarnings, signsInByMail } from './unverified-email.ts'

/** The facts that say which methods the adapter must have. */
interface AdapterFacts {
  readonly providers: readonly ConfiguredProvider[]
  readonly methods: MethodRegistry
  readonly adapter: Adapter | undefined
  readonly strategy: 'jwt' | 'database'
  readonly requireVerifiedEmail: boolean
}

const DATABASE_SESSIONS: AdapterNeed = {
  who: 'session.strategy "database"',
  methods: ['createSession', 'getSessionAndUser', 'updateSession', 'deleteSession', 'getUser'],
}

/** Each missing method with what needs it, in the order of the needs. */
const findMissing = (needs: readonly AdapterNeed[], adapter: Adapter): ReadonlyMap<string, readonly string[]> => {
  const has = (method: AdapterMethod): boolean => typeof adapter[method] === 'function'
  const wanted = new Set(needs.filter(({ unless }) => unless === undefined).flatMap(({ methods }) => methods))
  const missing = new Map<string, readonly string[]>()
  for (const { who, methods, unless } of needs) {
    if (unless?.every((method) => has(method) || wanted.has(method)) === true) continue
    for (const method of methods) if (!has(method)) missing.set(method, [...(missing.get(method) ?? []), who])
  }
  return missing
}

/** Check that the adapter has the methods that the config calls. The error names all missing ones and their users. */
const checkAdapter = ({ providers, methods, adapter, strategy }: AdapterFacts): void => {
  const needs = [
    ...(strategy === 'database' ? [DATABASE_SESSIONS] : []),
    ...byMethod(providers, methods).flatMap(([method, served]) => method.adapterNeeds(served)),
  ]
  if (adapter === undefined) {
    const who = needs.filter(({ isOptional, unless }) => isOptional !== true && unless === undefined)
    if (who.length === 0) return
    throw authError('MissingAdapter', `An adapter is needed for: ${who.map((need) => need.who).join(', ')}`)
  }
  const missing = [...findMissing(needs, adapter)]
  if (missing.length === 0) return
  const list = missing.map(([method, who]) => `${method} (${who.join(', ')})`)
  const names = missing.map(([name]) => name)
  throw authError('MissingAdapterMethods', `The adapter lacks ${list.join('; ')}`, { missing: names })
}

/** Check that the parts of a config work together: the pages, what each method demands, the adapter, `requireVerifiedEmail`. */
export const checkConfig = (read: ReadOptions, facts: AdapterFacts): void => {
  const { experimental } = read
  checkPages(read)
  for (const [method, served] of byMethod(facts.providers, facts.methods)) method.checkProviders?.(served, experimental)
  checkAdapter(facts)
  if (facts.requireVerifiedEmail && !signsInByMail(facts.providers))
    throw new InvalidConfig('requireVerifiedEmail needs an e-mail provider', { option: 'requireVerifiedEmail' })
}

/** Whether the contrast of the button's text is too low to read (WCAG 2.2, 1.4.3). */
const isHardToRead = ({ theme }: AuthConfig): boolean => {
  const [ground, text] = [findColor(theme?.brandColor), findColor(theme?.buttonText)]
  return ground !== undefined && text !== undefined && lacksContrast(ground, text, FOR_TEXT)
}

const HARD_TO_READ = 'theme.buttonText is hard to read on theme.brandColor; leave it out to use a readable color'

const SHARED_ORIGIN = 'matches hosts that others can register; list exact origins, or use a domain of your own'

/** Whether every session ends before `session.maxAge`. */
const endsBeforeMaxAge = ({ session }: AuthConfig): boolean =>
  Number(session?.maxAge ?? 0) > Number(session?.absoluteMaxAge ?? options.session.absoluteMaxAge.default)

const TOO_LONG = 'session.maxAge is longer than session.absoluteMaxAge, which ends every session'

export const findWarnings = (config: AuthConfig): readonly ConfigWarning[] => {
  const found: ConfigWarning[] = findUnknownOptions(config).map((text) => ['unknown-option', text])
  for (const cookie of ['pkceCodeVerifier', 'nonce'] as const) {
    const text = `cookies.${cookie} has no effect: the state cookie holds it`
    if (config.cookies?.[cookie] !== undefined) found.push(['cookie-without-effect', text])
  }
  if (config.debug === true && config.logger === undefined) found.push(['debug-enabled', 'debug messages are logged'])
  if (config.experimental?.enableWebAuthn === true)
    found.push(['experimental-webauthn', 'passkeys are experimental and may change without notice'])
  for (const origin of findSharedOrigins(config.redirectProxyOrigins))
    found.push(['redirect-proxy-shared', `redirectProxyOrigins: "${origin}" ${SHARED_ORIGIN}`])
  if (endsBeforeMaxAge(config)) found.push(['session-max-age', TOO_LONG])
  if (isHardToRead(config)) found.push(['theme-contrast', HARD_TO_READ])
  if (config.skipCSRFCheck === skipCSRFCheck)
    found.push(['csrf-disabled', 'the library does not check the origin of requests'])
  return found
}

/** What the adapter cannot do and the configuration can work without, and what no option states. */
export const findMissingFeatures = (facts: AdapterFacts): readonly ConfigWarning[] => {
  const { adapter, providers, methods } = facts
  if (adapter === undefined) return findEmailWarnings(facts)
  const has = (method: keyof Adapter): boolean => typeof adapter[method] === 'function'
  return [
    ...byMethod(providers, methods).flatMap(([method, served]) => method.findWarnings?.(served, has) ?? []),
    ...findEmailWarnings(facts),
  ]
}

/** The warnings that each logger has got. */
const loggedBy = oncePer((_logger: object) => new Set<string>())

/** Logs each warning once for each `key`, which outlives the config: the developer's logger, or the console. */
export const warnOnce = (key: object, logger: LoggerInstance, warnings: readonly ConfigWarning[]): void => {
  const logged = loggedBy(key)
  for (const [code, text] of warnings) {
    if (logged.has(code + text) || logged.size > 200) continue
    logged.add(code + text)
    logger.warn(code, text)
  }
}
