import type { Cookie, ResponseInternal } from '../types/http.ts'
import type { Page } from '../types/page-props.ts'
import type { RedirectTarget } from './redirect-target.ts'

/** What a flow answers: plain data. A redirect target has to be proven, a page is rendered on the way out. */
export interface HandlerResponse extends ResponseInternal {
  readonly redirect?: RedirectTarget
  readonly page?: Page
}

/** An answer that sends the browser on. */
export const redirectTo = (redirect: RedirectTarget, cookies: readonly Cookie[] = []): HandlerResponse => ({
  status: 302,
  redirect,
  cookies,
})

/** What every answer of ours carries: it is one person's, and it is what its type says. */
export const COMMON_HEADERS = {
  'cache-control': 'private, no-cache, no-store',
  expires: '0',
  pragma: 'no-cache',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin',
} as const

/** Made once: copying headers costs less than setting them one by one, and JSON is what a session check answers. */
const JSON_HEADERS = new Headers({ ...COMMON_HEADERS, 'content-type': 'application/json' })

/** An answer in JSON. */
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

/** An answer that shows a page. */
export const show = (page: Page, cookies: readonly Cookie[] = [], status = 200): HandlerResponse => ({
  status,
  page,
  cookies,
})
