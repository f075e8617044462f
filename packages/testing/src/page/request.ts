import { relation } from '../cookie-jar/matching.ts'
import type { CookieContext } from '../cookie-jar.ts'

/** One request a browser is about to make. */
export interface Step {
  readonly url: URL
  readonly method: string
  readonly body?: string | undefined
  readonly contentType?: string | undefined
  /** The page that makes the request; `null` for a typed address. */
  readonly initiator: URL | null
  /** Set when a redirect on the way crossed sites: the request never becomes same-site again. */
  readonly crossed: boolean
  /** Headers that replace the browser's own; `null` omits one. */
  readonly headers: Readonly<Record<string, string | null>>
}

type FetchSite = 'none' | ReturnType<typeof relation>

const fetchSiteOf = (step: Step): FetchSite => {
  if (step.initiator === null) return 'none'
  return step.crossed ? 'cross-site' : relation(step.initiator, step.url)
}

const isSafe = (method: string): boolean => method === 'GET' || method === 'HEAD'

/** The context for `SameSite`. Every request here is a top-level navigation. */
export const contextOf = (step: Step): CookieContext => {
  if (fetchSiteOf(step) !== 'cross-site') return 'same-site'
  return isSafe(step.method) ? 'cross-site-navigation' : 'cross-site'
}

/** The request with the headers that a browser adds: `Cookie`, `Origin`, `Sec-Fetch-*`. */
export const buildRequest = (step: Step, cookie: string): Request => {
  const headers = new Headers({
    host: step.url.host,
    accept: 'text/html,application/xhtml+xml,*/*;q=0.8',
    'accept-language': 'en',
    'sec-fetch-site': fetchSiteOf(step),
    'sec-fetch-mode': 'navigate',
    'sec-fetch-dest': 'document',
  })
  if (cookie !== '') headers.set('cookie', cookie)
  // A redirect that crossed origins leaves an opaque origin behind (Fetch §3.2).
  if (!isSafe(step.method)) headers.set('origin', step.crossed ? 'null' : (step.initiator ?? step.url).origin)
  if (step.contentType !== undefined) headers.set('content-type', step.contentType)
  for (const [name, value] of Object.entries(step.headers)) {
    if (value === null) headers.delete(name)
    else headers.set(name, value)
  }
  const body = step.body === undefined ? {} : { body: step.body }
  return new Request(step.url, { method: step.method, headers, redirect: 'manual', ...body })
}

/**
 * The step a redirect leads to (Fetch §4.4): 307 and 308 keep method and body, 301 and 302 turn POST into GET, 303
 * turns all into GET.
 */
export const redirected = (step: Step, status: number, location: URL): Step => {
  const keeps = status === 307 || status === 308 || isSafe(step.method)
  const crossed = step.crossed || (step.initiator !== null && relation(step.url, location) === 'cross-site')
  const kept = { ...step, url: location, crossed }
  return keeps ? kept : { ...kept, method: 'GET', body: undefined, contentType: undefined }
}
