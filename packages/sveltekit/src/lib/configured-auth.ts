import { createAuth, setEnvDefaults, type AuthConfig, type AuthInstance, type Runtime } from '@authwright/core'
import { pathsBase, readEnvironment } from './environment.ts'
import type { SvelteKitAuthConfig } from './types.ts'

/** The engine of one config object. */
export interface ConfiguredAuth {
  readonly engine: AuthInstance
  /** The config with the defaults from the environment. */
  readonly config: AuthConfig
  /** Starts with a slash and ends without one; empty for the root. */
  readonly basePath: string
}

const normalizePath = (path: string): string => {
  const trimmed = path.replace(/^\/+|\/+$/g, '')
  return trimmed === '' ? '' : `/${trimmed}`
}

const configure = async (
  given: SvelteKitAuthConfig,
  platform: unknown,
  runtime: Runtime | undefined,
): Promise<ConfiguredAuth> => {
  const basePath = normalizePath(given.basePath ?? `${await pathsBase()}/auth`)
  // `setEnvDefaults` writes to its argument. The application's own object is not changed.
  const config: AuthConfig = { ...given, basePath }
  setEnvDefaults(await readEnvironment(platform), config, true)
  return { engine: createAuth(config, runtime), config, basePath }
}

/** Reads the environment and creates the engine once per config object. */
export const makeAuthCache = (
  runtime: Runtime | undefined,
): ((config: SvelteKitAuthConfig, platform: unknown) => Promise<ConfiguredAuth>) => {
  const cache = new WeakMap<SvelteKitAuthConfig, Promise<ConfiguredAuth>>()
  return (config, platform) => {
    const cached = cache.get(config)
    if (cached !== undefined) return cached
    const auth = configure(config, platform, runtime)
    cache.set(config, auth)
    return auth
  }
}
