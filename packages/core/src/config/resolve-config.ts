import type { AuthContext, ConfigWarning, MethodRegistry, ResolvedConfig } from './engine-types.ts'
import { once } from '../base/async.ts'
import { defined } from '../base/json.ts'
import { makeObjectValues } from '../base/object-values.ts'
import { AuthError, causeOf } from '../errors/auth-error.ts'
import type { Runtime } from '../runtime/engine.ts'
import type { AuthConfig } from '../types/auth-config.ts'
import { createKeyring } from '../crypto/keyring.ts'
import { checkSecrets, PROVIDER_TOKENS } from '../crypto/secrets.ts'
import { bindAdapter } from '../store/bind-adapter.ts'
import type { ProviderTokensConfig } from '../store/call-adapter.ts'
import { checkConfig } from './check-config.ts'
import { findWarnings, warnOnce } from './config-warnings.ts'
import { cookieSets } from './cookie-set.ts'
import { makeEmit, resolveLogger } from './logger.ts'
import { resolveMessages } from './i18n-options.ts'
import { findUnknownOptions, readFunctions, readOptions, type ReadOptions } from './options.ts'
import { invalidOption } from './readers.ts'
import { resolveProviders } from './provider-table.ts'
import { toOriginPattern } from './proxy-origins.ts'
import { isSameConfig, copyPlain } from './same-config.ts'
import { resolveLegacySessions, resolveSession, resolveToken } from './session-config.ts'

const resolveTokens = ({ account }: ReadOptions, config: AuthConfig, runtime: Runtime): ProviderTokensConfig => {
  const { store: stores, secret = [] } = account.tokens
  // A secret that is written but empty is an error: the environment variable behind it is missing.
  if (!Object.hasOwn(config.account?.tokens ?? {}, 'secret')) return { stores, keyring: undefined }
  checkSecrets(secret, PROVIDER_TOKENS)
  return { stores, keyring: createKeyring(secret, runtime.crypto) }
}

const loadWarnings = once(() => import('./development-warnings.ts'))

type Callbacks = ReadOptions['callbacks']

/** The callbacks of a development server: they warn about results that the developer probably did not mean. */
const watchCallbacks =
  (warn: (warnings: readonly ConfigWarning[]) => void) =>
  ({ signIn, jwt, session, ...others }: Callbacks): Callbacks => ({
    ...others,
    signIn: signIn && (async (params) => (await loadWarnings()).callSignIn(signIn, params, warn)),
    jwt: jwt && (async (params) => (await loadWarnings()).callJwt(jwt, params, warn)),
    session: session && (async (params) => (await loadWarnings()).callSession(session, params, warn)),
  })

/**
 * A resolved config, and what binds the adapter and the callbacks of a config with the same content.
 * @param known resolved providers with the content of those of the config, if there are any
 */
const resolve = (
  config: AuthConfig,
  runtime: Runtime,
  methods: MethodRegistry,
  known: ResolvedConfig['providers'] | undefined,
) => {
  const logger = resolveLogger(config, runtime)
  const warn = (warnings: readonly ConfigWarning[]): void =>
    warnOnce(config.logger ?? runtime.console, logger, warnings)
  warn(findUnknownOptions(config).map((text) => ['unknown-option', text]))
  const read = readOptions(config)
  const { adapter, secret = [], jwt: _jwt, ...options } = read
  checkSecrets(secret)
  const session = resolveSession(read)
  const providers = known ?? resolveProviders(read.providers ?? [], methods)
  if (runtime.isDevelopment === true)
    void loadWarnings().then(({ warnOfMisspelledOptions }) => warnOfMisspelledOptions(providers.all, warn))
  const facts = { ...read, providers: providers.all, methods, strategy: session.strategy }
  checkConfig(facts)
  warn(findWarnings(facts))
  const cookies = cookieSets(config.cookies)
  const { tokens: _apart, ...account } = read.account
  // Users who sign up until then would count as imported.
  if (account.importedBefore !== undefined && account.importedBefore > runtime.now())
    throw invalidOption('account.importedBefore', 'a time in the past', config.account?.importedBefore)
  const tokens = resolveTokens(read, config, runtime)
  const bound = { logger, after: runtime.after, timeout: read.adapterTimeout, tokens }
  const bind = (given: AuthConfig['adapter']) => (given === undefined ? undefined : bindAdapter(given, bound))
  const watch = runtime.isDevelopment === true ? watchCallbacks(warn) : (given: Callbacks) => given
  const resolved: ResolvedConfig = Object.freeze({
    ...options,
    callbacks: watch(options.callbacks),
    keyring: createKeyring(secret, runtime.crypto),
    account: Object.freeze(account),
    session,
    token: resolveToken(read, config, runtime),
    cookies,
    legacySessions: resolveLegacySessions(read, config, cookies),
    emit: makeEmit(defined(read.events), logger, runtime.after),
    adapter: bind(adapter),
    logger,
    theme: Object.freeze(defined(read.theme)),
    messages: resolveMessages(read.i18n.locales, read.i18n.messages),
    providers,
    methods,
    redirectProxyOrigins: (read.redirectProxyOrigins ?? []).map(toOriginPattern),
  })
  return { resolved, bind, watch }
}

type Resolution = Readonly<ReturnType<typeof resolve>>

/**
 * What a config that is made anew for each request seldom needs. A class: for an object with getters of its own, V8 makes a hidden class per
 * object, which lives until a full garbage collection.
 */
class LazyMembers implements Pick<ResolvedConfig, 'providers' | 'adapter'> {
  readonly #providers: () => ResolvedConfig['providers']
  readonly #adapter: () => ResolvedConfig['adapter']

  constructor(providers: () => ResolvedConfig['providers'], adapter: () => ResolvedConfig['adapter']) {
    this.#providers = once(providers)
    this.#adapter = once(adapter)
  }

  get providers(): ResolvedConfig['providers'] {
    return this.#providers()
  }

  get adapter(): ResolvedConfig['adapter'] {
    return this.#adapter()
  }
}

/** The resolved config of the same content, with the functions of this config. Providers and adapter wait for their use. */
const withFunctionsOf = (
  config: AuthConfig,
  { resolved, bind, watch }: Resolution,
  runtime: Runtime,
): ResolvedConfig => {
  const { providers: _providers, adapter: _adapter, ...same } = resolved
  const { callbacks, events } = readFunctions(config)
  const lazy = new LazyMembers(
    () => resolveProviders(config.providers, resolved.methods),
    () => bind(config.adapter ?? undefined),
  )
  const emit = makeEmit(defined(events), resolved.logger, runtime.after)
  return Object.freeze(Object.assign(lazy, same, { callbacks: watch(callbacks), emit }))
}

type Members = Readonly<Record<string, unknown>>

/** What each config was resolved to, and the members that it had then. */
const resolutions = makeObjectValues<{ members: Members; runtime: Runtime; resolved: ResolvedConfig }>()

const hasSameMembers = (config: AuthConfig, members: Members): boolean => {
  let count = 0
  for (const name in config) {
    count += 1
    if (config[name as keyof AuthConfig] !== members[name]) return false
  }
  return count === Object.keys(members).length
}

/** The contents that were resolved last, to recognize a config that is made anew for each request. */
const recent: (Resolution & { readonly copy: AuthConfig; readonly runtime: Runtime })[] = []
const MAX_RECENT = 8

const resolveContent = (config: AuthConfig, runtime: Runtime, methods: MethodRegistry): ResolvedConfig => {
  const known = recent.find((one) => one.runtime === runtime && isSameConfig(one.copy, config))
  if (known !== undefined) return withFunctionsOf(config, known, runtime)
  // Where only another value differs, such as the theme of a tenant, the providers wait for their use too.
  const sharing = recent.find(
    (one) =>
      one.runtime === runtime && isSameConfig({ providers: one.copy.providers }, { providers: config.providers }),
  )
  const resolution = resolve(config, runtime, methods, sharing?.resolved.providers)
  recent.unshift({ ...resolution, copy: copyPlain(config) as AuthConfig, runtime })
  recent.length = Math.min(recent.length, MAX_RECENT)
  return sharing === undefined ? resolution.resolved : withFunctionsOf(config, resolution, runtime)
}

/** Resolves a config once for each object, and again after a member was replaced, as `setEnvDefaults` does. */
export const resolveConfig = (config: AuthConfig, runtime: Runtime, methods: MethodRegistry): ResolvedConfig => {
  const given: unknown = config
  if (typeof given !== 'object' || given === null) throw invalidOption('config', 'an object', given)
  const last = resolutions.get(config)
  if (last !== undefined && last.runtime === runtime && hasSameMembers(config, last.members)) return last.resolved
  const members = { ...config }
  // Without a prototype: an inherited member is not an option.
  const own = Object.assign(Object.create(null) as object, config) as AuthConfig
  try {
    const resolved = resolveContent(own, runtime, methods)
    resolutions.set(config, { members, runtime, resolved })
    return resolved
  } catch (error) {
    // Reading a member of the developer's objects may throw anything.
    throw error instanceof AuthError ? error : new AuthError('The configuration could not be read', causeOf(error))
  }
}

/** The context of a request. `isSecure`: the request came over https. */
export const contextFor = (config: ResolvedConfig, runtime: Runtime, isSecure: boolean): AuthContext => {
  const { keyring, legacySessions, useSecureCookies = isSecure } = config
  const isAccepted = legacySessions !== undefined && runtime.now() < legacySessions.until
  return {
    config,
    runtime,
    keyring,
    cookies: config.cookies(useSecureCookies),
    legacyCookies: isAccepted ? legacySessions.cookies(useSecureCookies) : [],
  }
}
