import { AuthError } from '../errors/auth-error.ts'
import { because } from '../errors/because.ts'
import { InvalidConfig } from '../errors/classes.ts'
import type { Runtime } from '../runtime/types.ts'
import type { AuthConfig, CallbacksOptions, EventCallbacks } from '../types/config.ts'
import type { LoggerInstance } from '../types/options.ts'
import { skipCSRFCheck } from '../types/symbols.ts'
import { keyringOf } from '../crypto/keyring.ts'
import { readAccountTokens } from './account-tokens.ts'
import { readAccount } from './account.ts'
import { bindAdapter } from './adapter.ts'
import type { BoundAdapter } from './adapter.ts'
import { checkConfig } from './check.ts'
import { cookieSets } from './cookies.ts'
import * as defaults from './defaults.ts'
import { makeEmit } from './events.ts'
import { readFormer } from './former.ts'
import { resolveLogger } from './logger.ts'
import { readPages } from './pages.ts'
import { resolveProviders } from './providers.ts'
import * as read from './read.ts'
import { readProxyOrigins } from './redirect-proxy.ts'
import type { ResolvedConfig } from './resolved.ts'
import { withAccountTokens } from './sealed-accounts.ts'
import { readSecrets } from './secrets.ts'
import { readSession } from './session.ts'
import { readTheme } from './theme.ts'
import { readToken } from './token.ts'
import { findLacks, findWarnings, warnOnce } from './warnings.ts'
import { readWords } from './words.ts'

const readAdapter = (config: AuthConfig, runtime: Runtime, logger: LoggerInstance): BoundAdapter | undefined => {
  const timeout = read.readMilliseconds(config.adapterTimeout, 'adapterTimeout', defaults.ADAPTER_TIMEOUT)
  const tokens = readAccountTokens(config, runtime)
  const { adapter } = config
  if (adapter === undefined || adapter === null) return undefined
  return withAccountTokens(bindAdapter(adapter, { logger, after: runtime.after, timeout }), tokens, logger)
}

const resolve = (config: AuthConfig, runtime: Runtime): ResolvedConfig => {
  const logger = resolveLogger(config, runtime)
  warnOnce(config.logger ?? runtime.console, logger, findWarnings(config))
  const secrets = readSecrets(config.secret)
  const session = readSession(config)
  const providers = resolveProviders(config.providers ?? [])
  const callbacks = read.readFunctions(config.callbacks, 'callbacks') as Partial<CallbacksOptions>
  const experimental = read.readRecord(config.experimental, 'experimental')
  checkConfig({
    providers: providers.all,
    adapter: config.adapter ?? undefined,
    strategy: session.strategy,
    webAuthnEnabled: experimental['enableWebAuthn'] === true,
  })
  warnOnce(config.logger ?? runtime.console, logger, findLacks(providers.all, config.adapter ?? undefined))
  const cookies = cookieSets(config.cookies)
  const origin = read.readOriginOption(config.origin, 'origin')
  return Object.freeze({
    basePath: read.readBasePath(config.basePath, defaults.BASE_PATH),
    origin,
    trustHost: read.readFlag(config.trustHost, 'trustHost') ?? false,
    secureCookies: read.readFlag(config.useSecureCookies, 'useSecureCookies'),
    keyring: keyringOf(secrets, runtime.crypto),
    account: readAccount(config),
    session,
    token: readToken(config, secrets, session.maxAge, runtime),
    cookies,
    former: readFormer(config.formerSessions, cookies),
    callbacks: Object.freeze({ ...defaults.defaultCallbacks, ...callbacks }),
    written: Object.freeze({
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
    words: readWords(config),
    remembersProvider: read.readFlag(config.rememberProvider, 'rememberProvider') ?? true,
    providers,
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
    throw error instanceof AuthError ? error : new AuthError('The configuration could not be read', because(error))
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
export const resolveConfig = (config: AuthConfig, runtime: Runtime): ResolvedConfig => {
  const given: unknown = config
  if (typeof given !== 'object' || given === null) throw new InvalidConfig('The config has to be an object')
  const before = known.get(config)
  if (before !== undefined && before.runtime === runtime && unchanged(config, before.seen)) return before.resolved
  const seen = { ...config }
  // Without a prototype, so that no option is found in it that nobody wrote.
  const own = Object.assign(Object.create(null) as object, config) as AuthConfig
  const resolved = guarded(() => resolve(own, runtime))
  known.set(config, { seen, runtime, resolved })
  return resolved
}
