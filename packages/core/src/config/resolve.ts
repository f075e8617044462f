import { InvalidConfig } from '../errors/classes.ts'
import type { Runtime } from '../runtime/types.ts'
import type { AuthConfig, CallbacksOptions, EventCallbacks } from '../types/config.ts'
import type { JWTOptions } from '../types/jwt.ts'
import type { PagesOptions, Theme } from '../types/options.ts'
import { skipCSRFCheck } from '../types/symbols.ts'
import { keyringOf } from '../crypto/keyring.ts'
import { Secret } from '../crypto/secret.ts'
import { checkSecrets } from '../crypto/secrets.ts'
import { makeOpenedCache } from '../crypto/opened-cache.ts'
import type { OpenedCache } from '../crypto/opened-cache.ts'
import { bindAdapter } from './adapter.ts'
import { checkConfig, guarded } from './check.ts'
import { cookieSets } from './cookies.ts'
import * as defaults from './defaults.ts'
import { makeEmit } from './events.ts'
import { resolveLogger } from './logger.ts'
import { resolveProviders } from './providers.ts'
import * as read from './read.ts'
import type { ResolvedConfig, SessionConfig, TokenConfig } from './resolved.ts'
import { findWarnings, warnOnce } from './warnings.ts'

const toList = (secret: unknown): readonly string[] => {
  const list: unknown = typeof secret === 'string' ? (secret === '' ? [] : [secret]) : (secret ?? [])
  if (!Array.isArray(list) || !list.every((item) => typeof item === 'string')) {
    throw new InvalidConfig('secret has to be a string or an array of strings')
  }
  return list
}

const readSecrets = (secret: unknown): readonly string[] => {
  const secrets = toList(secret)
  checkSecrets(secrets)
  return Object.freeze([...secrets])
}

/** One cache for each name of the session cookie: there are two, for sites served securely and not. */
const cachesOf = (size: number): ((cookieName: string) => OpenedCache) => {
  const caches = new Map<string, OpenedCache>()
  return (cookieName) => {
    const known = caches.get(cookieName)
    if (known !== undefined) return known
    const made = makeOpenedCache(size)
    caches.set(cookieName, made)
    return made
  }
}

const readSession = (config: AuthConfig): SessionConfig => {
  const written = read.readRecord(config.session, 'session')
  const generate = written['generateSessionToken']
  if (generate !== undefined && typeof generate !== 'function') {
    throw new InvalidConfig('session.generateSessionToken has to be a function')
  }
  const cacheSize = read.readCount(written['cookieCacheSize'], 'session.cookieCacheSize', defaults.COOKIE_CACHE_SIZE)
  return Object.freeze({
    strategy:
      read.readOneOf(written['strategy'], 'session.strategy', ['jwt', 'database'] as const) ??
      (config.adapter === undefined ? 'jwt' : 'database'),
    maxAge: read.readSeconds(written['maxAge'], 'session.maxAge', defaults.SESSION_MAX_AGE, 1),
    updateAge: read.readSeconds(written['updateAge'], 'session.updateAge', defaults.SESSION_UPDATE_AGE, 0),
    generateSessionToken: config.session?.generateSessionToken,
    cacheOf: cachesOf(cacheSize),
  })
}

const readToken = (config: AuthConfig, shared: readonly string[], maxAge: number, runtime: Runtime): TokenConfig => {
  const written = read.readRecord(config.jwt, 'jwt')
  const { encode, decode } = read.readFunctions(
    { encode: written['encode'], decode: written['decode'] },
    'jwt',
  ) as Partial<Pick<JWTOptions, 'encode' | 'decode'>>
  const secrets = written['secret'] === undefined ? shared : readSecrets(written['secret'])
  return Object.freeze({
    keyring: keyringOf(secrets, runtime.crypto),
    secrets: Object.freeze(secrets.map((secret) => new Secret(secret))),
    maxAge: read.readSeconds(written['maxAge'], 'jwt.maxAge', maxAge, 1),
    encode,
    decode,
    written: config.jwt ?? {},
  })
}

const readPages = (config: AuthConfig): Partial<PagesOptions> => {
  const pages: Record<string, string> = {}
  for (const [name, page] of Object.entries(read.readRecord(config.pages, 'pages'))) {
    const text = read.readText(page, `pages.${name}`)
    if (text === undefined) continue
    const url = URL.canParse(text, 'http://localhost') ? new URL(text, 'http://localhost') : undefined
    if (url === undefined || !/^https?:$/.test(url.protocol))
      throw new InvalidConfig(`pages.${name} has to be a path or an http or https address`)
    pages[name] = text
  }
  return Object.freeze(pages)
}

const readList = (value: unknown, option: string): readonly string[] => {
  if (value === undefined || value === null) return []
  if (!Array.isArray(value) || !value.every((item) => typeof item === 'string')) {
    throw new InvalidConfig(`${option} has to be an array of strings`)
  }
  return Object.freeze([...value])
}

const escape = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** `*` stands for one label, or part of one, of a host name; the rest is compared letter for letter. */
const toPattern = (origin: string): RegExp =>
  new RegExp(`^${origin.replace(/\/$/, '').split('*').map(escape).join('[a-z0-9-]+')}$`)

const resolve = (config: AuthConfig, runtime: Runtime): ResolvedConfig => {
  const logger = resolveLogger(config, runtime)
  warnOnce(config.logger ?? runtime.console, logger, findWarnings(config))
  const secrets = readSecrets(config.secret)
  const session = readSession(config)
  const providers = resolveProviders(config.providers ?? [])
  const callbacks = read.readFunctions(config.callbacks, 'callbacks') as Partial<CallbacksOptions>
  const experimental = read.readRecord(config.experimental, 'experimental')
  const adapter = config.adapter ?? undefined
  checkConfig({
    providers: providers.all,
    adapter,
    strategy: session.strategy,
    webAuthnEnabled: experimental['enableWebAuthn'] === true,
  })
  const origin = read.readOriginOption(config.origin, 'origin')
  return Object.freeze({
    basePath: read.readBasePath(config.basePath, defaults.BASE_PATH),
    origin,
    trustHost: read.readFlag(config.trustHost, 'trustHost') ?? false,
    secureCookies: read.readFlag(config.useSecureCookies, 'useSecureCookies'),
    keyring: keyringOf(secrets, runtime.crypto),
    session,
    token: readToken(config, secrets, session.maxAge, runtime),
    cookies: cookieSets(config.cookies),
    callbacks: Object.freeze({ ...defaults.defaultCallbacks, ...callbacks }),
    written: Object.freeze({
      signIn: callbacks.signIn !== undefined,
      redirect: callbacks.redirect !== undefined,
      session: callbacks.session !== undefined,
      jwt: callbacks.jwt !== undefined,
    }),
    emit: makeEmit(read.readFunctions(config.events, 'events') as Partial<EventCallbacks>, logger),
    adapter: adapter === undefined ? undefined : bindAdapter(adapter, logger),
    logger,
    pages: readPages(config),
    theme: Object.freeze({ ...(read.readRecord(config.theme, 'theme') as Theme) }),
    providers,
    checksCsrf: config.skipCSRFCheck !== skipCSRFCheck,
    maxBodySize: read.readCount(config.maxBodySize, 'maxBodySize', defaults.MAX_BODY_SIZE),
    redirectProxyUrl: read.readText(config.redirectProxyUrl, 'redirectProxyUrl'),
    redirectProxyOrigins: readList(config.redirectProxyOrigins, 'redirectProxyOrigins').map(toPattern),
  })
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
