import type { AuthAction } from '../types/http.ts'
import type { Fields } from '../web/body.ts'
import type { CookieJar } from '../web/cookies.ts'
import type { HandlerResponse } from '../web/handler-response.ts'
import type { AuthContext } from './auth-context.ts'
import type { ConfiguredProvider } from './provider-table.ts'

/** A request, parsed once. It carries the provider that its path names, so that no handler looks a provider up again. */
export interface RequestInternal {
  readonly method: 'GET' | 'HEAD' | 'POST'
  /** The application's own origin. The config and its trust settings decide it, never a header alone. */
  readonly origin: string
  readonly secure: boolean
  /** Origin and base path, without a slash at the end. */
  readonly base: string
  readonly action: AuthAction
  /** The provider that the path names; its `method` is the sign-in method that serves it. */
  readonly provider: ConfiguredProvider | undefined
  readonly url: URL
  readonly query: URLSearchParams
  readonly fields: Fields
  readonly headers: Headers
  readonly cookies: CookieJar
  /** The client asked for `{ url }` instead of a redirect. */
  readonly wantsJson: boolean
}

/** Handles one request of a route and returns the response as plain data. */
export type RouteHandler = (request: RequestInternal, context: AuthContext) => Promise<HandlerResponse>

/** Handles one step of a sign-in method: like a `RouteHandler`, with the provider that the path named. */
export type ProviderHandler = (
  request: RequestInternal,
  context: AuthContext,
  provider: ConfiguredProvider,
) => Promise<HandlerResponse>
