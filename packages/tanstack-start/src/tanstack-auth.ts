import {
  addMissingCookies,
  callingPage,
  findAction,
  makeAuthCache,
  makeObjectValues,
  makeRequestContext,
  processVariables,
  redirectFailedSignIn,
  refusalResponse,
  refuseMalformedHost,
  type AccessCheck,
  type AccessRefusal,
  type RequestContext,
  type SignedInSession,
  type TypedConfig,
} from '@authwright/core/framework'
import type { AuthConfig, DefaultSession, Runtime, Session, SignInOptions } from '@authwright/core'
import { redirect } from '@tanstack/react-router'
import { getRequest, setResponseStatus } from '@tanstack/react-start/server'

/**
 * The options of `@authwright/core`.
 * @example const config: TanStackAuthConfig = { providers: [GitHub], session: { maxAge: 7 * 24 * 60 * 60 } }
 */
export interface TanStackAuthConfig extends Omit<AuthConfig, 'raw'> {}

/**
 * The options, or a function that returns them. The function is called once per request.
 * @example
 * const config: TanStackAuthConfig = { providers: [GitHub] }
 * const branded: TanStackAuthConfig = { ...config, theme: { brandColor: '#a00' } }
 * const source: ConfigSource = ({ url }) => (new URL(url).hostname === 'acme.example.com' ? branded : config)
 */
export type ConfigSource<S extends DefaultSession = DefaultSession> =
  | TypedConfig<TanStackAuthConfig, S>
  | ((request: Request) => TypedConfig<TanStackAuthConfig, S> | PromiseLike<TypedConfig<TanStackAuthConfig, S>>)

/**
 * What the middleware reads of the argument of `createMiddleware().server`.
 * @example
 * const { middleware } = TanStackAuth({ providers: [GitHub] })
 * export const serve = (step: MiddlewareStep) => middleware(step)
 */
export interface MiddlewareStep {
  /** Calls the next middleware, with values for its context. */
  readonly next: () => { readonly response: Response } | PromiseLike<{ readonly response: Response }>
}

/**
 * What `TanStackAuth` returns: a middleware, and functions for server functions and server routes.
 * @example
 * const auth: TanStackAuthResult = TanStackAuth({ providers: [GitHub] })
 * const readEmail = async () => (await auth.requireUser()).user.email
 */
export interface TanStackAuthResult<S extends Session = Session> {
  /**
   * The request middleware of `src/start.ts`. It serves the routes of the library, and sends the cookies:
   * `createMiddleware().server((step) => auth.middleware(step))`.
   * @example const requestMiddleware = [createMiddleware().server((step) => auth.middleware(step))] // of createStart
   */
  readonly middleware: (step: MiddlewareStep) => Promise<Response>
  /**
   * The session, or `null` when the user is signed out. Throws when the session cannot be read.
   * @example const session = await auth.auth()
   */
  readonly auth: () => Promise<S | null>
  /**
   * The session of a signed-in user who passes the check. Otherwise it throws: for the page of a signed-out user a redirect to the
   * sign-in page, for other requests a `Response` with status 401, and 403 for a user who fails the check.
   * @example const { user } = await auth.requireUser(({ user }) => user.email === 'ada@example.com')
   */
  readonly requireUser: (check?: AccessCheck<S>) => Promise<SignedInSession<S>>
  /**
   * Start a sign-in. Returns the address to redirect to. Throws an `AuthError` if it fails. If the application does not catch it in a
   * server route, the user is redirected to the sign-in page; in a server function, the call rejects in the browser.
   * @example const url = await auth.signIn('github', { redirectTo: '/welcome' })
   */
  readonly signIn: (provider?: string, options?: SignInOptions) => Promise<string>
  /**
   * End the session. Returns the address to redirect to.
   * @example const url = await auth.signOut({ redirectTo: '/' })
   */
  readonly signOut: (options?: { readonly redirectTo?: string }) => Promise<string>
  /**
   * Pass data to the `jwt` and `session` callbacks with `trigger: 'update'`.
   * @example const session = await auth.update({ name: 'Ada' })
   */
  readonly update: (data: unknown) => Promise<S | null>
}

/** The page whose script called a server function. Its address is not that of the request. */
const pageOf = ({ headers, url }: Request, origin = url): string | undefined =>
  headers.get('x-tsr-serverfn') === 'true' ? callingPage(headers, origin) : undefined

const refuse = (refusal: AccessRefusal): Promise<never> => {
  const { status, location } = refusal
  // The sign-in page is a document of its own. The router of the browser must not look for it among its routes.
  if (location !== undefined)
    return Promise.reject(redirect({ href: location, statusCode: status, reloadDocument: true }))
  // On a page the router shows its error component, with this status.
  setResponseStatus(status)
  return Promise.reject(refusalResponse(refusal))
}

/** While TanStack Start prerenders, there is no user, and a session needs no secret. */
const isPrerendering = (): boolean => processVariables()['TSS_PRERENDERING'] === 'true'

const makeTanStackAuth = (source: ConfigSource, runtime: Runtime | undefined): TanStackAuthResult => {
  const findAuth = makeAuthCache(source, () => ({ environment: processVariables() }), runtime)
  const contexts = makeObjectValues<RequestContext>()

  const currentContext = (): RequestContext => {
    const found = contexts.get(getRequest())
    if (found === undefined) throw new Error('The middleware is missing. Add it to requestMiddleware in src/start.ts')
    return found
  }

  return {
    middleware: async ({ next }) => {
      const request = getRequest()
      const refused = refuseMalformedHost(request)
      if (refused !== undefined) return refused
      const context = makeRequestContext({ auth: () => findAuth(request), request })
      contexts.set(request, context)
      if (isPrerendering()) return (await next()).response
      const { engine, basePath } = await context.auth()
      if (findAction(new URL(request.url).pathname, basePath) !== undefined) return engine.handle(request)
      const response = await redirectFailedSignIn(context, async () => (await next()).response)
      return addMissingCookies(response, await context.finish())
    },
    auth: async () => (isPrerendering() ? null : currentContext().session()),
    requireUser: async (check) => {
      const context = currentContext()
      const { config } = await context.auth()
      const access = await context.checkAccess(check, pageOf(getRequest(), config.origin))
      return 'refusal' in access ? refuse(access.refusal) : access.session
    },
    signIn: async (provider, options) => currentContext().signIn(provider, options),
    signOut: async (options) => currentContext().signOut(options),
    update: async (data) => currentContext().update(data),
  }
}

/**
 * Set up authentication for a TanStack Start application. The variables `AUTH_SECRET`, `AUTH_URL`, `AUTH_TRUST_HOST` and
 * `AUTH_<ID>_*` are the defaults of options that the config leaves out.
 *
 * @param runtime the clock, randomness, network and log; tests pass their own
 *
 * @experimental its interface may change
 *
 * @example
 * export const auth = TanStackAuth({ providers: [GitHub] })
 */
export const TanStackAuth = <S extends DefaultSession = Session>(
  source: ConfigSource<S>,
  runtime?: Runtime,
): TanStackAuthResult<S & Session> =>
  // The engine returns what the callback `session` returned.
  makeTanStackAuth(source, runtime) as TanStackAuthResult<S & Session>
