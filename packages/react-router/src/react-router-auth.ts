import {
  addMissingCookies,
  findAction,
  makeAuthCache,
  makeObjectValues,
  makeRequestContext,
  processVariables,
  refusalResponse,
  refuseMalformedHost,
  type AccessCheck,
  type RequestContext,
  type SignedInSession,
  type TypedConfig,
} from '@authwright/core/framework'
import type { AuthConfig, DefaultSession, Runtime, Session, SignInOptions } from '@authwright/core'

/**
 * The options of `@authwright/core`.
 * @example const config: ReactRouterAuthConfig = { providers: [GitHub], session: { maxAge: 7 * 24 * 60 * 60 } }
 */
export interface ReactRouterAuthConfig extends Omit<AuthConfig, 'raw'> {}

/**
 * What this package reads of the arguments of a loader, an action or a middleware of React Router.
 * @example
 * const { requireUser } = ReactRouterAuth({ providers: [GitHub] })
 * export const loader = async (args: RouteArgs) => ({ user: (await requireUser(args)).user })
 */
export interface RouteArgs {
  /** The request. */
  readonly request: Request
  /** The address of the page. That of the request also names React Router's own data requests, which end with `.data`. */
  readonly url: URL
  /** React Router makes one per request. */
  readonly context: object
}

/**
 * The options, or a function that returns them. The function is called once per request.
 * @example
 * const config: ReactRouterAuthConfig = { providers: [GitHub] }
 * const branded: ReactRouterAuthConfig = { ...config, theme: { brandColor: '#a00' } }
 * const source: ConfigSource = ({ url }) => (url.hostname === 'acme.example.com' ? branded : config)
 */
export type ConfigSource<S extends DefaultSession = DefaultSession> =
  | TypedConfig<ReactRouterAuthConfig, S>
  | ((args: RouteArgs) => TypedConfig<ReactRouterAuthConfig, S> | PromiseLike<TypedConfig<ReactRouterAuthConfig, S>>)

/**
 * What `ReactRouterAuth` returns: a middleware, the handlers of one route, and functions for loaders and actions.
 * @example
 * const auth: ReactRouterAuthResult = ReactRouterAuth({ providers: [GitHub] })
 * export const middleware = [auth.middleware]
 */
export interface ReactRouterAuthResult<S extends Session = Session> {
  /**
   * The middleware of `app/root.tsx`, which sends the cookies: `export const middleware = [auth.middleware]`.
   * @example export const middleware = [auth.middleware] // app/root.tsx
   */
  readonly middleware: (args: RouteArgs, next: () => Promise<Response>) => Promise<Response>
  /**
   * The loader of the route `auth/*`, which serves the routes of the library.
   * @example export const { loader, action } = auth // the route auth/*
   */
  readonly loader: (args: RouteArgs) => Promise<Response>
  /**
   * The action of the route `auth/*`, which serves the routes of the library.
   * @example export const { loader, action } = auth // the route auth/*
   */
  readonly action: (args: RouteArgs) => Promise<Response>
  /**
   * The session, or `null` when the user is signed out. Throws when the session cannot be read.
   * @example export const loader = async (args: RouteArgs) => ({ session: await auth.auth(args) })
   */
  readonly auth: (args: RouteArgs) => Promise<S | null>
  /**
   * The session of a signed-in user who passes the check. Otherwise it throws a `Response`, as guards of React Router do: a page
   * request of a signed-out user is redirected to the sign-in page, other requests get status 401, and a user who fails the check
   * gets 403.
   * @example export const loader = async (args: RouteArgs) => ({ user: (await auth.requireUser(args)).user })
   */
  readonly requireUser: (args: RouteArgs, check?: AccessCheck<S>) => Promise<SignedInSession<S>>
  /**
   * Start a sign-in. Returns the address to redirect to. Throws an `AuthError` if it fails; if the application does not catch it, the
   * user is redirected to the sign-in page.
   * @example export const action = async (args: RouteArgs) => redirect(await auth.signIn(args, 'github', { redirectTo: '/welcome' }))
   */
  readonly signIn: (args: RouteArgs, provider?: string, options?: SignInOptions) => Promise<string>
  /**
   * End the session. Returns the address to redirect to.
   * @example export const action = async (args: RouteArgs) => redirect(await auth.signOut(args, { redirectTo: '/' }))
   */
  readonly signOut: (args: RouteArgs, options?: { readonly redirectTo?: string }) => Promise<string>
  /**
   * Pass data to the `jwt` and `session` callbacks with `trigger: 'update'`.
   * @example export const action = (args: RouteArgs) => auth.update(args, { name: 'Ada' })
   */
  readonly update: (args: RouteArgs, data: unknown) => Promise<S | null>
}

/** The address of the page that a data request of the router is for. A redirect must lead back to the page. */
const pageOf = ({ request, url }: RouteArgs): string | undefined =>
  new URL(request.url).pathname.endsWith('.data') ? url.pathname + url.search : undefined

/** A redirect to a page of the library. It is a document of its own: the router of the browser must not look among its routes. */
const redirectDocument = async (context: RequestContext, { request }: RouteArgs, path: string): Promise<Response> => {
  const { config } = await context.auth()
  // React Router adds its `basename` to a path, but not to a whole address.
  const location = new URL(path, config.origin ?? request.url).href
  const headers = { location, 'x-remix-reload-document': 'true', 'cache-control': 'private, no-store' }
  return new Response(null, { status: 302, headers })
}

/**
 * React Router makes the response to each error itself, and does not tell the middleware which error it was. So another error counts as
 * that of the sign-in too, if both happen in one request.
 */
const redirectUncaught = async (response: Response, context: RequestContext, args: RouteArgs): Promise<Response> => {
  const isData = pageOf(args) !== undefined
  const failed = response.status === 500 ? await context.failedSignIn(isData) : undefined
  if (failed === undefined) return response
  await response.body?.cancel()
  const redirection = await redirectDocument(context, args, failed.location)
  for (const cookie of response.headers.getSetCookie()) redirection.headers.append('set-cookie', cookie)
  return redirection
}

/** While React Router prerenders, there is no user, and a session needs no secret. */
const isPrerendering = (): boolean => processVariables()['IS_RR_BUILD_REQUEST'] === 'yes'

const makeReactRouterAuth = (source: ConfigSource, runtime: Runtime | undefined): ReactRouterAuthResult => {
  const findAuth = makeAuthCache(source, () => ({ environment: processVariables() }), runtime)
  const contexts = makeObjectValues<RequestContext>()

  const contextFor = ({ context }: RouteArgs): RequestContext => {
    const found = contexts.get(context)
    if (found === undefined)
      throw new Error('The middleware is missing. Add it to app/root.tsx: export const middleware = [auth.middleware]')
    return found
  }

  const serve = async (args: RouteArgs): Promise<Response> => {
    const { engine, basePath } = await contextFor(args).auth()
    const isOwn = findAction(new URL(args.request.url).pathname, basePath) !== undefined
    return isOwn ? engine.handle(args.request) : Promise.reject(new Response('Not Found', { status: 404 }))
  }

  return {
    middleware: async (args, next) => {
      // With one context for several requests, a user would get the session of another user.
      if (contexts.get(args.context) !== undefined)
        throw new Error(
          'The middleware ran twice with one context. Use it in app/root.tsx only, and make a context per request in getLoadContext',
        )
      const { request } = args
      const refused = refuseMalformedHost(request)
      if (refused !== undefined) return refused
      const context = makeRequestContext({ auth: () => findAuth(args), request })
      contexts.set(args.context, context)
      const response = await redirectUncaught(await next(), context, args)
      return addMissingCookies(response, await context.finish())
    },
    loader: serve,
    action: serve,
    auth: async (args) => (isPrerendering() ? null : contextFor(args).session()),
    requireUser: async (args, check) => {
      const context = contextFor(args)
      const access = await context.checkAccess(check, pageOf(args))
      if ('session' in access) return access.session
      const { refusal } = access
      const { location } = refusal
      return Promise.reject(
        location === undefined ? refusalResponse(refusal) : await redirectDocument(context, args, location),
      )
    },
    signIn: async (args, provider, options) => contextFor(args).signIn(provider, options),
    signOut: async (args, options) => contextFor(args).signOut(options),
    update: async (args, data) => contextFor(args).update(data),
  }
}

/**
 * Set up authentication for a React Router application in framework mode. The variables `AUTH_SECRET`, `AUTH_URL`,
 * `AUTH_TRUST_HOST` and `AUTH_<ID>_*` are the defaults of options that the config leaves out.
 *
 * @param runtime the clock, randomness, network and log; tests pass their own
 *
 * @experimental its interface may change
 *
 * @example
 * export const { middleware, loader, action, auth, requireUser } = ReactRouterAuth({ providers: [GitHub] })
 */
export const ReactRouterAuth = <S extends DefaultSession = Session>(
  source: ConfigSource<S>,
  runtime?: Runtime,
): ReactRouterAuthResult<S & Session> =>
  // The engine returns what the callback `session` returned.
  makeReactRouterAuth(source, runtime) as ReactRouterAuthResult<S & Session>
