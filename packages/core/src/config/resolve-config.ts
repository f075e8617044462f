import { AuthError } from '../errors/auth-error.ts'
import { causeOf } from '../errors/cause-of.ts'
import { InvalidConfig } from '../errors/error-classes.ts'
import type { Runtime } from '../runtime/types.ts'
import type { AuthConfig, CallbacksOptions, EventCallbacks } from '../types/auth-config.ts'
import type { LoggerInstance } from '../types/config-options.ts'
import { skipCSRFCheck } from '../types/symbols.ts'
import { createKeyring } from '../crypto/keyring.ts'
import { readProviderTokens } from './provider-tokens-options.ts'
import { readAccount } from './account-options.ts'
import { bindAdapter } from '../store/bind-adapter.ts'
import type { BoundAdapter } from '../store/bind-adapter.ts'
import { checkConfig } from './check.ts'
import { cookieSets } from './cookie-set.ts'
import * as defaults from './defaults.ts'
import { makeEmit } from './emit.ts'
import { readLegacySessions } from './legacy-session-options.ts'
import { resolveLogger } from './logger.ts'
import { readPages } from './pages-option.ts'
import { resolveProviders } from './provider-table.ts'
import type { ProviderTable } from './provider-table.ts'
import type { MethodRegistry } from './method.ts'
import * as read from './readers.ts'
import { readProxyOrigins } from './redirect-proxy-option.ts'
import type { ResolvedConfig } from './resolved-config.ts'
import { readSecrets } from './secret-option.ts'
import { readSession } from './session-options.ts'
import { readTheme } from './theme-option.ts'
import { readToken } from './session-token-options.ts'
import { findMissingFeatures, findWarnings, warnOnce } from './warnings.ts'
import { readI18n } from './i18n-options.ts'

const readAdapter = (config: AuthConfig, runtime: Runtime, logger: LoggerInstance): BoundAdapter | undefined => {
  const timeout = read.readMilliseconds(config.adapterTimeout, 'adapterTimeout', defaults.ADAPTER_TIMEOUT)
  const tokens = readProviderTokens(config, runtime)
  const { adapter } = config
  if (adapter === undefined || adapter === null) return undefined
  return bindAdapter(adapter, { logger, after: runtime.after, timeout, tokens })
}

const readRequireVerifiedEmail = (config: AuthConfig, { all }: ProviderTable): boolean => {
  const isRequired = read.readFlag(config.requireVerifiedEmail, 'requireVerifiedEmail') ?? false
  if (isRequired && !all.some(({ method }) => method.facts.verifiesEmail === 'itself'))
    throw new InvalidConfig('requireVerifiedEmail needs an e-mail provider', { option: 'requireVerifiedEmail' })
  return isRequired
}

const resolve = (config: AuthConfig, runtime: Runtime, methods: MethodRegistry): ResolvedConfig => {
  const logger = resolveLogger(config, runtime)
  warnOnce(config.logger ?? runtime.console, logger, findWarnings(config))
  const secrets = readSecrets(config.secret)
  const session = readSession(config)
  const providers = resolveProviders(config.providers ?? [], methods)
  const callbacks = read.readFunctions(config.callbacks, 'callbacks') as Partial<CallbacksOptions>
  const experimental = read.readRecord(config.experimental, 'experimental')
  checkConfig({
    providers: providers.all,
    methods,
    adapter: config.adapter ?? undefined,
    strategy: session.strategy,
    features: { enableWebAuthn: experimental['enableWebAuthn'] === true },
  })
  warnOnce(
    config.logger ?? runtime.console,
    logger,
    findMissingFeatures(providers.all, methods, config.adapter ?? undefined),
  )
  const cookies = cookieSets(config.cookies)
  const origin = read.readOriginOption(config.origin, 'origin')
  return Object.freeze({
    basePath: read.readBasePath(config.basePath, defaults.BASE_PATH),
    origin,
    trustHost: read.readFlag(config.trustHost, 'trustHost') ?? false,
    secureCookies: read.readFlag(config.useSecureCookies, 'useSecureCookies'),
    keyring: createKeyring(secrets, runtime.crypto),
    account: readAccount(config),
    session,
    token: readToken(config, secrets, session.maxAge, runtime),
    cookies,
    legacySessions: readLegacySessions(config.legacySessions, cookies),
    callbacks: Object.freeze({ ...defaults.defaultCallbacks, ...callbacks }),
    definedCallbacks: Object.freeze({
      signIn: callbacks.signIn !== undefined,
      redirect: callbacks.redirect !== undefined,
      session: callbacks.session !== undefined,
      jwt: callbacks.jwt !== undefined,
    }),
    emit: makeEmit(read.readFunctions(config.events, 'events') as Partial<EventCallbacks>, logger, runtime.after),
    adapter: readAdapter(config, runtime, logger),
    logger,
    pages: readPages(config),
    theme: readTheme(config),
    messages: readI18n(config),
    remembersProvider: read.readFlag(config.rememberProvider, 'rememberProvider') ?? true,
    providers,
    requireVerifiedEmail: readRequireVerifiedEmail(config, providers),
    checksCsrf: config.skipCSRFCheck !== skipCSRFCheck,
    maxBodySize: read.readCount(config.maxBodySize, 'maxBodySize', defaults.MAX_BODY_SIZE),
    redirectProxyUrl: read.readText(config.redirectProxyUrl, 'redirectProxyUrl'),
    redirectProxyOrigins: readProxyOrigins(config.redirectProxyOrigins),
  })
}

/** What comes out of reading is an `AuthError`, whatever the owner's objects did. */
const guarded = <Value>(work: () => Value): Value => {
  try {
    return work()
  } catch (error) {
    throw error instanceof AuthError ? error : new AuthError('The configuration could not be read', causeOf(error))
  }
}

interface Known {
  readonly seen: Readonly<Record<string, unknown>>
  readonly runtime: Runtime
  readonly resolved: ResolvedConfig
}

const known = new WeakMap<AuthConfig, Known>()

const unchanged = (config: AuthConfig, seen: Readonly<Record<string, unknown>>): boolean => {
  let count = 0
  for (const key in config) {
    count += 1
    if (config[key as keyof AuthConfig] !== seen[key]) return false
  }
  return count === Object.keys(seen).length
}

/**
 * The config worked out: once per object, and anew when a member of the object was replaced, as `setEnvDefaults` does.
 * Throws an `AuthError` that says what has to be changed.
 */
export const resolveConfig = (config: AuthConfig, runtime: Runtime, methods: MethodRegistry): ResolvedConfig => {
  const given: unknown = config
  if (typeof given !== 'object' || given === null) throw new InvalidConfig('The config has to be an object')
  const before = known.get(config)
  if (before !== undefined && before.runtime === runtime && unchanged(config, before.seen)) return before.resolved
  const seen = { ...config }
  // Without a prototype, so that no option is found in it that nobody wrote.
  const own = Object.assign(Object.create(null) as object, config) as AuthConfig
  const resolved = guarded(() => resolve(own, runtime, methods))
  known.set(config, { seen, runtime, resolved })
  return resolved
}
