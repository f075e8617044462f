import { variablesByName, type ConfigDefaults } from '@authwright/core/framework'
import type { AuthConfig } from '@authwright/core'
import type { QRL } from '@builder.io/qwik'
import type { RequestEventCommon } from '@builder.io/qwik-city'

/** The options of `@authwright/core`. */
export interface QwikAuthConfig extends Omit<AuthConfig, 'raw'> {}

/** A function that returns the options. With a parameter it is called once per request, and without one only once. */
export type ConfigSource = (event: RequestEventCommon) => QwikAuthConfig | PromiseLike<QwikAuthConfig>

/** Keeps the config of a function without a parameter, because each config object is resolved once. */
export const readSource = (source: QRL<ConfigSource>): ((event: RequestEventCommon) => Promise<QwikAuthConfig>) => {
  let shared: QwikAuthConfig | undefined
  return async (event) => {
    if (shared !== undefined) return shared
    const config = await source(event)
    const { length } = await source.resolve()
    return length === 0 ? (shared ??= config) : config
  }
}

export const defaultsOf = ({ basePathname, env }: RequestEventCommon): ConfigDefaults => ({
  basePath: `${basePathname}auth`,
  environment: variablesByName((name) => env.get(name)),
})
