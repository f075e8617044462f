import { AuthError, errorInfo } from '@authwright/core/errors'
import {
  findAction,
  makeAuthCache,
  makeRequestContext,
  makeRequestValues,
  processVariables,
  type AccessCheck,
  type RequestContext,
  type SignedInSession,
  type TypedConfig,
} from '@authwright/core/framework'
import type {
  AuthConfig,
  DefaultSession,
  OutgoingResponse,
  Runtime,
  Session,
  SignInOptions,
  SigninProps,
} from '@authwright/core'
import { findOrigin, headersOf, targetOf, toIncoming, type AddedMembers, type NodeRequest } from './node-request.ts'
import { addCookiesOnWrite, refusalOf, writeResponse, writeText, type NodeResponse } from './node-response.ts'

/** The options of `@authwright/core`. */
export interface NodeAuthConfig extends Omit<AuthConfig, 'raw'> {}

/** The options, or a function that returns them. The function is called once per request. */
export type ConfigSource<Req = NodeRequest, S extends DefaultSession = DefaultSession> =
  | TypedConfig<NodeAuthConfig, S>
  | ((request: Req) => TypedConfig<NodeAuthConfig, S> | PromiseLike<TypedConfig<NodeAuthConfig, S>>)

export interface NodeAuthOptions<Req = NodeRequest> {
  /**
   * Whether `X-Forwarded-Proto` and `X-Forwarded-Host` of the nearest proxy decide scheme and host, or a function that decides it for
   * a request. Enable it only behind a proxy that sets them. @default false
   */
  readonly trustProxy?: boolean | ((request: Req) => boolean)
}

/** What `NodeAuth` returns: a handler for `http.createServer`, and functions for the application's own handlers. */
export interface NodeAuthResult<
  Req extends NodeRequest = NodeRequest,
  Res extends NodeResponse = NodeResponse,
  S extends Session = Session,
> {
  /**
   * Serves the routes of the library, and calls `next` for all other requests; without `next` they get status 404. An error of `next`,
   * or of a config function, is logged, and the request gets status 500; 503 if a database is down.
   */
  (request: Req, response: Res, next?: () => unknown): Promise<void>
  /** The session, or `null`. Throws if it cannot be read. Without a response, as for an upgrade, nothing is renewed. */
  auth(request: Req, response?: Res): Promise<S | null>
  /**
   * The session of a signed-in user who passes the check. Otherwise it responds and returns `undefined`: a page request of a
   * signed-out user is redirected to the sign-in page, other requests get status 401, and a user who fails the check gets 403.
   */
  requireUser(request: Req, response: Res, check?: AccessCheck<S>): Promise<SignedInSession<S> | undefined>
  /** Start a sign-in. Returns the address to redirect to. Throws an `AuthError` if it fails. */
  signIn(request: Req, response: Res, provider?: string, options?: SignInOptions): Promise<string>
  /** End the session. Returns the address to redirect to. */
  signOut(request: Req, response: Res, options?: { readonly redirectTo?: string }): Promise<string>
  /** Pass data to the `jwt` and `session` callbacks with `trigger: 'update'`. */
  update(request: Req, response: Res, data: unknown): Promise<S | null>
  /** The props of a sign-in page of the application. */
  signInPage(request: Req, response: Res): Promise<SigninProps>
}

/** What the packages of the frameworks on Node share. */
export interface NodeEngine<Req> {
  /** The state of a request. The cookies of the library are added to the response when its headers are sent. */
  readonly contextFor: (request: Req, response?: NodeResponse) => RequestContext
  /** The response to a request for a route of the library; `undefined` for all other requests. */
  readonly respond: (request: Req, parsedBody?: unknown) => Promise<OutgoingResponse | undefined>
  /** Write that response. Returns whether the request was for a route of the library. */
  readonly serve: (request: Req, response: NodeResponse) => Promise<boolean>
}

export const makeNodeEngine = <Req extends NodeRequest & AddedMembers>(
  source: ConfigSource<Req>,
  trustProxy: boolean | ((request: Req) => boolean),
  runtime: Runtime | undefined,
  basePath = '/auth',
): NodeEngine<Req> => {
  const findAuth = makeAuthCache<Req>(source, () => ({ basePath, environment: processVariables() }), runtime)
  const originOf = (request: Req): string | null =>
    findOrigin(request, typeof trustProxy === 'function' ? trustProxy(request) : trustProxy)
  const contexts = makeRequestValues<RequestContext>()

  const makeContext = (request: Req, response: NodeResponse | undefined): RequestContext => {
    let isPrepared = false
    const context = makeRequestContext({
      auth: () => findAuth(request),
      request: {
        // Without a valid host the session is read all the same, and no route of the library responds.
        url: (originOf(request) ?? 'http://host.invalid') + targetOf(request),
        headers: headersOf(request),
        method: request.method ?? 'GET',
      },
      setCookie: () => {
        if (isPrepared || response === undefined) return
        isPrepared = true
        addCookiesOnWrite(response, context.cookies)
      },
      canSetCookies: () => response?.headersSent === false,
    })
    return context
  }
  const contextFor = (request: Req, response?: NodeResponse): RequestContext => {
    const known = contexts.get(request)
    if (known !== undefined) return known
    const context = makeContext(request, response)
    contexts.set(request, context)
    return context
  }
  const respond: NodeEngine<Req>['respond'] = async (request, parsedBody) => {
    const { engine, basePath } = await contextFor(request).auth()
    if (findAction(targetOf(request), basePath) === undefined) return undefined
    return engine.respond(toIncoming(request, originOf(request), parsedBody))
  }
  return {
    contextFor,
    respond,
    serve: async (request, response) => {
      contextFor(request, response)
      const own = await respond(request)
      if (own !== undefined) writeResponse(response, own)
      return own !== undefined
    },
  }
}

/** The functions for handlers of the application. */
export const nodeFunctions = <Req extends NodeRequest, Res extends NodeResponse>({ contextFor }: NodeEngine<Req>) => ({
  auth: (request: Req, response?: Res) => contextFor(request, response).session(),
  requireUser: async (request: Req, response: Res, check?: AccessCheck) => {
    const access = await contextFor(request, response).checkAccess(check)
    if ('session' in access) return access.session
    writeResponse(response, refusalOf(access.refusal))
    return undefined
  },
  signIn: (request: Req, response: Res, provider?: string, options?: SignInOptions) =>
    contextFor(request, response).signIn(provider, options),
  signOut: (request: Req, response: Res, options?: { readonly redirectTo?: string }) =>
    contextFor(request, response).signOut(options),
  update: (request: Req, response: Res, data: unknown) => contextFor(request, response).update(data),
  signInPage: (request: Req, response: Res) => contextFor(request, response).signInPage(),
})

const makeNodeAuth = <Req extends NodeRequest, Res extends NodeResponse>(
  source: ConfigSource<Req>,
  { trustProxy = false }: NodeAuthOptions<Req>,
  runtime: Runtime | undefined,
): NodeAuthResult<Req, Res> => {
  const engine = makeNodeEngine<Req>(source, trustProxy, runtime)
  const report = runtime?.console.error ?? console.error

  const handler = async (request: Req, response: Res, next?: () => unknown): Promise<void> => {
    try {
      if (await engine.serve(request, response)) return
      if (next === undefined) writeText(response, 404)
      else await next()
    } catch (error) {
      // Node ends the process for a rejection that no caller handles.
      report(error)
      if (response.headersSent) response.destroy()
      else writeText(response, error instanceof AuthError ? errorInfo(error).status : 500)
    }
  }

  return Object.assign(handler, nodeFunctions<Req, Res>(engine))
}

/**
 * Set up authentication for a Node server. The variables `AUTH_SECRET`, `AUTH_URL`, `AUTH_TRUST_HOST` and `AUTH_<ID>_*` are the
 * defaults of options that the config leaves out.
 *
 * @param runtime the clock, randomness, network and log; tests pass their own
 *
 * @experimental its interface may change
 *
 * @example
 * const auth = NodeAuth({ providers: [GitHub] })
 * createServer((request, response) =>
 *   auth(request, response, async () => {
 *     const session = await auth.auth(request, response)
 *     response.end(session?.user?.name ?? 'Signed out')
 *   }),
 * ).listen(3000)
 */
export const NodeAuth = <
  Req extends NodeRequest = NodeRequest,
  Res extends NodeResponse = NodeResponse,
  S extends DefaultSession = Session,
>(
  source: ConfigSource<Req, S>,
  options: NodeAuthOptions<Req> = {},
  runtime?: Runtime,
): NodeAuthResult<Req, Res, S & Session> =>
  // The engine returns what the callback `session` returned.
  makeNodeAuth<Req, Res>(source, options, runtime) as NodeAuthResult<Req, Res, S & Session>
