import { createAuth, setEnvDefaults } from '@authwright/core'
import type { AuthConfig, AuthInstance, Runtime } from '@authwright/core'
import { pathsBase, readEnvironment } from './environment.ts'
import type { SvelteKitAuthConfig } from './types.ts'

/** A config at work. */
export interface Site {
  readonly engine: AuthInstance
  readonly config: AuthConfig
  /** Begins with a slash and ends without one; empty for the root. */
  readonly basePath: string
}

const normal = (path: string): string => {
  const trimmed = path.replace(/^\/+|\/+$/g, '')
  return trimmed === '' ? '' : `/${trimmed}`
}

const makeSite = (written: SvelteKitAuthConfig, platform: unknown, runtime: Runtime | undefined): Site => {
  // A copy, because the owner's object stays as it was written.
  const config: AuthConfig = { ...written, basePath: normal(written.basePath ?? `${pathsBase()}/auth`) }
  setEnvDefaults(readEnvironment(platform), config, true)
  return { engine: createAuth(config, runtime), config, basePath: config.basePath ?? '' }
}

/** Sites by config object: the environment is read and the config worked out once for each. */
export const siteCache = (runtime: Runtime | undefined): ((config: SvelteKitAuthConfig, platform: unknown) => Site) => {
  const known = new WeakMap<SvelteKitAuthConfig, Site>()
  return (config, platform) => {
    const before = known.get(config)
    if (before !== undefined) return before
    const site = makeSite(config, platform, runtime)
    known.set(config, site)
    return site
  }
}
