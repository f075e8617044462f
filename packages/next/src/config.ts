import type { AuthConfig, DefaultSession, Session } from '@authwright/core'
import type { TypedConfig } from '@authwright/core/framework'
import type { NextRequest } from 'next/server.js'

/**
 * What `callbacks.authorized` gets.
 * @example
 * const authorized = ({ request, auth }: AuthorizedParams) => auth !== null || request.nextUrl.pathname === '/'
 */
export interface AuthorizedParams {
  /**
   * The request.
   * @example
   * const authorized: ProxyCallbacks['authorized'] = ({ request, auth }) =>
   *   auth !== null || !request.nextUrl.pathname.startsWith('/account')
   */
  readonly request: NextRequest
  /**
   * The session, or `null` when the user is signed out.
   * @example
   * const authorized: ProxyCallbacks['authorized'] = ({ auth }) => auth?.user?.email?.endsWith('@example.com') === true
   */
  readonly auth: Session | null
}

/**
 * The callback of the proxy.
 * @example const callbacks: ProxyCallbacks = { authorized: ({ auth }) => auth !== null }
 */
export interface ProxyCallbacks {
  /**
   * Whether the proxy lets a request pass. With `false`, a page request is redirected to the sign-in page, and other requests get status
   * 401. A `Response` is sent as it is. The proxy does not see every request for a page's data or action, so guard these with
   * `requireUser` too. @default every request passes
   * @example authorized: ({ auth, request }) => auth !== null || request.nextUrl.pathname === '/'
   */
  authorized?: (params: AuthorizedParams) => AccessDecision | PromiseLike<AccessDecision>
}

/**
 * Whether a request may pass, or the response to it.
 * @example
 * const decide = (auth: Session | null): AccessDecision =>
 *   auth !== null || Response.json({ error: 'Sign in first' }, { status: 401 })
 */
export type AccessDecision = boolean | Response | undefined

/**
 * The options of `@authwright/core`. The default of `basePath` is `/api/auth` below the `basePath` of Next.js.
 * @example
 * const config: NextAuthConfig = { providers: [GitHub], callbacks: { authorized: ({ auth }) => auth !== null } }
 */
export interface NextAuthConfig extends Omit<AuthConfig, 'raw' | 'callbacks'> {
  /**
   * The callbacks, with `authorized` for the proxy.
   * @example callbacks: { authorized: ({ auth }) => auth !== null }
   */
  callbacks?: AuthConfig['callbacks'] & ProxyCallbacks
}

/**
 * The options, or a function that returns them. It is called once per request; with `undefined` in pages and actions.
 * @example
 * const config: NextAuthConfig = { providers: [GitHub] }
 * const branded: NextAuthConfig = { ...config, theme: { brandColor: '#a00' } }
 * const source: ConfigSource = (request) => (request?.nextUrl.hostname === 'acme.example.com' ? branded : config)
 */
export type ConfigSource<S extends DefaultSession = DefaultSession> =
  | TypedConfig<NextAuthConfig, S>
  | ((request?: NextRequest) => TypedConfig<NextAuthConfig, S> | PromiseLike<TypedConfig<NextAuthConfig, S>>)

/** `basePath` of the Next.js config. Next.js replaces this name in a build, and cuts the path off the URLs that it shows. */
export const routerBasePath = (): string => process.env.__NEXT_ROUTER_BASEPATH ?? ''

export const defaultBasePath = (): string => `${routerBasePath()}/api/auth`
