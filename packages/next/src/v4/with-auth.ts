import { isPageRequest, refusalResponse, type AccessRefusal } from '@authwright/core/framework'
import type { GetTokenParams, JWT } from '@authwright/core/jwt'
import type { NextFetchEvent, NextRequest } from 'next/server.js'
import { refusalPage } from '../guard.ts'
import { originOf, publicPath } from '../next-request.ts'
import { environmentDefaults, findBasePath, type NextAuthOptions } from './options.ts'
import { getToken } from './session-claims.ts'

/**
 * A request, and the claims of its session.
 * @example const isAda = (request: NextRequestWithAuth) => request.nextauth.token?.email === 'ada@example.com'
 */
export interface NextRequestWithAuth extends NextRequest {
  /**
   * The claims of the session token.
   * @example const userId = ({ nextauth }: NextRequestWithAuth) => nextauth.token?.sub
   */
  nextauth: {
    /**
     * The claims, or `null` if the user is signed out.
     * @example const isSignedIn = ({ nextauth: { token } }: NextRequestWithAuth) => token !== null
     */
    token: JWT | null
  }
}

/**
 * Options of `withAuth`: those of `NextAuth`, with another callback.
 * @example
 * const authorized = ({ token }: { token: JWT | null }) => token?.email?.endsWith('@example.com') === true
 * const options: WithAuthOptions = { pages: { signIn: '/login' }, callbacks: { authorized } }
 */
export interface WithAuthOptions extends Pick<
  NextAuthOptions,
  'basePath' | 'cookies' | 'jwt' | 'legacySessions' | 'pages' | 'secret'
> {
  /**
   * `authorized` decides whether a request may pass.
   * @example callbacks: { authorized: ({ token }) => token?.email?.endsWith('@example.com') === true }
   */
  callbacks?: {
    /**
     * Whether a request may pass. @default whether there is a session
     * @example authorized: ({ token, req }) => token !== null || req.nextUrl.pathname === '/'
     */
    authorized?: (params: { readonly token: JWT | null; readonly req: NextRequest }) => boolean | PromiseLike<boolean>
  }
}

/**
 * A proxy of the application. It runs for requests that may pass, and may return a response.
 * @example const middleware: NextMiddlewareWithAuth = (request) => console.log(request.nextauth.token?.sub)
 */
export type NextMiddlewareWithAuth = (request: NextRequestWithAuth, event: NextFetchEvent) => unknown

type Proxy = (request: NextRequest, event: NextFetchEvent) => Promise<Response | undefined>

const readClaims = (request: NextRequest, options: WithAuthOptions): Promise<JWT | null> => {
  const { secret = options.jwt?.secret, jwt, cookies, legacySessions } = options
  const params: GetTokenParams<false> = { req: request }
  if (secret !== undefined) params.secret = secret
  if (jwt?.decode !== undefined) params.decode = jwt.decode
  if (cookies?.sessionToken?.name !== undefined) params.cookieName = cookies.sessionToken.name
  if (legacySessions !== undefined) params.legacySessions = legacySessions
  return getToken(params)
}

/** What every user may request: the routes of the library, its pages, and the files of Next.js. */
const isPublic = (path: string, { pages }: WithAuthOptions, basePath: string, { nextUrl }: NextRequest): boolean =>
  path.startsWith(`${basePath}/`) ||
  [pages?.signIn, pages?.error].includes(path) ||
  nextUrl.pathname.startsWith('/_next/') ||
  nextUrl.pathname === '/favicon.ico'

/** The response to a request that may not pass. A page is redirected, other requests get status 401 or 403. */
const refuse = (request: NextRequest, { pages }: WithAuthOptions, basePath: string, token: JWT | null): Response => {
  const refusal: AccessRefusal =
    token === null ? { status: 401, error: 'SessionRequired' } : { status: 403, error: 'AccessDenied' }
  if (!isPageRequest(request)) return refusalResponse(refusal)
  const origin = environmentDefaults().origin ?? originOf(request.headers)
  const auth = { config: pages === undefined ? {} : { pages }, basePath }
  const page = refusalPage(auth, origin, refusal, publicPath(request) + request.nextUrl.search)
  return refusalResponse({ ...refusal, status: 302, location: page.href })
}

const run = async (
  request: NextRequest,
  event: NextFetchEvent,
  options: WithAuthOptions,
  middleware: NextMiddlewareWithAuth = () => undefined,
): Promise<Response | undefined> => {
  const basePath = findBasePath(options)
  if (isPublic(publicPath(request), options, basePath, request)) return undefined
  const token = await readClaims(request, options)
  const isAuthorized = (await options.callbacks?.authorized?.({ token, req: request })) ?? token !== null
  if (!isAuthorized) return refuse(request, options, basePath, token)
  const response = await middleware(Object.assign(request, { nextauth: { token } }), event)
  return response instanceof Response ? response : undefined
}

/**
 * A proxy that redirects signed-out users to the sign-in page, with the interface of next-auth 4. For the session strategy `jwt`. Its
 * decision is optimistic: guard pages, actions and route handlers with `getServerSession` too.
 *
 * @experimental its interface may change
 *
 * @example
 * export default withAuth({ legacySessions: authOptions.legacySessions })
 */
export function withAuth(request: NextRequest, event: NextFetchEvent): Promise<Response | undefined>
export function withAuth(middleware: NextMiddlewareWithAuth, options?: WithAuthOptions): Proxy
export function withAuth(options: WithAuthOptions): Proxy
export function withAuth(
  first: NextRequest | NextMiddlewareWithAuth | WithAuthOptions,
  second?: NextFetchEvent | WithAuthOptions,
): Promise<Response | undefined> | Proxy {
  if (first instanceof Request) return run(first, second as NextFetchEvent, {})
  if (typeof first === 'function')
    return (request, event) => run(request, event, (second ?? {}) as WithAuthOptions, first)
  return (request, event) => run(request, event, first as WithAuthOptions)
}
