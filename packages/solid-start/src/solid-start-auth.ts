import {
  AccessRefused,
  addPendingCookies,
  explainFailure,
  findAction,
  keepOwnHeaders,
  makeAuthCache,
  makeRequestContext,
  makeObjectValues,
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
import { currentEvent, pageOf, type RequestEvent, type ServerEvent } from './request-event.ts'

/**
 * The options of `@authwright/core`.
 * @example const config: SolidStartAuthConfig = { providers: [GitHub], session: { maxAge: 7 * 24 * 60 * 60 } }
 */
export interface SolidStartAuthConfig extends Omit<AuthConfig, 'raw'> {
  /**
   * @default '/api/auth'
   * @example basePath: '/auth'
   */
  basePath?: string
}

/**
 * The options, or a function that returns them. The function is called once per request.
 * @example
 * const config: SolidStartAuthConfig = { providers: [GitHub] }
 * const branded: SolidStartAuthConfig = { ...config, theme: { brandColor: '#a00' } }
 * const source: ConfigSource = ({ url }) => (new URL(url).hostname === 'acme.example.com' ? branded : config)
 */
export type ConfigSource<S extends DefaultSession = DefaultSession> =
  | TypedConfig<SolidStartAuthConfig, S>
  | ((request: Request) => TypedConfig<SolidStartAuthConfig, S> | PromiseLike<TypedConfig<SolidStartAuthConfig, S>>)

/**
 * The options of `requireUser`.
 * @example
 * const staffOnly: RequireUserOptions = { callbackUrl: '/admin', check: ({ user }) => user.email?.endsWith('@example.com') === true }
 */
export interface RequireUserOptions<S extends Session = Session> {
  /**
   * The page of this data, a path of the application. A user who follows a link of the router to the page, and then signs in, gets there.
   * A page that the browser loads has its own address.
   * @default the page that has the link
   * @example callbackUrl: '/account'
   */
  readonly callbackUrl?: string
  /**
   * Whether a signed-in user may do this.
   * @default every signed-in user may
   * @example check: ({ user }) => user.email === 'ada@example.com'
   */
  readonly check?: AccessCheck<S>
}

/**
 * What `SolidStartAuth` returns: a middleware, and functions for server functions and API routes.
 * @example
 * const auth: SolidStartAuthResult = SolidStartAuth({ providers: [GitHub] })
 * export const { middleware, requireUser, signIn, signOut } = auth
 */
export interface SolidStartAuthResult<S extends Session = Session> {
  /**
   * The middleware, which serves the routes of the library, and sends the cookies. In the file that the option `middleware` of
   * `solidStart` names: `export default createMiddleware([auth.middleware])`.
   * @example export const { middleware } = SolidStartAuth({ providers: [GitHub] }) // for createMiddleware([middleware])
   */
  readonly middleware: (event: ServerEvent, next: () => unknown) => Promise<unknown>
  /**
   * The session, or `null` when the user is signed out. Throws when the session cannot be read.
   * @example const session = await auth.auth()
   */
  readonly auth: () => Promise<S | null>
  /**
   * The session of a signed-in user who passes the check. Otherwise it throws: for the page of a signed-out user a redirect to the
   * sign-in page, for other requests an error with status 401, and 403 for a user who fails the check.
   * @example
   * const { user } = await auth.requireUser({ callbackUrl: '/account' })
   * const ada = await auth.requireUser(({ user }) => user.email === 'ada@example.com')
   */
  readonly requireUser: (check?: AccessCheck<S> | RequireUserOptions<S>) => Promise<SignedInSession<S>>
  /**
   * Start a sign-in. Returns the address to redirect to. Throws an `AuthError` if it fails. If the application does not catch it in an
   * API route, the user is redirected to the sign-in page; SolidStart passes the error of a server function to the submission.
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

/** The base path of `@auth/solid-start`, so that callback URLs at providers stay valid. */
export const DEFAULT_BASE_PATH = '/api/auth'

/** Nitro prerenders a page, or keeps it for other users. There is no user then, and a session needs no secret. */
const isPrerendering = ({ req }: ServerEvent): boolean => req.headers.has('x-nitro-prerender')

const refuse = ({ response }: RequestEvent, refusal: AccessRefusal, origin: string): Promise<never> => {
  const { status, location } = refusal
  if (location === undefined) {
    // A page shows the error boundary of the application, with this status.
    response.status = status
    return Promise.reject(new AccessRefused(refusalResponse(refusal)))
  }
  // For a path, the router of the browser would look among its own routes. The sign-in page is a document of its own.
  return Promise.reject(refusalResponse({ ...refusal, location: new URL(location, origin).href }))
}

/** What a handler returned. A guard in an API route throws the response to its request. */
const runHandler = async (context: RequestContext, next: () => unknown): Promise<unknown> => {
  try {
    return await redirectFailedSignIn(context, next)
  } catch (thrown) {
    if (thrown instanceof AccessRefused) return thrown.response
    if (thrown instanceof Response) return thrown
    throw thrown
  }
}

/** A page is a value of the server, whose status is that of the prepared response. */
const statusOf = ({ res }: ServerEvent, value: unknown): number =>
  value instanceof Response ? value.status : (res.status ?? 200)

const makeSolidStartAuth = (source: ConfigSource, runtime: Runtime | undefined): SolidStartAuthResult => {
  const defaults = () => ({ basePath: DEFAULT_BASE_PATH, environment: processVariables() })
  const findAuth = makeAuthCache(source, defaults, runtime)
  const contexts = makeObjectValues<RequestContext>()

  const contextOf = ({ nativeEvent }: RequestEvent): RequestContext => {
    const found = contexts.get(nativeEvent)
    if (found === undefined)
      throw new Error('The middleware is missing. Add it to the file that the option middleware of solidStart names')
    return found
  }

  return {
    middleware: async (event, next) => {
      const { req, res } = event
      const refused = refuseMalformedHost(req)
      if (refused !== undefined) return refused
      const context = makeRequestContext({ auth: () => findAuth(req), request: req })
      contexts.set(event, context)
      if (isPrerendering(event)) return runHandler(context, next)
      const { engine, basePath } = await context.auth()
      if (findAction(new URL(req.url).pathname, basePath) !== undefined) {
        const response = await engine.handle(req)
        keepOwnHeaders(res, response)
        return response
      }
      let value: unknown
      try {
        value = await runHandler(context, next)
        // In development SolidStart shows an empty page for an error that no boundary catches.
        if (statusOf(event, value) >= 500) value = (await explainFailure(context, req)) ?? value
      } finally {
        addPendingCookies(res, value, await context.finish())
      }
      return value
    },
    auth: async () => {
      const event = currentEvent()
      return isPrerendering(event.nativeEvent) ? null : contextOf(event).session()
    },
    requireUser: async (given) => {
      const { check, callbackUrl } = typeof given === 'function' ? { check: given } : (given ?? {})
      const event = currentEvent()
      const context = contextOf(event)
      const { origin = event.nativeEvent.req.url } = (await context.auth()).config
      const access = await context.checkAccess(check, pageOf(event, origin, callbackUrl))
      return 'refusal' in access ? refuse(event, access.refusal, origin) : access.session
    },
    signIn: async (provider, options) => contextOf(currentEvent()).signIn(provider, options),
    signOut: async (options) => contextOf(currentEvent()).signOut(options),
    update: async (data) => contextOf(currentEvent()).update(data),
  }
}

/**
 * Set up authentication for a SolidStart application. The variables `AUTH_SECRET`, `AUTH_URL`, `AUTH_TRUST_HOST` and `AUTH_<ID>_*`
 * are the defaults of options that the config leaves out.
 *
 * @param runtime the clock, randomness, network and log; tests pass their own
 *
 * @experimental its interface may change
 *
 * @example
 * export const { middleware, auth, requireUser } = SolidStartAuth({ providers: [GitHub] })
 */
export const SolidStartAuth = <S extends DefaultSession = Session>(
  source: ConfigSource<S>,
  runtime?: Runtime,
): SolidStartAuthResult<S & Session> =>
  // The engine returns what the callback `session` returned.
  makeSolidStartAuth(source, runtime) as SolidStartAuthResult<S & Session>
