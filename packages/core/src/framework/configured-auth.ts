import { createAuth, type AuthInstance } from '../auth.ts'
import type { Awaitable } from '../base/async.ts'
import { setEnvDefaults } from '../index.ts'
import type { Runtime } from '../runtime/engine.ts'
import type { AuthConfig } from '../types/auth-config.ts'

/** Variables by name. */
export type Environment = Readonly<Record<string, string | undefined>>

/** The engine of one config object. */
export interface ConfiguredAuth {
  readonly engine: AuthInstance
  /** The config with the defaults from the environment. */
  readonly config: AuthConfig
  /** Starts with a slash and ends without one; empty for the root. */
  readonly basePath: string
}

/** What a framework package adds to the config of the application. */
export interface ConfigDefaults {
  /** The base path if the config has none. @default '/auth' */
  readonly basePath?: string
  /** The server's variables, such as `AUTH_SECRET`. */
  readonly environment: Environment
}

const normalizePath = (path: string): string => {
  const trimmed = path.replace(/^\/+|\/+$/g, '')
  return trimmed === '' ? '' : `/${trimmed}`
}

/**
 * Creates the engine once per config object. A config that a function makes anew for each request is resolved for each request.
 *
 * @param findDefaults called once per config object, with the request in which the object was first seen
 * @param runtime the clock, randomness, network and log; tests pass their own
 *
 * @example
 * const authFor = makeAuthCache(() => ({ environment: process.env }))
 * const { engine, basePath } = await authFor({ providers: [] }, undefined)
 */
export const makeAuthCache = <Event>(
  findDefaults: (event: Event) => Awaitable<ConfigDefaults>,
  runtime?: Runtime,
): ((config: AuthConfig, event: Event) => Promise<ConfiguredAuth>) => {
  const cache = new WeakMap<AuthConfig, Promise<ConfiguredAuth>>()
  const configure = async (given: AuthConfig, event: Event): Promise<ConfiguredAuth> => {
    const { basePath: ownBasePath = '/auth', environment } = await findDefaults(event)
    const basePath = normalizePath(given.basePath ?? ownBasePath)
    // `setEnvDefaults` writes to its argument. The application's own object is not changed.
    const config: AuthConfig = { ...given, basePath }
    setEnvDefaults(environment, config, true)
    return { engine: createAuth(config, runtime), config, basePath }
  }
  return (config, event) => {
    const auth = cache.get(config) ?? configure(config, event)
    cache.set(config, auth)
    return auth
  }
}
