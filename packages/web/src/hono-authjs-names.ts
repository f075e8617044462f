import { setEnvDefaults, type AuthConfig, type Session } from '@authwright/core'
import type { AdapterUser } from '@authwright/core/adapters'
import {
  layeredVariables,
  makeAuthCache,
  makeRequestContext,
  makeObjectValues,
  originFromHeaders,
  processVariables,
  refuseMalformedHost,
  type Environment,
  type ObjectValues,
  type RequestContext,
} from '@authwright/core/framework'
import type { JWT } from '@authwright/core/jwt'
import type { Context, MiddlewareHandler } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { serveRoute, type FetchAuthConfig } from './fetch-auth.ts'
import { addCookies, readableRequest } from './hono-request.ts'

/**
 * The signed-in user of a request, and what the `session` callback got beside the session.
 * @example const idOf = ({ token, user }: AuthUser) => user?.id ?? token?.sub
 */
export interface AuthUser {
  /** The session. */
  session: Session
  /** The claims, if sessions are in cookies. */
  token?: JWT
  /** The row of the user, if sessions are in a database. */
  user?: AdapterUser
}

/**
 * Returns the config of a request.
 * @example const handler: ConfigHandler = (c) => ({ providers: [GitHub], secret: c.env.SESSION_SECRET })
 */
export type ConfigHandler = (c: Context) => FetchAuthConfig | Promise<FetchAuthConfig>

/** The variables that the functions of `@hono/auth-js` set. */
export interface AuthUserVariables {
  /**
   * The signed-in user, which `verifyAuth()` sets.
   * @deprecated use `await c.var.auth()` of `HonoAuth`
   * @example
   * import { Hono } from 'hono'
   * const app = new Hono().get('/account', (c) => c.json(c.get('authUser').session))
   */
  authUser: AuthUser
}

declare module 'hono' {
  interface ContextVariableMap extends AuthUserVariables {}
}

/** What `initAuthConfig` keeps of a request for the other functions. */
interface RequestState {
  readonly context: RequestContext
  readonly origin: string
  readonly authUsers: ObjectValues<AuthUser>
}

const states = makeObjectValues<RequestState>()

const stateOf = (c: Context): RequestState => {
  const state = states.get(c)
  if (state === undefined) throw new Error('This request has not passed through the middleware initAuthConfig()')
  return state
}

/** The config with a `session` callback that keeps its arguments by the session that it returns. */
const keepAuthUsers = (config: AuthConfig, authUsers: RequestState['authUsers']): AuthConfig => {
  type SessionCallback = NonNullable<NonNullable<AuthConfig['callbacks']>['session']>
  const session: SessionCallback = async (params) => {
    const callback = config.callbacks?.session
    const returned = callback === undefined ? params.session : await callback(params)
    if (typeof returned !== 'object' || returned === null) return returned
    // The engine replaces an object whose expiry is a `Date`.
    const expires: unknown = returned.expires
    const shown = (expires instanceof Date ? { ...returned, expires: expires.toISOString() } : returned) as Session
    const { token, user } = params as Partial<typeof params>
    authUsers.set(shown, { session: shown, ...(token && { token }), ...(user && { user }) })
    return shown
  }
  return { ...config, callbacks: { ...config.callbacks, session } }
}

/** As with `@hono/auth-js`, the path of `AUTH_URL` is the base path, if the config has none. */
const findDefaults = ({ env }: Context): { readonly environment: Environment; readonly basePath: string } => {
  const environment = layeredVariables(processVariables(), env)
  const defaults: AuthConfig = { providers: [] }
  setEnvDefaults(environment, defaults, true)
  return { environment, basePath: defaults.basePath ?? '/auth' }
}

/**
 * Set the config, for applications that come from `@hono/auth-js`. Without `AUTH_URL`, scheme and host are those of the headers
 * `X-Forwarded-Proto` and `X-Forwarded-Host`, which a proxy must replace.
 *
 * @deprecated use `HonoAuth`, which is one middleware in place of this one and `authHandler`
 * @example
 * const app = new Hono()
 * app.use(initAuthConfig(() => ({ providers: [GitHub] })))
 */
export const initAuthConfig = (handler: ConfigHandler): MiddlewareHandler => {
  const authUsers = makeObjectValues<AuthUser>()
  const configs = makeObjectValues<AuthConfig>()
  const findConfig = async (c: Context): Promise<AuthConfig> => {
    const given = await handler(c)
    const config = configs.get(given) ?? keepAuthUsers(given, authUsers)
    configs.set(given, config)
    return config
  }
  const findAuth = makeAuthCache(findConfig, findDefaults)
  return async (c, next) => {
    const refused = refuseMalformedHost(c.req.raw)
    if (refused !== undefined) return refused
    const { url, method, headers } = c.req.raw
    const { origin: ownOrigin, protocol, pathname, search } = new URL(url)
    const origin = originFromHeaders(headers, protocol, true) ?? ownOrigin
    const request = { url: origin + pathname + search, method, headers }
    const context = makeRequestContext({ auth: () => findAuth(c), request, setCookie: () => undefined })
    states.set(c, { context, origin, authUsers })
    c.set('auth', context.session)
    await next()
    await addCookies(c, context)
    return undefined
  }
}

/**
 * The handler of the routes of the library, for applications that come from `@hono/auth-js`.
 *
 * @deprecated use `HonoAuth`, which serves the routes itself
 * @example
 * const app = new Hono()
 * app.use(initAuthConfig(() => ({ providers: [GitHub] })))
 * app.use('/api/auth/*', authHandler())
 */
export const authHandler = (): MiddlewareHandler => async (c) => {
  const { context, origin } = stateOf(c)
  const response = await serveRoute(context, c.req.raw, () => readableRequest(c), origin)
  return response ?? c.notFound()
}

/**
 * The signed-in user, or `null`, for applications that come from `@hono/auth-js`. Throws when the session cannot be read.
 *
 * @deprecated use `await c.var.auth()` of `HonoAuth`
 * @example
 * const app = new Hono()
 * app.use(initAuthConfig(() => ({ providers: [GitHub] })))
 * app.get('/me', async (c) => c.json((await getAuthUser(c))?.session ?? null))
 */
export const getAuthUser = async (c: Context): Promise<AuthUser | null> => {
  const { context, authUsers } = stateOf(c)
  const session = await context.session()
  return session === null ? null : (authUsers.get(session) ?? { session })
}

/**
 * A middleware that lets only signed-in users pass, for applications that come from `@hono/auth-js`. All other requests get status
 * 401. It sets `c.get('authUser')`.
 *
 * @deprecated use `protect` of `HonoAuth`, which redirects a page request to the sign-in page
 * @example
 * const app = new Hono()
 * app.use(initAuthConfig(() => ({ providers: [GitHub] })))
 * app.use('/api/*', verifyAuth())
 */
export const verifyAuth = (): MiddlewareHandler => async (c, next) => {
  const authUser = await getAuthUser(c)
  if (authUser === null) throw new HTTPException(401, { res: new Response('Unauthorized', { status: 401 }) })
  c.set('authUser', authUser)
  await next()
}
