import type { AuthContext, MethodRegistry, ResolvedConfig } from './engine-types.ts'
import { defined } from '../base/json.ts'
import { AuthError, causeOf } from '../errors/auth-error.ts'
import { InvalidConfig } from '../errors/error-classes.ts'
import type { Runtime } from '../runtime/engine.ts'
import type { AuthConfig, CallbacksOptions } from '../types/auth-config.ts'
import type { JWT } from '../types/jwt.ts'
import type { Session } from '../types/user.ts'
import { createKeyring } from '../crypto/keyring.ts'
import { checkSecrets, PROVIDER_TOKENS } from '../crypto/secrets.ts'
import { type ProviderTokensConfig, bindAdapter } from '../store/bind-adapter.ts'
import { findOwnTarget } from '../web/redirect-target.ts'
import { checkConfig, findMissingFeatures, findWarnings, warnOnce } from './check-config.ts'
import { cookieSets, type CookieDefinition } from './cookie-set.ts'
import { makeEmit, resolveLogger } from './logger.ts'
import { resolveMessages } from './i18n-options.ts'
import { readOptions, type ReadOptions } from './options.ts'
import { invalidOption } from './readers.ts'
import { resolveProviders } from './provider-table.ts'
import { toOriginPattern } from './proxy-origins.ts'
import { resolveLegacySessions, resolveSession, resolveToken } from './session-config.ts'

/** The callbacks of a config that defines none. */
const defaultCallbacks: CallbacksOptions = Object.freeze({
  signIn: () => true,
  redirect: ({ url, baseUrl }: { url: string; baseUrl: string }) => findOwnTarget(url, baseUrl) ?? baseUrl,
  session: ({ session }: { session: Session }) => session,
  jwt: ({ token }: { token: JWT }) => token,
})

const resolveTokens = ({ account }: ReadOptions, config: AuthConfig, runtime: Runtime): ProviderTokensConfig => {
  const { store: stores, secret = [] } = account.tokens
  // A secret that is written but empty is an error: the environment variable behind it is missing.
  if (!Object.hasOwn(config.account?.tokens ?? {}, 'secret')) return { stores, keyring: undefined }
  checkSecrets(secret, PROVIDER_TOKENS)
  return { stores, keyring: createKeyring(secret, runtime.crypto) }
}

const resolve = (config: AuthConfig, runtime: Runtime, methods: MethodRegistry): ResolvedConfig => {
  const logger = resolveLogger(config, runtime)
  const warnings = config.logger ?? runtime.console
  warnOnce(warnings, logger, findWarnings(config))
  const read = readOptions(config)
  const { basePath, origin, trustHost, trustLoopback, requireVerifiedEmail, maxBodySize, redirectProxyUrl } = read
  const plain = { basePath, origin, trustHost, trustLoopback, requireVerifiedEmail, maxBodySize, redirectProxyUrl }
  const { adapter, secret = [] } = read
  checkSecrets(secret)
  const session = resolveSession(read)
  const providers = resolveProviders(read.providers ?? [], methods)
  const facts = { providers: providers.all, methods, adapter, strategy: session.strategy, requireVerifiedEmail }
  checkConfig(read, facts)
  warnOnce(warnings, logger, findMissingFeatures(facts))
  const cookies = cookieSets(config.cookies)
  const callbacks: Partial<CallbacksOptions> = defined(read.callbacks)
  const { reauthenticateAfter, notifications, endOtherSessions, importedBefore } = read.account
  // Users who sign up until then would count as imported.
  if (importedBefore !== undefined && importedBefore > runtime.now())
    throw invalidOption('account.importedBefore', 'a time in the past')
  const tokens = resolveTokens(read, config, runtime)
  const bound = { logger, after: runtime.after, timeout: read.adapterTimeout, tokens }
  return Object.freeze({
    ...plain,
    secureCookies: read.useSecureCookies,
    keyring: createKeyring(secret, runtime.crypto),
    account: Object.freeze({ reauthenticateAfter, notifications, endOtherSessions, importedBefore }),
    session,
    token: resolveToken(read, config, secret, runtime),
    cookies,
    legacySessions: resolveLegacySessions(read, config, cookies),
    callbacks: Object.freeze({ ...defaultCallbacks, ...callbacks }),
    definedCallbacks: Object.freeze(callbacks),
    emit: makeEmit(defined(read.events), logger, runtime.after),
    adapter: adapter === undefined ? undefined : bindAdapter(adapter, bound),
    logger,
    pages: Object.freeze(defined(read.pages)),
    theme: Object.freeze(defined(read.theme)),
    messages: resolveMessages(read.i18n.locales, read.i18n.messages),
    remembersProvider: read.rememberProvider,
    providers,
    methods,
    checksCsrf: !read.skipCSRFCheck,
    redirectProxyOrigins: (read.redirectProxyOrigins ?? []).map(toOriginPattern),
  })
}

type Members = Readonly<Record<string, unknown>>

/** What each config was resolved to, and the members that it had then. */
const resolutions = new WeakMap<AuthConfig, { members: Members; runtime: Runtime; resolved: ResolvedConfig }>()

const hasSameMembers = (config: AuthConfig, members: Members): boolean => {
  let count = 0
  for (const name in config) {
    count += 1
    if (config[name as keyof AuthConfig] !== members[name]) return false
  }
  return count === Object.keys(members).length
}

/** Resolves a config once for each object, and again after a member was replaced, as `setEnvDefaults` does. */
export const resolveConfig = (config: AuthConfig, runtime: Runtime, methods: MethodRegistry): ResolvedConfig => {
  const given: unknown = config
  if (typeof given !== 'object' || given === null) throw new InvalidConfig('The config has to be an object')
  const last = resolutions.get(config)
  if (last !== undefined && last.runtime === runtime && hasSameMembers(config, last.members)) return last.resolved
  const members = { ...config }
  // Without a prototype: an inherited member is not an option.
  const own = Object.assign(Object.create(null) as object, config) as AuthConfig
  try {
    const resolved = resolve(own, runtime, methods)
    resolutions.set(config, { members, runtime, resolved })
    return resolved
  } catch (error) {
    // Reading a member of the developer's objects may throw anything.
    throw error instanceof AuthError ? error : new AuthError('The configuration could not be read', causeOf(error))
  }
}

const NO_COOKIES: readonly CookieDefinition[] = Object.freeze([])

/** The context of a request. `isSecure`: the request came over https. */
export const contextFor = (config: ResolvedConfig, runtime: Runtime, isSecure: boolean): AuthContext => {
  const { keyring, legacySessions, secureCookies = isSecure } = config
  const isAccepted = legacySessions !== undefined && runtime.now() < legacySessions.until
  return {
    config,
    runtime,
    keyring,
    cookies: config.cookies(secureCookies),
    legacyCookies: isAccepted ? legacySessions.cookies(secureCookies) : NO_COOKIES,
  }
}
