import type { AccessCheck, SignedInSession } from '@authwright/core/framework'
import type { DefaultSession, Runtime, Session } from '@authwright/core'
import type { NodeEngine } from '@authwright/node/engine'
import type { IncomingMessage } from 'node:http'
import type { GetServerSidePropsContext, NextApiRequest, NextApiResponse } from 'next'
import type { NextFetchEvent, NextRequest } from 'next/server.js'
import { makeActions, type ActionFunctions } from './actions.ts'
import { routerBasePath, type ConfigSource } from './config.ts'
import { makeContexts, type Contexts } from './contexts.ts'
import { requireUser } from './guard.ts'
import { findOrigin } from './next-request.ts'
import { makePagesEngine } from './pages-router.ts'
import { runProxy, type NextAuthRequest } from './proxy.ts'

/**
 * `auth` in all its forms. Each throws if the session cannot be read.
 * @example const readName = async (auth: AuthFunction) => (await auth())?.user?.name
 */
export interface AuthFunction<S extends Session = Session> {
  /**
   * A route handler, or a proxy, that gets the session as `request.auth`. It renews the session. In a route handler, `requireUser` makes
   * it respond with the refusal.
   */
  <Context>(
    handler: (request: NextAuthRequest<S>, context: Context) => unknown,
  ): (request: NextRequest, context: Context) => Promise<Response>
  /** The session in an API route of the pages router. It renews the session. */
  (request: NextApiRequest, response: NextApiResponse): Promise<S | null>
  /** The session in `getServerSideProps`. It renews the session. */
  (context: GetServerSidePropsContext): Promise<S | null>
  /** The same as `proxy`. */
  (request: NextRequest, event?: NextFetchEvent): Promise<Response>
  // The last overload: it is the one whose result `ReturnType`, and so `SessionOf`, takes.
  /** The session in a page, an action or a route handler; `null` when the user is signed out. It renews nothing. */
  (): Promise<S | null>
}

/**
 * What `NextAuth` returns. An application exports these from one of its modules.
 * @example
 * const app: NextAuthResult = NextAuth({ providers: [GitHub] })
 * export const { auth, requireUser, signIn, signOut, proxy } = app
 */
export interface NextAuthResult<S extends Session = Session> extends ActionFunctions<S> {
  /** The route handlers of the file `app/api/auth/[...nextauth]/route.ts`. */
  readonly handlers: Readonly<Record<'GET' | 'POST', (request: NextRequest) => Promise<Response>>>
  /**
   * Reads the session, or wraps a handler that gets it.
   * @example
   * const session = await auth() // in a page or an action
   * export const GET = auth((request) => Response.json(request.auth?.user ?? null)) // in a route handler
   */
  readonly auth: AuthFunction<S>
  /**
   * The session of a signed-in user who passes the check. A page or an action is redirected otherwise: to the sign-in page, or to the
   * error page if the user may not do this. In `auth(handler)` the response is that redirect for pages, or status 401 or 403.
   * @example const { user } = await requireUser(({ user }) => user.email?.endsWith('@example.com') === true)
   */
  requireUser(check?: AccessCheck<S>): Promise<SignedInSession<S>>
  /**
   * The proxy: it renews sessions, tells pages their address for `requireUser`, and calls `callbacks.authorized`.
   * @example export const { proxy } = NextAuth({ providers: [GitHub] }) // proxy.ts
   */
  proxy(request: NextRequest, event?: NextFetchEvent): Promise<Response>
}

/** The response to a request for a route. Next.js cuts its `basePath` off the URL, and shows its own host there. */
const handle = async ({ findAuth }: Contexts, request: NextRequest): Promise<Response> => {
  const { engine, basePath } = await findAuth(request)
  const { pathname } = request.nextUrl
  const base = basePath.slice(routerBasePath().length)
  const route = pathname.startsWith(`${base}/`) ? { route: pathname.slice(base.length + 1) } : {}
  return engine.handle(request, { ...route, origin: findOrigin(request.headers) })
}

const makeAuth = (contexts: Contexts, pages: NodeEngine<IncomingMessage>): AuthFunction => {
  const auth = (...[first, second]: readonly unknown[]): unknown => {
    if (first === undefined) return contexts.phaseOf().then(({ context }) => context.session())
    if (typeof first === 'function')
      return (request: NextRequest, context: unknown) =>
        runProxy(contexts, request, (withSession): unknown => first(withSession, context))
    if (first instanceof Request) return runProxy(contexts, first as NextRequest)
    const { req, res } =
      'req' in (first as object)
        ? (first as GetServerSidePropsContext)
        : { req: first as NextApiRequest, res: second as NextApiResponse }
    return pages.contextFor(req, res).session()
  }
  return auth as AuthFunction
}

const makeNextAuth = (config: ConfigSource, runtime: Runtime | undefined): NextAuthResult => {
  const contexts = makeContexts(config, runtime)
  const serve = (request: NextRequest): Promise<Response> => handle(contexts, request)
  return {
    ...makeActions(contexts),
    handlers: { GET: serve, POST: serve },
    auth: makeAuth(contexts, makePagesEngine(config, runtime)),
    requireUser: (check) => requireUser(contexts, check),
    proxy: (request) => runProxy(contexts, request),
  }
}

/**
 * Set up authentication for a Next.js application. The variables `AUTH_SECRET`, `AUTH_URL`, `AUTH_TRUST_HOST` and `AUTH_<ID>_*` are the
 * defaults of options that the config leaves out.
 *
 * A function instead of a config is called once per request. Return the same object if possible: each object is resolved once.
 *
 * @param runtime the clock, randomness, network and log; tests pass their own
 *
 * @experimental its interface may change
 *
 * @example
 * export const { handlers, auth, signIn, signOut, proxy } = NextAuth({ providers: [GitHub] })
 */
export const NextAuth = <S extends DefaultSession = Session>(
  config: ConfigSource<S>,
  runtime?: Runtime,
): NextAuthResult<S & Session> =>
  // The engine returns what the callback `session` returned.
  makeNextAuth(config, runtime) as NextAuthResult<S & Session>
