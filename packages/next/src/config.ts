import type { AuthConfig, DefaultSession, Session } from '@authwright/core'
import type { TypedConfig } from '@authwright/core/framework'
import type { NextRequest } from 'next/server.js'

/** What `callbacks.authorized` gets. */
export interface AuthorizedParams {
  /** The request. */
  readonly request: NextRequest
  /** The session, or `null` when the user is signed out. */
  readonly auth: Session | null
}

/** The callback of the proxy. */
export interface ProxyCallbacks {
  /**
   * Whether the proxy lets a request pass. With `false`, a page request is redirected to the sign-in page, and other requests get status
   * 401. A `Response` is sent as it is. The proxy does not see every request for a page's data or action, so guard these with
   * `requireUser` too. @default every request passes
   */
  authorized?: (params: AuthorizedParams) => AccessDecision | PromiseLike<AccessDecision>
}

/** Whether a request may pass, or the response to it. */
export type AccessDecision = boolean | Response | undefined

/** The options of `@authwright/core`. The default of `basePath` is `/api/auth` below the `basePath` of Next.js. */
export interface NextAuthConfig extends Omit<AuthConfig, 'raw' | 'callbacks'> {
  /** The callbacks, with `authorized` for the proxy. */
  callbacks?: AuthConfig['callbacks'] & ProxyCallbacks
}

/** The options, or a function that returns them. It is called once per request; with `undefined` in pages and actions. */
export type ConfigSource<S extends DefaultSession = DefaultSession> =
  | TypedConfig<NextAuthConfig, S>
  | ((request?: NextRequest) => TypedConfig<NextAuthConfig, S> | PromiseLike<TypedConfig<NextAuthConfig, S>>)

/** `basePath` of the Next.js config. Next.js replaces this name in a build, and cuts the path off the URLs that it shows. */
export const routerBasePath = (): string => process.env.__NEXT_ROUTER_BASEPATH ?? ''

export const defaultBasePath = (): string => `${routerBasePath()}/api/auth`
