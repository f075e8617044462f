import { refusalResponse, type AccessCheck } from '@authwright/core/framework'
import type { DefaultSession, Runtime, Session, SignInOptions } from '@authwright/core'
import type { Context, MiddlewareHandler } from 'hono'
import { makeContexts, serveRoute, type ConfigSource } from './fetch-auth.ts'
import { addCookies, readableRequest } from './hono-request.ts'

export { AuthError, CredentialsSignin } from '@authwright/core/errors'
export { authHandler, getAuthUser, initAuthConfig, verifyAuth } from './hono-authjs-names.ts'
export type { AuthUser, ConfigHandler } from './hono-authjs-names.ts'
export type { FetchAuthConfig as AuthConfig } from './fetch-auth.ts'
export type { SessionOf } from '@authwright/core/framework'
export type { Account, DefaultSession, Profile, Session, User } from '@authwright/core'
export type { JWT } from '@authwright/core/jwt'

/**
 * The variables that the middleware sets.
 * @example const app = new Hono<{ Variables: AuthVariables }>()
 */
export interface AuthVariables {
  /**
   * The session, or `null` when the user is signed out. Throws when the session cannot be read.
   * @example app.get('/account', async (c) => c.json(await c.var.auth()))
   */
  auth: () => Promise<Session | null>
}

declare module 'hono' {
  interface ContextVariableMap extends AuthVariables {}
}

/**
 * What `HonoAuth` returns: a middleware, and functions for the application's own handlers.
 * @example
 * const auth: HonoAuthResult = HonoAuth({ providers: [GitHub] })
 * app.use(auth).get('/account', auth.protect(), (c) => c.text('Hello'))
 */
export interface HonoAuthResult<S extends Session = Session> extends MiddlewareHandler {
  /**
   * What `c.var.auth()` returns, with the type that the callback `session` of the config returns.
   * @example app.get('/account', async (c) => c.json(await auth.auth(c)))
   */
  auth(c: Context): Promise<S | null>
  /**
   * A middleware that lets only signed-in users pass, and only those who pass the check.
   * @example app.get('/admin', auth.protect(({ user }) => user.email === 'ada@example.com'), (c) => c.text('Hello'))
   */
  protect(check?: AccessCheck<S>): MiddlewareHandler
  /**
   * Start a sign-in. Returns the address to redirect to. Throws an `AuthError` if it fails.
   * @example app.post('/enter', async (c) => c.redirect(await auth.signIn(c, 'github', { redirectTo: '/welcome' })))
   */
  signIn(c: Context, provider?: string, options?: SignInOptions): Promise<string>
  /**
   * End the session. Returns the address to redirect to.
   * @example app.post('/leave', async (c) => c.redirect(await auth.signOut(c, { redirectTo: '/' })))
   */
  signOut(c: Context, options?: { readonly redirectTo?: string }): Promise<string>
  /**
   * Pass data to the `jwt` and `session` callbacks with `trigger: 'update'`.
   * @example app.post('/name', async (c) => c.json(await auth.update(c, { name: 'Ada' })))
   */
  update(c: Context, data: unknown): Promise<S | null>
}

const makeHonoAuth = (source: ConfigSource<Context>, runtime: Runtime | undefined): HonoAuthResult => {
  const contextFor = makeContexts<Context>(source, ({ req, env }) => ({ request: req.raw, env }), runtime)
  const middleware: MiddlewareHandler = async (c, next) => {
    const context = contextFor(c)
    const own = await serveRoute(context, c.req.raw, () => readableRequest(c))
    if (own !== undefined) return own
    c.set('auth', context.session)
    await next()
    await addCookies(c, context)
    return undefined
  }
  return Object.assign(middleware, {
    auth: (c: Context) => contextFor(c).session(),
    protect:
      (check?: AccessCheck): MiddlewareHandler =>
      async (c, next) => {
        const access = await contextFor(c).checkAccess(check)
        return 'refusal' in access ? refusalResponse(access.refusal) : next()
      },
    signIn: (c: Context, provider?: string, options?: SignInOptions) => contextFor(c).signIn(provider, options),
    signOut: (c: Context, options?: { readonly redirectTo?: string }) => contextFor(c).signOut(options),
    update: (c: Context, data: unknown) => contextFor(c).update(data),
  })
}

/**
 * Set up authentication for a Hono application. Mount it with `app.use(auth)`: it serves the routes below the base path, and gives
 * every context `c.var.auth()`.
 *
 * @experimental its interface may change
 *
 * @example
 * const auth = HonoAuth({ providers: [GitHub] })
 * const app = new Hono()
 * app.use(auth)
 * app.get('/account', auth.protect(), async (c) => c.json(await c.var.auth()))
 */
export const HonoAuth = <S extends DefaultSession = Session>(
  source: ConfigSource<Context, S>,
  runtime?: Runtime,
): HonoAuthResult<S & Session> =>
  // The engine returns what the callback `session` returned.
  makeHonoAuth(source, runtime) as HonoAuthResult<S & Session>
