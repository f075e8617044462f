import { processVariables, variablesByName, type ConfigDefaults, type TypedConfig } from '@authwright/core/framework'
import type { AuthConfig, DefaultSession } from '@authwright/core'
import type { QRL } from '@builder.io/qwik'
import type { RequestEventCommon } from '@builder.io/qwik-city'

/**
 * The options of `@authwright/core`.
 * @example const config: QwikAuthConfig = { providers: [GitHub], session: { maxAge: 7 * 24 * 60 * 60 } }
 */
export interface QwikAuthConfig extends Omit<AuthConfig, 'raw'> {}

/**
 * A function that returns the options. With a parameter it is called once per request, and without one only once.
 * @example
 * const config: QwikAuthConfig = { providers: [GitHub] }
 * const branded: QwikAuthConfig = { ...config, theme: { brandColor: '#a00' } }
 * const source: ConfigSource = ({ url }) => (url.hostname === 'acme.example.com' ? branded : config)
 */
export type ConfigSource<S extends DefaultSession = DefaultSession> = (
  event: RequestEventCommon,
) => TypedConfig<QwikAuthConfig, S> | PromiseLike<TypedConfig<QwikAuthConfig, S>>

/**
 * Keeps the config of a function without a parameter, because each config object is resolved once. The result declares no parameter:
 * then the command `authwright`, which has no request, calls it.
 */
export const readSource = (
  source: QRL<ConfigSource>,
): ((...events: RequestEventCommon[]) => Promise<QwikAuthConfig>) => {
  let shared: QwikAuthConfig | undefined
  return async (...[event]) => {
    if (shared !== undefined) return shared
    const { length } = await source.resolve()
    if (event === undefined && length > 0) throw new TypeError('The function with the options needs a request')
    // A function without a parameter gets none of it.
    const config = await source(event as RequestEventCommon)
    return length === 0 ? (shared ??= config) : config
  }
}

/** Without a request, as in the command `authwright`, the variables are those of the process. */
export const defaultsOf = ({ basePathname = '/', env }: Partial<RequestEventCommon>): ConfigDefaults => ({
  basePath: `${basePathname}auth`,
  environment: env === undefined ? processVariables() : variablesByName((name) => env.get(name)),
})
