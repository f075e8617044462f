import type { AuthAction } from '../types/http.ts'
import type { Fields } from './body.ts'
import type { CookieJar } from './cookies.ts'

/** What is needed of a request to read a session from it. */
export interface RequestLike {
  readonly url: string | URL
  readonly headers: Headers
  readonly method?: string
}

/** What arrived, parsed once. */
export interface RequestInternal {
  readonly method: 'GET' | 'HEAD' | 'POST'
  /** The application's own origin, decided by config and trust, never by a header alone. */
  readonly origin: string
  readonly secure: boolean
  /** Origin and base path, without a slash at the end. */
  readonly base: string
  readonly action: AuthAction
  readonly providerId: string | undefined
  readonly url: URL
  readonly query: URLSearchParams
  readonly fields: Fields
  readonly headers: Headers
  readonly cookies: CookieJar
  /** The client asked for `{ url }` instead of a redirect. */
  readonly wantsJson: boolean
}
