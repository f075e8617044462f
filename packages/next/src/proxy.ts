import {
  AccessRefused,
  addMissingCookies,
  findAction,
  isPageRequest,
  isSharedCacheable,
  refusalResponse,
} from '@authwright/core/framework'
import type { Cookie, Session } from '@authwright/core'
import { NextResponse, type NextRequest } from 'next/server.js'
import type { NextAuthConfig, ProxyCallbacks, AccessDecision } from './config.ts'
import { ADDRESS, putCookies, type Contexts, type PhaseContext } from './contexts.ts'
import { refusalAddress } from './guard.ts'
import { publicPath } from './next-request.ts'

/** A request, and the session of its user. */
export interface NextAuthRequest extends NextRequest {
  /** The session, or `null` when the user is signed out. */
  auth: Session | null
}

/**
 * The response with the cookies that it does not set itself. A `NextResponse` of the proxy also tells them to the page behind it. That
 * page may be prerendered, and a header that the proxy sets has priority over its own, so no shared cache stores the response.
 */
const withCookies = (response: Response, cookies: readonly Cookie[]): Response => {
  if (cookies.length === 0 || !(response instanceof NextResponse)) return addMissingCookies(response, cookies)
  const own = new Set(response.cookies.getAll().map(({ name }) => name))
  for (const { name, value, options } of cookies) if (!own.has(name)) response.cookies.set(name, value, options)
  const cacheControl = response.headers.get('cache-control')
  if (cacheControl === null || isSharedCacheable(cacheControl))
    response.headers.set('cache-control', 'private, no-store')
  return response
}

const findAuthorized = async ({ context }: PhaseContext): Promise<ProxyCallbacks['authorized']> => {
  const { callbacks }: NextAuthConfig = (await context.auth()).config
  return callbacks?.authorized
}

/** Whether the response redirects to the requested page: without an exception that would never end. */
const leadsTo = (response: Response, request: NextRequest): boolean => {
  const target = response.headers.get('location')
  return target !== null && new URL(target, request.url).pathname === publicPath(request)
}

/** Tells the page behind the proxy its address. */
const pass = (request: NextRequest): NextResponse => {
  const headers = new Headers(request.headers)
  headers.set(ADDRESS, publicPath(request) + request.nextUrl.search)
  return NextResponse.next({ request: { headers } })
}

/** The response to a request that `authorized` does not let pass. The page to which it redirects passes. */
const refuse = async (phase: PhaseContext, request: NextRequest): Promise<Response> => {
  const path = publicPath(request)
  const access = await phase.context.checkAccess(() => false)
  if ('session' in access) return pass(request)
  if (!isPageRequest(request)) return refusalResponse(access.refusal)
  const target = await refusalAddress(phase, access.refusal, path + request.nextUrl.search)
  if (target.pathname === path) return pass(request)
  return refusalResponse({ status: 302, error: access.refusal.error, location: target.href })
}

/** Renews the session of each request that Next.js passes to its proxy, and calls `authorized`. */
export const runProxy = async (contexts: Contexts, request: NextRequest): Promise<Response> => {
  const phase = await contexts.ofRequest(request)
  const { basePath } = await phase.context.auth()
  if (findAction(publicPath(request), basePath) !== undefined) return NextResponse.next()
  const authorized = await findAuthorized(phase)
  let decision: AccessDecision = true
  try {
    const session = await phase.context.session()
    decision = (await authorized?.({ request, auth: session })) ?? true
  } catch (error) {
    // Without the callback nothing is decided here. The page, which reads the session too, shows the outage.
    if (authorized !== undefined) throw error
  }
  const isLoop = decision instanceof Response && leadsTo(decision, request)
  const own = decision instanceof Response && !isLoop ? decision : undefined
  const response = own ?? (decision === false ? await refuse(phase, request) : pass(request))
  return withCookies(response, await phase.context.finish())
}

/** A route handler or a proxy of the application, with the session of its request. */
export const runHandler = async <Context>(
  contexts: Contexts,
  handler: (request: NextAuthRequest, context: Context) => unknown,
  request: NextRequest,
  routeContext: Context,
): Promise<Response> => {
  const phase = await contexts.ofRequest(request)
  const { session, finish } = phase.context
  const authorized = await findAuthorized(phase)
  const auth = await session()
  try {
    const decision = await authorized?.({ request, auth })
    const response =
      decision instanceof Response && !leadsTo(decision, request)
        ? decision
        : ((await handler(Object.assign(request, { auth }), routeContext)) ?? pass(request))
    if (!(response instanceof Response)) throw new TypeError('auth(handler): the handler must return a Response')
    return withCookies(response, await finish())
  } catch (thrown) {
    if (thrown instanceof AccessRefused) return withCookies(thrown.response, await finish())
    // Next.js makes the response to what it throws itself, such as `redirect()`.
    await putCookies(await finish())
    throw thrown
  }
}
