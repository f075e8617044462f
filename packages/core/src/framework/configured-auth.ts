import { createAuth } from '../auth.ts'
import type { AuthInstance } from '../types/auth-instance.ts'
import type { Awaitable } from '../base/async.ts'
import { makeObjectValues } from '../base/object-values.ts'
import { announceConfig } from '../config/announce-config.ts'
import { warnOnce } from '../config/config-warnings.ts'
import { resolveLogger } from '../config/logger.ts'
import { AuthError, causeOf } from '../errors/auth-error.ts'
import { InvalidConfig } from '../errors/error-classes.ts'
import { setEnvDefaults } from '../index.ts'
import { defaultRuntime } from '../runtime/platform.ts'
import type { Runtime } from '../runtime/engine.ts'
import type { AuthConfig } from '../types/auth-config.ts'
import type { WarningCode } from '../types/config-options.ts'
import { isAuthAction, type AuthAction } from '../types/http.ts'

/**
 * Variables by name.
 * @example const isDebug = (environment: Environment) => environment.AUTH_DEBUG === 'true'
 */
export type Environment = Readonly<Record<string, string | undefined>>

/**
 * The variables of a platform that knows them by name only. Only texts count: Cloudflare's bindings may be objects.
 *
 * @example
 * const { AUTH_URL } = variablesByName((name) => process.env[name])
 */
export const variablesByName = (find: (name: string) => unknown): Environment => {
  const get = (_: object, name: string | symbol): string | undefined => {
    const value = typeof name === 'string' ? find(name) : undefined
    return typeof value === 'string' ? value : undefined
  }
  return new Proxy({}, { get })
}

/**
 * The variables of several sources, of which a later one has priority. They are looked up when they are needed: copying all
 * variables of a process takes longer than checking a session.
 *
 * @example
 * const { AUTH_URL } = layeredVariables(process.env, { AUTH_URL: 'https://app.example' })
 */
export const layeredVariables = (...sources: readonly unknown[]): Environment => {
  const layers = sources.filter((source) => typeof source === 'object' && source !== null).toReversed() as Environment[]
  return variablesByName((name) => {
    for (const layer of layers) if (typeof layer[name] === 'string') return layer[name]
    return undefined
  })
}

/**
 * Logs a warning that belongs to no config, as the built-in logger does: to the console.
 *
 * @example
 * logWarning('handle-missing', 'SvelteKit did not call handle')
 */
export const logWarning = (code: WarningCode, text: string): void => resolveLogger({}, defaultRuntime).warn(code, text)

/**
 * The engine of one config object.
 * @example const { engine, basePath }: ConfiguredAuth = await authFor(request)
 */
export interface ConfiguredAuth {
  /** The engine. */
  readonly engine: AuthInstance
  /** The config with the defaults from the environment. */
  readonly config: AuthConfig
  /** Starts with a slash and ends without one; empty for the root. */
  readonly basePath: string
  /**
   * Logs a warning. Each text is logged once.
   * @example
   * const { warn } = await context.auth()
   * warn('csrf-disabled', 'Every origin may send forms')
   */
  readonly warn: (code: WarningCode, text: string) => void
}

/**
 * What a framework package adds to the config of the application.
 * @example const defaults: ConfigDefaults = { basePath: '/api/auth', environment: process.env }
 */
export interface ConfigDefaults {
  /**
   * The base path if the config has none. @default '/auth'
   * @example basePath: '/api/auth'
   */
  readonly basePath?: string
  /**
   * The server's variables, such as `AUTH_SECRET`.
   * @example environment: process.env
   */
  readonly environment: Environment
  /**
   * The origin that the configuration of the framework names. Used in place of the host of the request, if that is not trusted and neither
   * the config nor `AUTH_URL` names an origin.
   * @example origin: 'https://app.example.com'
   */
  readonly origin?: string | undefined
}

const normalizePath = (path: string): string => {
  const trimmed = path.replace(/^\/+|\/+$/g, '')
  return trimmed === '' ? '' : `/${trimmed}`
}

/**
 * Whether a framework has a meaning for what the function of the application threw: a redirect, an error with an HTTP status, or an error
 * with a `digest`, as Next.js throws.
 */
const isForFramework = (thrown: unknown): boolean => {
  if (typeof thrown !== 'object' || thrown === null || thrown instanceof AuthError) return false
  return !(thrown instanceof Error) || ['status', 'statusCode', 'digest'].some((name) => name in thrown)
}

/** For the command `authwright`, which has no request. The defaults need no member of one but the bindings of a platform. */
const withoutRequest: unknown = { req: {} }

/**
 * Creates the engine once per config object. A config that a function makes anew for each request is resolved for each request. If the
 * function throws, the engine fails as with an invalid config; what has a meaning for the framework, such as a redirect, is thrown.
 *
 * @param source the config, or a function that is called once per request
 * @param findDefaults called once per config object, with the request in which the object was first seen
 * @param runtime the clock, randomness, network and log; tests pass their own
 *
 * @example
 * const findAuth = makeAuthCache({ providers: [] }, () => ({ environment: process.env }))
 * const { engine, basePath } = await findAuth(undefined)
 */
export const makeAuthCache = <Event>(
  source: AuthConfig | ((event: Event) => Awaitable<AuthConfig>),
  findDefaults: (event: Event) => Awaitable<ConfigDefaults>,
  runtime: Runtime = defaultRuntime,
): ((event: Event) => Promise<ConfiguredAuth>) => {
  const cache = makeObjectValues<Promise<ConfiguredAuth>>()
  const configure = async (given: AuthConfig, event: Event, failed?: () => never): Promise<ConfiguredAuth> => {
    const { basePath: ownBasePath = '/auth', environment, origin } = await findDefaults(event)
    const basePath = normalizePath(given.basePath ?? ownBasePath)
    // `setEnvDefaults` writes to its argument. The application's own object is not changed.
    const config: AuthConfig = { ...given, basePath }
    setEnvDefaults(environment, config, true)
    if (origin !== undefined && config.origin === undefined && config.trustHost !== true) config.origin = origin
    // The engine fails as with each invalid config. A package that reads a callback, such as a guard, fails too.
    if (failed !== undefined) Object.defineProperty(config, 'callbacks', { get: failed, enumerable: true })
    const warn: ConfiguredAuth['warn'] = (code, text) =>
      warnOnce(config.logger ?? runtime.console, resolveLogger(config, runtime), [[code, text]])
    return { engine: createAuth(config, runtime), config, basePath, warn }
  }
  announceConfig({ source, configure: (config) => configure(config, withoutRequest as Event) })
  const find = (config: AuthConfig, event: Event): Promise<ConfiguredAuth> => {
    const cached = cache.get(config)
    if (cached !== undefined) return cached
    const auth = configure(config, event)
    cache.set(config, auth)
    return auth
  }
  if (typeof source !== 'function') return (event) => find(source, event)
  return async (event) => {
    let config: AuthConfig
    try {
      config = await source(event)
      if (typeof config !== 'object' || config === null)
        throw new TypeError(`It returned ${String(config)}, not a config`)
    } catch (thrown) {
      if (isForFramework(thrown)) throw thrown
      const failed = (): never => {
        const fix = 'Correct the function that returns the config: the lines below the cause are its code'
        throw new InvalidConfig('The function that returns the config failed', { fix, ...causeOf(thrown) })
      }
      return configure({ providers: [] }, event, failed)
    }
    return find(config, event)
  }
}

/**
 * The action of the library that a path names by its first segment below the base path. A query is ignored.
 *
 * @example
 * findAction('/auth/signin/github', '/auth') // 'signin'
 */
export const findAction = (path: string, basePath: string): AuthAction | undefined => {
  if (!path.startsWith(`${basePath}/`)) return undefined
  const [action = ''] = path.slice(basePath.length + 1).split(/[/?]/, 1)
  return isAuthAction(action) ? action : undefined
}

/**
 * The address of the sign-in page or the error page with these query parameters. A path if it is on this origin.
 *
 * @example
 * const address = pageAddress(await authFor(undefined), 'signIn', 'https://app.example', { callbackUrl: '/account' })
 */
export const pageAddress = (
  { config, basePath }: { readonly config: Pick<AuthConfig, 'pages'>; readonly basePath: string },
  page: 'signIn' | 'error',
  origin: string,
  parameters: Readonly<Record<string, string | number>>,
): string => {
  const url = new URL(config.pages?.[page] ?? `${basePath}/${page === 'signIn' ? 'signin' : 'error'}`, origin)
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, String(value))
  return url.origin === origin ? url.pathname + url.search + url.hash : url.href
}
