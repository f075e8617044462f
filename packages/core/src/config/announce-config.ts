import type { Awaitable } from '../base/async.ts'
import type { AuthConfig } from '../types/auth-config.ts'

/** A configuration that a module of the application sets up. */
export interface AnnouncedConfig {
  /** The config, or the function that is called once per request. */
  readonly source: AuthConfig | ((event: never) => Awaitable<AuthConfig>)
  /** The config with the defaults of the framework and of the environment, and the engine that runs with it. */
  readonly configure: (config: AuthConfig) => Promise<{ readonly config: AuthConfig }>
}

const LIST = Symbol.for('authwright.configurations')

/**
 * Adds a configuration to the list that the command `authwright` has made before it loads a module of the application.
 * Without that list, in every server, this does nothing.
 */
export const announceConfig = (announced: AnnouncedConfig): void => {
  const list: unknown = Reflect.get(globalThis, LIST)
  if (Array.isArray(list)) list.push(announced)
}
