import { STATUS_CODES } from 'node:http'
import { AuthError, errorInfo } from '@authwright/core/errors'
import { explanationPage, type AccessCheck, type SignedInSession } from '@authwright/core/framework'
import type { DefaultSession, Runtime, Session, SignInOptions, SigninProps } from '@authwright/core'
import { makeNodeEngine, type ConfigSource, type NodeEngine } from './node-engine.ts'
import type { NodeRequest } from './node-request.ts'
import { refusalOf, smallResponse, writeResponse, type NodeResponse } from './node-response.ts'

/**
 * Options of the functions for Node servers.
 * @example const options: NodeAuthOptions = { trustProxy: true }
 */
export interface NodeAuthOptions<Req = NodeRequest> {
  /**
   * Whether `X-Forwarded-Proto` and `X-Forwarded-Host` of the nearest proxy decide scheme and host, or a function that decides it for
   * a request. Enable it only behind a proxy that sets them. @default false
   * @example trustProxy: ({ socket }) => socket.remoteAddress === '10.0.0.1'
   */
  readonly trustProxy?: boolean | ((request: Req) => boolean)
}

/**
 * What `NodeAuth` returns: a handler for `http.createServer`, and functions for the application's own handlers.
 * @example
 * const auth: NodeAuthResult = NodeAuth({ providers: [GitHub] })
 * createServer((request, response) => auth(request, response, () => response.end('Hello')))
 */
export interface NodeAuthResult<
  Req extends NodeRequest = NodeRequest,
  Res extends NodeResponse = NodeResponse,
  S extends Session = Session,
> {
  /**
   * Serves the routes of the library, and calls `next` for all other requests; without `next` they get status 404. An error of `next` is
   * logged, and the request gets status 500; 503 if a database is down.
   */
  (request: Req, response: Res, next?: () => unknown): Promise<void>
  /**
   * The session, or `null`. Throws if it cannot be read. Without a response, as for an upgrade, nothing is renewed.
   * @example const session = await auth.auth(request, response)
   */
  auth(request: Req, response?: Res): Promise<S | null>
  /**
   * The session of a signed-in user who passes the check. Otherwise it responds and returns `undefined`: a page request of a
   * signed-out user is redirected to the sign-in page, other requests get status 401, and a user who fails the check gets 403.
   * @example
   * const session = await auth.requireUser(request, response)
   * if (session !== undefined) response.end(`Hello ${session.user.name}`)
   */
  requireUser(request: Req, response: Res, check?: AccessCheck<S>): Promise<SignedInSession<S> | undefined>
  /**
   * Start a sign-in. Returns the address to redirect to. Throws an `AuthError` if it fails.
   * @example
   * const url = await auth.signIn(request, response, 'github', { redirectTo: '/welcome' })
   * response.writeHead(302, { location: url }).end()
   */
  signIn(request: Req, response: Res, provider?: string, options?: SignInOptions): Promise<string>
  /**
   * End the session. Returns the address to redirect to.
   * @example
   * const url = await auth.signOut(request, response, { redirectTo: '/' })
   * response.writeHead(302, { location: url }).end()
   */
  signOut(request: Req, response: Res, options?: { readonly redirectTo?: string }): Promise<string>
  /**
   * Pass data to the `jwt` and `session` callbacks with `trigger: 'update'`.
   * @example const session = await auth.update(request, response, { name: 'Ada' })
   */
  update(request: Req, response: Res, data: unknown): Promise<S | null>
  /**
   * The props of a sign-in page of the application.
   * @example const { providers, error } = await auth.signInPage(request, response)
   */
  signInPage(request: Req, response: Res): Promise<SigninProps>
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

const PLAIN_TEXT = 'text/plain; charset=utf-8'

/** Respond with the text of a status. */
const writeText = (response: NodeResponse, status: number): void =>
  writeResponse(response, smallResponse(status, PLAIN_TEXT, STATUS_CODES[status] ?? ''))

/** Respond to an error that the application did not catch. */
const writeError = (response: NodeResponse, error: unknown): void => {
  if (!(error instanceof AuthError)) return writeText(response, 500)
  const { status, type } = errorInfo(error)
  const page = explanationPage(error)
  if (page !== undefined) return writeResponse(response, smallResponse(status, 'text/html; charset=utf-8', page))
  writeResponse(response, smallResponse(status, 'application/json', JSON.stringify({ error: type })))
}

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
      else writeError(response, error)
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
