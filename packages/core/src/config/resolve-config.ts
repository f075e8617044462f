import type { MethodRegistry, ProviderTable, ResolvedConfig } from './engine-types.ts'
import { defined } from '../base/json.ts'
import { AuthError, causeOf } from '../errors/auth-error.ts'
import { InvalidConfig } from '../errors/error-classes.ts'
import type { Runtime } from '../runtime/engine.ts'
import type { AuthConfig, CallbacksOptions } from '../types/auth-config.ts'
import type { LoggerInstance } from '../types/config-options.ts'
import type { JWT } from '../types/jwt.ts'
import type { Session } from '../types/user.ts'
import { createKeyring } from '../crypto/keyring.ts'
import { checkSecrets, PROVIDER_TOKENS } from '../crypto/secrets.ts'
import { type ProviderTokensConfig, bindAdapter, type BoundAdapter } from '../store/bind-adapter.ts'
import { findOwnTarget } from '../web/redirect-target.ts'
import { checkConfig, findMissingFeatures, findWarnings, warnOnce } from './check-config.ts'
import { cookieSets } from './cookie-set.ts'
import { makeEmit, resolveLogger } from './logger.ts'
import { resolveMessages } from './i18n-options.ts'
import { readOptions, type ReadOptions } from './options.ts'
import { resolveProviders } from './provider-table.ts'
import { resolveLegacySessions, resolveSession, resolveToken } from './session-config.ts'

/** The callbacks of a config that defines none. */
const defaultCallbacks: CallbacksOptions = Object.freeze({
  signIn: () => true,
  redirect: ({ url, baseUrl }: { url: string; baseUrl: string }) => findOwnTarget(url, baseUrl) ?? baseUrl,
  session: ({ session }: { session: Session }) => session,
  jwt: ({ token }: { token: JWT }) => token,
})

const requireSecrets = (...[secrets = [], option]: Partial<Parameters<typeof checkSecrets>>): readonly string[] => {
  checkSecrets(secrets, option)
  return secrets
}

/** A secret that is written but empty is an error: the environment variable behind it is missing. */
const resolveTokens = ({ account }: ReadOptions, config: AuthConfig, runtime: Runtime): ProviderTokensConfig => {
  const { store, secret } = account.tokens
  const isSealed = Object.hasOwn(config.account?.tokens ?? {}, 'secret')
  const keyring = isSealed ? createKeyring(requireSecrets(secret, PROVIDER_TOKENS), runtime.crypto) : undefined
  return { stores: store, keyring }
}

const resolveAdapter = (
  read: ReadOptions,
  config: AuthConfig,
  runtime: Runtime,
  logger: LoggerInstance,
): BoundAdapter | undefined => {
  const tokens = resolveTokens(read, config, runtime)
  if (read.adapter === undefined) return undefined
  return bindAdapter(read.adapter, { logger, after: runtime.after, timeout: read.adapterTimeout, tokens })
}

const checkVerifiedEmail = ({ requireVerifiedEmail }: ReadOptions, { all }: ProviderTable): void => {
  if (requireVerifiedEmail && !all.some(({ method }) => method.facts.verifiesEmail === 'itself'))
    throw new InvalidConfig('requireVerifiedEmail needs an e-mail provider', { option: 'requireVerifiedEmail' })
}

/** A `*` stands for one label of a host name, or part of one. Everything else is compared exactly. */
const toPattern = (origin: string): RegExp => {
  const parts = origin.replace(/\/$/, '').split('*')
  return new RegExp(`^${parts.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('[a-z0-9-]+')}$`)
}

const resolve = (config: AuthConfig, runtime: Runtime, methods: MethodRegistry): ResolvedConfig => {
  const logger = resolveLogger(config, runtime)
  const warnings = config.logger ?? runtime.console
  warnOnce(warnings, logger, findWarnings(config))
  const read = readOptions(config)
  const secrets = requireSecrets(read.secret)
  const session = resolveSession(read)
  const providers = resolveProviders(read.providers ?? [], methods)
  const { adapter } = read
  checkConfig({
    providers: providers.all,
    methods,
    adapter,
    strategy: session.strategy,
    features: read.experimental,
  })
  warnOnce(warnings, logger, findMissingFeatures(providers.all, methods, adapter))
  checkVerifiedEmail(read, providers)
  const cookies = cookieSets(config.cookies)
  const callbacks: Partial<CallbacksOptions> = defined(read.callbacks)
  const { reauthenticateAfter, notifications } = read.account
  return Object.freeze({
    basePath: read.basePath,
    origin: read.origin,
    trustHost: read.trustHost,
    secureCookies: read.useSecureCookies,
    keyring: createKeyring(secrets, runtime.crypto),
    account: Object.freeze({ reauthenticateAfter, notifications }),
    session,
    token: resolveToken(read, config, secrets, runtime),
    cookies,
    legacySessions: resolveLegacySessions(read, config, cookies),
    callbacks: Object.freeze({ ...defaultCallbacks, ...callbacks }),
    definedCallbacks: Object.freeze({
      signIn: callbacks.signIn !== undefined,
      redirect: callbacks.redirect !== undefined,
      session: callbacks.session !== undefined,
      jwt: callbacks.jwt !== undefined,
    }),
    emit: makeEmit(defined(read.events), logger, runtime.after),
    adapter: resolveAdapter(read, config, runtime, logger),
    logger,
    pages: Object.freeze(defined(read.pages)),
    theme: Object.freeze(defined(read.theme)),
    messages: resolveMessages(read.i18n.locales, read.i18n.messages),
    remembersProvider: read.rememberProvider,
    providers,
    methods,
    requireVerifiedEmail: read.requireVerifiedEmail,
    checksCsrf: !read.skipCSRFCheck,
    maxBodySize: read.maxBodySize,
    redirectProxyUrl: read.redirectProxyUrl,
    redirectProxyOrigins: read.redirectProxyOrigins.map(toPattern),
  })
}

/** Throws an `AuthError` only, also when reading a member of the developer's objects throws. */
const guarded = <Value>(work: () => Value): Value => {
  try {
    return work()
  } catch (error) {
    throw error instanceof AuthError ? error : new AuthError('The configuration could not be read', causeOf(error))
  }
}

interface Resolution {
  /** The members of the config at that time. */
  readonly members: Readonly<Record<string, unknown>>
  readonly runtime: Runtime
  readonly resolved: ResolvedConfig
}

const resolutions = new WeakMap<AuthConfig, Resolution>()

const hasSameMembers = (config: AuthConfig, members: Readonly<Record<string, unknown>>): boolean => {
  let count = 0
  for (const name in config) {
    count += 1
    if (config[name as keyof AuthConfig] !== members[name]) return false
  }
  return count === Object.keys(members).length
}

/**
 * Resolves a config: once for each object, and again after a member of the object was replaced, as `setEnvDefaults` does.
 * Throws an `AuthError` that says what to correct.
 */
export const resolveConfig = (config: AuthConfig, runtime: Runtime, methods: MethodRegistry): ResolvedConfig => {
  const given: unknown = config
  if (typeof given !== 'object' || given === null) throw new InvalidConfig('The config has to be an object')
  const last = resolutions.get(config)
  if (last !== undefined && last.runtime === runtime && hasSameMembers(config, last.members)) return last.resolved
  const members = { ...config }
  // Without a prototype: an inherited member is not an option.
  const own = Object.assign(Object.create(null) as object, config) as AuthConfig
  const resolved = guarded(() => resolve(own, runtime, methods))
  resolutions.set(config, { members, runtime, resolved })
  return resolved
}
