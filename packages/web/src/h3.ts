import {
  AccessRefused,
  addPendingCookies,
  describeUncaught,
  explanationOf,
  keepOwnHeaders,
  refusalResponse,
  requireUser,
  type AccessCheck,
  type SignedInSession,
} from '@authwright/core/framework'
import type { DefaultSession, Runtime, Session, SignInOptions } from '@authwright/core'
import { HTTPError, type H3Event, type Middleware } from 'h3'
import { makeContexts, serveRoute, type ConfigSource } from './fetch-auth.ts'

export { AuthError, CredentialsSignin } from '@authwright/core/errors'
export type { SessionOf } from '@authwright/core/framework'
export type { Account, DefaultSession, Profile, Session, User } from '@authwright/core'
export type { JWT } from '@authwright/core/jwt'
export { AccessRefused }

/**
 * What `H3Auth` returns: a middleware, and functions for the application's own handlers.
 * @example
 * const auth: H3AuthResult = H3Auth({ providers: [GitHub] })
 * const app = new H3().use(auth).get('/account', () => 'Hello', { middleware: [auth.protect()] })
 */
export interface H3AuthResult<S extends Session = Session> extends Middleware {
  /**
   * The session, or `null` when the user is signed out. Throws when the session cannot be read.
   * @example app.get('/', (event) => auth.auth(event))
   */
  auth(event: H3Event): Promise<S | null>
  /**
   * A middleware that lets only signed-in users pass, and only those who pass the check.
   * @example app.get('/account', () => 'Hello', { middleware: [auth.protect()] })
   */
  protect(check?: AccessCheck<S>): Middleware
  /**
   * The session of a signed-in user who passes the check. Otherwise it throws `AccessRefused`, and the middleware responds: a page
   * request of a signed-out user is redirected to the sign-in page, other requests get status 401, and a user who fails the check
   * gets 403.
   * @example app.get('/account', async (event) => (await auth.requireUser(event)).user)
   */
  requireUser(event: H3Event, check?: AccessCheck<S>): Promise<SignedInSession<S>>
  /**
   * Start a sign-in. Returns the address to redirect to. Throws an `AuthError` if it fails.
   * @example app.post('/enter', async (event) => Response.redirect(await auth.signIn(event, 'github'), 303))
   */
  signIn(event: H3Event, provider?: string, options?: SignInOptions): Promise<string>
  /**
   * End the session. Returns the address to redirect to.
   * @example app.post('/leave', async (event) => Response.redirect(await auth.signOut(event, { redirectTo: '/' }), 303))
   */
  signOut(event: H3Event, options?: { readonly redirectTo?: string }): Promise<string>
  /**
   * Pass data to the `jwt` and `session` callbacks with `trigger: 'update'`.
   * @example app.post('/name', (event) => auth.update(event, { name: 'Ada' }))
   */
  update(event: H3Event, data: unknown): Promise<S | null>
}

const makeH3Auth = (source: ConfigSource<H3Event>, runtime: Runtime | undefined): H3AuthResult => {
  const contextFor = makeContexts<H3Event>(
    source,
    ({ req }) => ({ request: req, env: req.runtime?.cloudflare?.env }),
    runtime,
  )
  const middleware: Middleware = async (event, next) => {
    const context = contextFor(event)
    const own = await serveRoute(context, event.req)
    if (own !== undefined) {
      keepOwnHeaders(event.res, own)
      return own
    }
    let value: unknown
    try {
      value = await next()
    } catch (thrown) {
      if (!(thrown instanceof AccessRefused)) {
        addPendingCookies(event.res, undefined, await context.finish())
        const message = explanationOf(thrown) ?? describeUncaught(thrown)
        // h3 makes this error of each other one, but shows the message of its own only.
        throw message === undefined ? thrown : new HTTPError(message, thrown as Error)
      }
      value = thrown.response
    }
    addPendingCookies(event.res, value, await context.finish())
    return value
  }
  return Object.assign(middleware, {
    auth: (event: H3Event) => contextFor(event).session(),
    protect:
      (check?: AccessCheck): Middleware =>
      async (event, next) => {
        const access = await contextFor(event).checkAccess(check)
        return 'refusal' in access ? refusalResponse(access.refusal) : next()
      },
    requireUser: (event: H3Event, check?: AccessCheck) => requireUser(contextFor(event), check),
    signIn: (event: H3Event, provider?: string, options?: SignInOptions) => contextFor(event).signIn(provider, options),
    signOut: (event: H3Event, options?: { readonly redirectTo?: string }) => contextFor(event).signOut(options),
    update: (event: H3Event, data: unknown) => contextFor(event).update(data),
  })
}

/**
 * Set up authentication for an h3 application, version 2. Mount it with `app.use(auth)` on the outermost application: it serves the
 * routes below the base path. Mount it before a middleware that reads the body.
 *
 * @experimental its interface may change
 *
 * @example
 * const auth = H3Auth({ providers: [GitHub] })
 * const app = new H3()
 * app.use(auth)
 * app.get('/account', (event) => auth.auth(event), { middleware: [auth.protect()] })
 */
export const H3Auth = <S extends DefaultSession = Session>(
  source: ConfigSource<H3Event, S>,
  runtime?: Runtime,
): H3AuthResult<S & Session> =>
  // The engine returns what the callback `session` returned.
  makeH3Auth(source, runtime) as H3AuthResult<S & Session>
