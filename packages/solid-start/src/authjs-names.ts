import { findAction, makeAuthCache, processVariables, refuseMalformedHost } from '@authwright/core/framework'
import type { ConfiguredAuth } from '@authwright/core/framework'
import type { Session } from '@authwright/core'
import { DEFAULT_BASE_PATH, type SolidStartAuthConfig } from './solid-start-auth.ts'

/**
 * The options of `@auth/solid-start`.
 * @example const config: SolidAuthConfig = { providers: [GitHub], prefix: '/auth' }
 */
export interface SolidAuthConfig extends SolidStartAuthConfig {
  /**
   * Another name of `basePath`.
   * @default '/api/auth'
   * @example prefix: '/auth'
   */
  prefix?: string
}

/**
 * What `getSession` returns.
 * @example const readSession = (request: Request): GetSessionResult => getSession(request, { providers: [GitHub] })
 */
export type GetSessionResult = Promise<Session | null>

const instances = new WeakMap<SolidAuthConfig, (request: Request) => Promise<ConfiguredAuth>>()

const authOf = (config: SolidAuthConfig): ((request: Request) => Promise<ConfiguredAuth>) => {
  const { prefix = DEFAULT_BASE_PATH, ...options } = config
  const defaults = () => ({ basePath: prefix, environment: processVariables() })
  const find = instances.get(config) ?? makeAuthCache<Request>(options, defaults)
  instances.set(config, find)
  return find
}

/**
 * The handlers of the route `api/auth/[...solidauth].ts`, for applications that come from `@auth/solid-start`.
 *
 * @deprecated use `SolidStartAuth`, whose middleware also renews sessions
 * @example
 * const { GET, POST } = SolidAuth({ providers: [GitHub] })
 */
export const SolidAuth = (
  config: SolidAuthConfig,
): Readonly<Record<'GET' | 'POST', (event: { readonly request: Request }) => Promise<Response>>> => {
  const findAuth = authOf(config)
  const serve = async ({ request }: { readonly request: Request }): Promise<Response> => {
    const refused = refuseMalformedHost(request)
    if (refused !== undefined) return refused
    const { engine, basePath } = await findAuth(request)
    const isOwn = findAction(new URL(request.url).pathname, basePath) !== undefined
    return isOwn ? engine.handle(request) : new Response('Not Found', { status: 404 })
  }
  return { GET: serve, POST: serve }
}

/**
 * The session of a request, for applications that come from `@auth/solid-start`. It renews nothing.
 *
 * @deprecated use `auth` of `SolidStartAuth`
 * @example
 * const session = await getSession(request, { providers: [GitHub] })
 */
export const getSession = async (request: Request, config: SolidAuthConfig): GetSessionResult => {
  const { engine } = await authOf(config)(request)
  return (await engine.session(request, { renew: false })).session
}
