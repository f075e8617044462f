import {
  AccessRefused,
  addMissingCookies,
  findAction,
  isPageRequest,
  isSharedCacheable,
  refusalResponse,
} from '@authwright/core/framework'
import type { Cookie, Session } from '@authwright/core'
import { cookies as nextCookies } from 'next/headers.js'
import { NextResponse, type NextRequest } from 'next/server.js'
import type { NextAuthConfig } from './config.ts'
import { ADDRESS, type Contexts, type PhaseContext } from './contexts.ts'
import { refusalAddress } from './guard.ts'
import { publicPath } from './next-request.ts'

/**
 * A request, and the session of its user.
 * @example const greet = ({ auth }: NextAuthRequest) => Response.json({ name: auth?.user?.name ?? 'guest' })
 */
export interface NextAuthRequest<S extends Session = Session> extends NextRequest {
  /**
   * The session, or `null` when the user is signed out.
   * @example const nameOf = ({ auth }: NextAuthRequest) => auth?.user?.name ?? 'guest'
   */
  auth: S | null
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

/** A route handler or a proxy of the application. */
type Handler = (request: NextAuthRequest) => unknown

const respond = async (phase: PhaseContext, request: NextRequest, handler: Handler | undefined): Promise<unknown> => {
  const { callbacks }: NextAuthConfig = (await phase.context.auth()).config
  const authorized = callbacks?.authorized
  const auth = await phase.context.session().catch((error: unknown) => {
    // Without the callback nothing is decided here. The page, which reads the session too, shows the outage.
    if (handler === undefined && authorized === undefined) return null
    throw error
  })
  const decision = await authorized?.({ request, auth })
  if (decision instanceof Response && !leadsTo(decision, request)) return decision
  if (handler !== undefined) return (await handler(Object.assign(request, { auth }))) ?? pass(request)
  return decision === false ? refuse(phase, request) : pass(request)
}

/**
 * The response of the handler, or else of the proxy. Both call `authorized` and renew the session; only the proxy refuses a request for
 * which the callback returns `false`, as in Auth.js.
 */
export const runProxy = async ({ phaseOf }: Contexts, request: NextRequest, handler?: Handler): Promise<Response> => {
  const phase = await phaseOf(request)
  const { auth, finish } = phase.context
  if (handler === undefined && findAction(publicPath(request), (await auth()).basePath) !== undefined)
    return NextResponse.next()
  try {
    const response = await respond(phase, request, handler)
    if (!(response instanceof Response)) throw new TypeError('auth(handler): the handler must return a Response')
    return withCookies(response, await finish())
  } catch (thrown) {
    const cookies = await finish()
    if (thrown instanceof AccessRefused) return withCookies(thrown.response, cookies)
    // Next.js makes the response to what it throws itself, such as `redirect()`.
    const jar = await nextCookies()
    for (const { name, value, options } of cookies) jar.set(name, value, options)
    throw thrown
  }
}
