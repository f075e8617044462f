import type { AccessCheck } from '@authwright/core/framework'
import type { Runtime, Session } from '@authwright/core'
import type { IncomingMessage, ServerResponse } from 'node:http'
import {
  makeNodeEngine,
  nodeFunctions,
  type ConfigSource,
  type NodeAuthConfig,
  type NodeAuthResult,
} from './node-auth.ts'

export { AuthError, CredentialsSignin } from '@authwright/core/errors'
export type { Account, DefaultSession, Profile, Session, SigninProps, User } from '@authwright/core'

declare global {
  namespace Express {
    interface Request {
      /** The session, or `null` when the user is signed out. Throws when the session cannot be read. */
      auth(this: void): Promise<Session | null>
    }
  }
}

/** What this package reads of a request of Express 4 or 5. */
export interface ExpressRequest extends IncomingMessage {
  readonly app?: { get(setting: string): unknown }
  auth?: () => Promise<Session | null>
}

type Next = (error?: unknown) => void

export interface ExpressAuthConfig extends NodeAuthConfig {}

/** What `ExpressAuth` returns: a middleware, and functions for the application's own handlers. */
export interface ExpressAuthResult extends Pick<NodeAuthResult<ExpressRequest, ServerResponse>, keyof NodeAuthResult> {
  /** Serves the routes of the library, and calls `next` for all other requests. */
  (request: ExpressRequest, response: ServerResponse, next: Next): Promise<void>
  /** A middleware that lets only signed-in users pass, and only those who pass the check. */
  protect(check?: AccessCheck): (request: ExpressRequest, response: ServerResponse, next: Next) => Promise<void>
}

/** By Express's own setting. A request of an upgrade does not pass through Express, and has no application. */
const trustProxy = ({ app, socket }: ExpressRequest): boolean => {
  const isTrusted = app?.get('trust proxy fn') as ((address: string | undefined, hop: number) => boolean) | undefined
  return isTrusted?.(socket.remoteAddress, 0) === true
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
export const ExpressAuth = (source: ConfigSource<ExpressRequest>, runtime?: Runtime): ExpressAuthResult => {
  const engine = makeNodeEngine<ExpressRequest>(source, trustProxy, runtime)
  const auth = nodeFunctions<ExpressRequest, ServerResponse>(engine)
  const middleware = async (request: ExpressRequest, response: ServerResponse, next: Next): Promise<void> => {
    request.auth = () => auth.auth(request, response)
    let isOwn: boolean
    try {
      isOwn = await engine.serve(request, response)
    } catch (error) {
      // Express 4 does not catch a rejection.
      next(error)
      return
    }
    if (!isOwn) next()
  }
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

const instances = new WeakMap<object, ExpressAuthResult>()

/** The session of a request, for applications that come from `@auth/express`. Call it before the response starts. */
export const getSession = (request: ExpressRequest, config: ExpressAuthConfig): Promise<Session | null> => {
  const auth = instances.get(config) ?? ExpressAuth(config)
  instances.set(config, auth)
  return auth.auth(request, (request as { readonly res?: ServerResponse }).res)
}
