import type { AccessCheck } from '@authwright/core/framework'
import type { DefaultSession, Runtime, Session } from '@authwright/core'
import type { ServerResponse } from 'node:http'
import { makeExpressMiddleware, type ExpressRequest, type Next } from './express-middleware.ts'
import { nodeFunctions, type NodeAuthResult } from './node-auth.ts'
import type { ConfigSource, NodeAuthConfig } from './node-engine.ts'

export { customFetch } from '@authwright/core'
export { AuthError, CredentialsSignin } from '@authwright/core/errors'
export type { SessionOf } from '@authwright/core/framework'
export type { Account, DefaultSession, Profile, Session, SigninProps, User } from '@authwright/core'
export type { JWT } from '@authwright/core/jwt'
export type { ExpressRequest } from './express-middleware.ts'

declare global {
  namespace Express {
    interface Request {
      /**
       * The session, or `null` when the user is signed out. Throws when the session cannot be read.
       * @example app.get('/', async (request, response) => response.json(await request.auth()))
       */
      auth(this: void): Promise<Session | null>
    }
  }
}

/**
 * The config for Express.
 * @example const config: ExpressAuthConfig = { providers: [GitHub], session: { maxAge: 7 * 24 * 60 * 60 } }
 */
export interface ExpressAuthConfig extends NodeAuthConfig {}

/**
 * What `ExpressAuth` returns: a middleware, and functions for the application's own handlers.
 * @example
 * const auth: ExpressAuthResult = ExpressAuth({ providers: [GitHub] })
 * app.use(auth)
 * app.get('/account', auth.protect(), (request, response) => void response.send('Hello'))
 */
export interface ExpressAuthResult<S extends Session = Session> extends Pick<
  NodeAuthResult<ExpressRequest, ServerResponse, S>,
  keyof NodeAuthResult
> {
  /** Serves the routes of the library, and calls `next` for all other requests. */
  (request: ExpressRequest, response: ServerResponse, next: Next): Promise<void>
  /**
   * A middleware that lets only signed-in users pass, and only those who pass the check.
   * @example app.use('/admin', auth.protect(({ user }) => user.email === 'ada@example.com'))
   */
  protect(check?: AccessCheck<S>): (request: ExpressRequest, response: ServerResponse, next: Next) => Promise<void>
}

const makeExpressAuth = (source: ConfigSource<ExpressRequest>, runtime: Runtime | undefined): ExpressAuthResult => {
  const { engine, middleware } = makeExpressMiddleware(source, runtime)
  const auth = nodeFunctions<ExpressRequest, ServerResponse>(engine)
  const protect =
    (check?: AccessCheck) =>
    async (request: ExpressRequest, response: ServerResponse, next: Next): Promise<void> => {
      try {
        if ((await auth.requireUser(request, response, check)) === undefined) return
      } catch (error) {
        next(error)
        return
      }
      next()
    }
  return Object.assign(middleware, auth, { protect })
}

/**
 * Set up authentication for an Express application, version 4 or 5. Mount it with `app.use(auth)`: it serves the routes below the base
 * path, and gives every request `request.auth()`. Mount parsers such as `express.json()` before or after it.
 *
 * @experimental its interface may change
 *
 * @example
 * const auth = ExpressAuth({ providers: [GitHub] })
 * app.use(auth)
 * app.get('/account', auth.protect(), async (request, response) => response.json(await request.auth()))
 */
export const ExpressAuth = <S extends DefaultSession = Session>(
  source: ConfigSource<ExpressRequest, S>,
  runtime?: Runtime,
): ExpressAuthResult<S & Session> =>
  // The engine returns what the callback `session` returned.
  makeExpressAuth(source, runtime) as ExpressAuthResult<S & Session>

const instances = new WeakMap<object, ExpressAuthResult>()

/**
 * What `getSession` returns.
 * @example const readSession = (request: ExpressRequest): GetSessionResult => getSession(request, config)
 */
export type GetSessionResult = Promise<Session | null>

/**
 * The session of a request, for applications that come from `@auth/express`. Call it before the response starts.
 *
 * @example
 * app.get('/', async (request, response) => {
 *   response.json(await getSession(request, config))
 * })
 */
export const getSession = (request: ExpressRequest, config: ExpressAuthConfig): GetSessionResult => {
  const auth = instances.get(config) ?? ExpressAuth(config)
  instances.set(config, auth)
  return auth.auth(request, (request as { readonly res?: ServerResponse }).res)
}
