import {
  findAction,
  makeAuthCache,
  makeRequestContext,
  makeObjectValues,
  processVariables,
  type ConfiguredAuth,
  type RequestContext,
  type TypedConfig,
} from '@authwright/core/framework'
import type { AuthConfig, DefaultSession, HeaderReader, OutgoingResponse, RequestLike, Runtime } from '@authwright/core'
import { findOrigin, headersOf, targetOf, toIncoming, type AddedMembers, type NodeRequest } from './node-request.ts'
import { addCookiesOnWrite, writeResponse, type NodeResponse } from './node-response.ts'

/**
 * The options of `@authwright/core`.
 * @example const config: NodeAuthConfig = { providers: [GitHub], session: { maxAge: 7 * 24 * 60 * 60 } }
 */
export interface NodeAuthConfig extends Omit<AuthConfig, 'raw'> {}

/**
 * The options, or a function that returns them. The function is called once per request.
 * @example
 * const config: NodeAuthConfig = { providers: [GitHub] }
 * const branded: NodeAuthConfig = { ...config, theme: { brandColor: '#a00' } }
 * const source: ConfigSource = ({ headers }) => (headers.host === 'acme.example.com' ? branded : config)
 */
export type ConfigSource<Req = NodeRequest, S extends DefaultSession = DefaultSession> =
  | TypedConfig<NodeAuthConfig, S>
  | ((request: Req) => TypedConfig<NodeAuthConfig, S> | PromiseLike<TypedConfig<NodeAuthConfig, S>>)

/**
 * What the packages of the frameworks on Node share.
 * @example
 * const readName = async ({ contextFor }: NodeEngine<IncomingMessage>, request: IncomingMessage) =>
 *   (await contextFor(request).session())?.user?.name
 */
export interface NodeEngine<Req> {
  /**
   * The state of a request. The cookies of the library are added to the response when its headers are sent.
   * @example const session = await engine.contextFor(request, response).session()
   */
  readonly contextFor: (request: Req, response?: NodeResponse) => RequestContext
  /**
   * The response to a request for a route of the library; `undefined` for all other requests.
   * @example
   * const outgoing = await engine.respond(request)
   * console.log(outgoing?.status ?? 'not a route of the library')
   */
  readonly respond: (request: Req, parsedBody?: unknown) => Promise<OutgoingResponse | undefined>
  /**
   * Write that response. Returns whether the request was for a route of the library.
   * @example if (!(await engine.serve(request, response))) response.end('Hello')
   */
  readonly serve: (request: Req, response: NodeResponse) => Promise<boolean>
}

/**
 * A request as the engine reads it. Its URL is made when it is needed. A class: for an object with a getter, V8 makes a hidden class per object,
 * which keeps the request in memory until a full garbage collection.
 */
class EngineRequest<Req extends NodeRequest & AddedMembers> implements RequestLike {
  readonly headers: HeaderReader
  readonly method: string
  readonly #request: Req
  readonly #originOf: (request: Req) => string | null

  constructor(request: Req, originOf: (request: Req) => string | null) {
    this.headers = headersOf(request)
    this.method = request.method ?? 'GET'
    this.#request = request
    this.#originOf = originOf
  }

  /** Without a valid host the session is read all the same, and no route of the library responds. */
  get url(): string {
    return (this.#originOf(this.#request) ?? 'http://host.invalid') + targetOf(this.#request)
  }
}

/**
 * Makes the engine that the functions for Node servers share.
 *
 * @example
 * const engine = makeNodeEngine(config, false, undefined)
 * createServer(async (request, response) => {
 *   if (!(await engine.serve(request, response))) response.end('Hello')
 * })
 */
export const makeNodeEngine = <Req extends NodeRequest & AddedMembers>(
  source: ConfigSource<Req>,
  trustProxy: boolean | ((request: Req) => boolean),
  runtime: Runtime | undefined,
  basePath = '/auth',
): NodeEngine<Req> => {
  const findAuth = makeAuthCache<Req>(source, () => ({ basePath, environment: processVariables() }), runtime)
  const originOf = (request: Req): string | null =>
    findOrigin(request, typeof trustProxy === 'function' ? trustProxy(request) : trustProxy)
  const contexts = makeObjectValues<RequestContext>()

  const makeContext = (request: Req, response: NodeResponse | undefined): RequestContext => {
    let isPrepared = false
    const context = makeRequestContext({
      auth: () => findAuth(request),
      request: new EngineRequest(request, originOf),
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
  const isOwn = ({ basePath }: ConfiguredAuth, request: Req): boolean =>
    findAction(targetOf(request), basePath) !== undefined
  const respondTo = ({ engine }: ConfiguredAuth, request: Req, parsedBody?: unknown): Promise<OutgoingResponse> =>
    engine.respond(toIncoming(request, originOf(request), parsedBody))
  return {
    contextFor,
    respond: async (request, parsedBody) => {
      const auth = await contextFor(request).auth()
      return isOwn(auth, request) ? respondTo(auth, request, parsedBody) : undefined
    },
    serve: async (request, response) => {
      const auth = await contextFor(request, response).auth()
      if (!isOwn(auth, request)) return false
      writeResponse(response, await respondTo(auth, request))
      return true
    },
  }
}
