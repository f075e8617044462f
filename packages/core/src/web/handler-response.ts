import type { Cookie, ResponseInternal } from '../types/http.ts'
import type { Page } from '../types/page-props.ts'
import type { RedirectTarget } from './redirect-target.ts'

/** The response of a handler, as plain data. The redirect target is branded; the HTTP layer renders the page. */
export interface HandlerResponse extends ResponseInternal {
  readonly redirect?: RedirectTarget
  readonly page?: Page
}

export const redirectTo = (redirect: RedirectTarget, cookies: readonly Cookie[] = []): HandlerResponse => ({
  status: 302,
  redirect,
  cookies,
})

/** The headers of every response: private to one user, never cached, with no sniffing of the media type. */
export const COMMON_HEADERS = {
  'cache-control': 'private, no-cache, no-store',
  expires: '0',
  pragma: 'no-cache',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin',
} as const

/** Created once for the session check: copying headers is faster than setting them one by one. */
const JSON_HEADERS = new Headers({ ...COMMON_HEADERS, 'content-type': 'application/json' })

export const json = (
  body: HandlerResponse['body'],
  cookies: readonly Cookie[] = [],
  status = 200,
): HandlerResponse => ({
  status,
  headers: new Headers(JSON_HEADERS),
  ...(body === undefined ? {} : { body }),
  cookies,
})

export const show = (page: Page, cookies: readonly Cookie[] = [], status = 200): HandlerResponse => ({
  status,
  page,
  cookies,
})
