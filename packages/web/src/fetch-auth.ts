import {
  AccessRefused,
  addMissingCookies,
  uncaughtResponse,
  findAction,
  layeredVariables,
  makeAuthCache,
  makeRequestContext,
  makeObjectValues,
  processVariables,
  refuseMalformedHost,
  requireUser,
  type AccessCheck,
  type RequestContext,
  type SignedInSession,
  type TypedConfig,
} from '@authwright/core/framework'
import { AuthError } from '@authwright/core/errors'
import type { AuthConfig, DefaultSession, Runtime, Session, SignInOptions } from '@authwright/core'

/**
 * The options of `@authwright/core`.
 * @example const config: FetchAuthConfig = { providers: [GitHub], session: { maxAge: 7 * 24 * 60 * 60 } }
 */
export interface FetchAuthConfig extends Omit<AuthConfig, 'raw'> {}

/**
 * A request, and the bindings of a platform that has them instead of environment variables, such as Cloudflare Workers.
 * @example const hostOf = ({ request }: FetchEvent) => new URL(request.url).hostname
 */
export interface FetchEvent<Env = unknown> {
  /** The request. */
  readonly request: Request
  /** The bindings of the platform, such as those of Cloudflare Workers. */
  readonly env?: Env | undefined
}

/**
 * The options, or a function that returns them. The function is called once per request.
 * @example
 * const config: FetchAuthConfig = { providers: [GitHub] }
 * const branded: FetchAuthConfig = { ...config, theme: { brandColor: '#a00' } }
 * const source: ConfigSource<FetchEvent> = ({ request }) =>
 *   new URL(request.url).hostname === 'acme.example.com' ? branded : config
 */
export type ConfigSource<Event, S extends DefaultSession = DefaultSession> =
  | TypedConfig<FetchAuthConfig, S>
  | ((event: Event) => TypedConfig<FetchAuthConfig, S> | PromiseLike<TypedConfig<FetchAuthConfig, S>>)

/**
 * The authentication of one request, for the handler of the application.
 * @example
 * const showAccount = async (request: Request, { requireUser }: RequestAuth) =>
 *   Response.json((await requireUser()).user)
 */
export interface RequestAuth<S extends Session = Session> {
  /**
   * The session, or `null`. Throws if it cannot be read.
   * @example const app = auth.wrap(async (request, { auth }) => Response.json(await auth()))
   */
  readonly auth: () => Promise<S | null>
  /**
   * The session of a signed-in user who passes the check. Otherwise it throws `AccessRefused`, and `wrap` returns its response: a page
   * request of a signed-out user is redirected to the sign-in page, other requests get status 401, and a user who fails the check
   * gets 403.
   * @example const app = auth.wrap(async (request, { requireUser }) => Response.json((await requireUser()).user))
   */
  readonly requireUser: (check?: AccessCheck<S>) => Promise<SignedInSession<S>>
  /**
   * Start a sign-in. Returns the address to redirect to. Throws an `AuthError` if it fails.
   * @example const app = auth.wrap(async (request, { signIn }) => Response.redirect(await signIn('github', { redirectTo: '/' }), 303))
   */
  readonly signIn: (provider?: string, options?: SignInOptions) => Promise<string>
  /**
   * End the session. Returns the address to redirect to.
   * @example const app = auth.wrap(async (request, { signOut }) => Response.redirect(await signOut({ redirectTo: '/' }), 303))
   */
  readonly signOut: (options?: { readonly redirectTo?: string }) => Promise<string>
  /**
   * Pass data to the `jwt` and `session` callbacks with `trigger: 'update'`.
   * @example const app = auth.wrap(async (request, { update }) => Response.json(await update({ name: 'Ada' })))
   */
  readonly update: (data: unknown) => Promise<S | null>
}

/**
 * What `FetchAuth` returns.
 * @example
 * const auth: FetchAuthResult<unknown> = FetchAuth({ providers: [GitHub] })
 * export default { fetch: auth.wrap(() => new Response('Hello')) }
 */
export interface FetchAuthResult<Env, S extends Session = Session> {
  /**
   * The response to a request for a route of the library; `undefined` for all other requests.
   * @example const fetchApp = async (request: Request) => (await auth.handle(request)) ?? new Response('Hello')
   */
  readonly handle: (request: Request, env?: Env) => Promise<Response | undefined>
  /**
   * A `fetch` handler that serves the routes of the library, and calls `handler` for all other requests. An `AuthError` that it does not
   * catch gets the status of the error: 503 if a database is down.
   * @example export default { fetch: auth.wrap(async (request, { auth }) => Response.json(await auth())) }
   */
  readonly wrap: <Rest extends readonly unknown[]>(
    handler: (request: Request, auth: RequestAuth<S>, env: Env, ...rest: Rest) => Response | PromiseLike<Response>,
  ) => (request: Request, env: Env, ...rest: Rest) => Promise<Response>
  /**
   * The session of a request whose response cannot set cookies. Nothing is renewed.
   * @example const session = await auth.auth(request)
   */
  readonly auth: (request: Request, env?: Env) => Promise<S | null>
}

/** One context per request. */
export const makeContexts = <Event>(
  source: ConfigSource<Event>,
  readEvent: (event: Event) => FetchEvent,
  runtime: Runtime | undefined,
): ((event: Event) => RequestContext) => {
  const findAuth = makeAuthCache(
    source,
    (event: Event) => ({ environment: layeredVariables(processVariables(), readEvent(event).env) }),
    runtime,
  )
  const contexts = makeObjectValues<RequestContext>()
  return (event) => {
    const { request } = readEvent(event)
    const known = contexts.get(request)
    if (known !== undefined) return known
    const context = makeRequestContext({ auth: () => findAuth(event), request, setCookie: () => undefined })
    contexts.set(request, context)
    return context
  }
}

/**
 * The response of the engine, or `undefined` if the address is not that of one of its routes.
 *
 * @param readRequest the request with its body, if the application may have read it before
 * @param origin the origin that the browser sees, if `request.url` has another one
 */
export const serveRoute = async (
  { auth }: RequestContext,
  request: Request,
  readRequest: () => Promise<Request> = () => Promise.resolve(request),
  origin?: string,
): Promise<Response | undefined> => {
  const refused = refuseMalformedHost(request)
  if (refused !== undefined) return refused
  const { engine, basePath } = await auth()
  const action = findAction(new URL(request.url).pathname, basePath)
  return action === undefined ? undefined : engine.handle(await readRequest(), origin === undefined ? {} : { origin })
}

const makeFetchAuth = <Env>(
  source: ConfigSource<FetchEvent<Env>>,
  runtime: Runtime | undefined,
): FetchAuthResult<Env> => {
  const contextFor = makeContexts<FetchEvent<Env>>(source, (event) => event, runtime)
  return {
    handle: async (request, env) => serveRoute(contextFor({ request, env }), request),
    wrap:
      (handler) =>
      async (request, env, ...rest) => {
        const context = contextFor({ request, env })
        const own = await serveRoute(context, request)
        if (own !== undefined) return own
        const { session, signIn, signOut, update } = context
        const auth = {
          auth: session,
          requireUser: (check?: AccessCheck) => requireUser(context, check),
          signIn,
          signOut,
          update,
        }
        try {
          return addMissingCookies(await handler(request, auth, env, ...rest), await context.finish())
        } catch (thrown) {
          if (thrown instanceof AccessRefused) return addMissingCookies(thrown.response, await context.finish())
          if (thrown instanceof AuthError) return addMissingCookies(uncaughtResponse(thrown), await context.finish())
          throw thrown
        }
      },
    auth: async (request, env) => {
      const context = contextFor({ request, env })
      await context.finish()
      return context.session()
    },
  }
}

/**
 * Set up authentication for a server whose handler takes a `Request` and returns a `Response`: Bun, Deno, Cloudflare Workers and
 * others. The variables `AUTH_SECRET`, `AUTH_URL`, `AUTH_TRUST_HOST` and `AUTH_<ID>_*`, from the process or the bindings, are the
 * defaults of options that the config leaves out.
 *
 * @param runtime the clock, randomness, network and log; tests pass their own
 *
 * @experimental its interface may change
 *
 * @example
 * const { wrap } = FetchAuth({ providers: [GitHub] })
 * export default {
 *   fetch: wrap(async (request, { requireUser }) => Response.json(await requireUser())),
 * }
 */
export const FetchAuth = <Env = unknown, S extends DefaultSession = Session>(
  source: ConfigSource<FetchEvent<Env>, S>,
  runtime?: Runtime,
): FetchAuthResult<Env, S & Session> =>
  // The engine returns what the callback `session` returned.
  makeFetchAuth(source, runtime) as FetchAuthResult<Env, S & Session>
