import type { Cookie, HeaderReader } from '../types/http.ts'
import { serializeCookie } from '../web/cookies.ts'

const isDeleted = ({ value, options }: Cookie): boolean => value === '' || options.maxAge === 0

const nameOf = (pair: string): string => pair.slice(0, pair.indexOf('=')).trim()

/**
 * The headers of a request whose browser already has these cookies.
 *
 * @example
 * const headers = addToCookieHeader(request.headers, (await auth.session(request)).cookies)
 */
export const addToCookieHeader = (headers: HeaderReader, cookies: readonly Cookie[]): HeaderReader => {
  const names = new Set(cookies.map(({ name }) => name))
  const kept = (headers.get('cookie') ?? '').split(';').filter((pair) => pair.includes('=') && !names.has(nameOf(pair)))
  const added = cookies
    .filter((cookie) => !isDeleted(cookie))
    .map(({ name, value }) => `${name}=${encodeURIComponent(value)}`)
  const cookie = [...kept.map((pair) => pair.trim()), ...added].join('; ')
  return {
    get: (name) => (name === 'cookie' ? cookie : headers.get(name)),
    has: (name) => name === 'cookie' || headers.has(name),
    *[Symbol.iterator]() {
      for (const [name, value] of headers) if (name !== 'cookie') yield [name, value]
      yield ['cookie', cookie]
    },
  }
}

/**
 * The `Set-Cookie` lines that a response lacks. A cookie of the same name that the application sets has priority.
 *
 * @param present the `Set-Cookie` lines of the response
 * @example
 * missingCookieLines(response.headers.getSetCookie(), (await auth.session(request)).cookies)
 */
export const missingCookieLines = (present: readonly string[], cookies: readonly Cookie[]): readonly string[] => {
  const names = new Set(present.map(nameOf))
  return cookies.filter(({ name }) => !names.has(name)).map(serializeCookie)
}

/**
 * Whether shared caches may store a response with this `Cache-Control`. A stored cookie of a user would sign in other users as this
 * user (RFC 9111 §3, §7.3), so such a response becomes `private, no-store`.
 *
 * @example
 * isSharedCacheable('public, max-age=60') // true
 */
export const isSharedCacheable = (cacheControl: string | null | undefined): boolean =>
  typeof cacheControl === 'string' && !/\b(?:private|no-store)\b/i.test(cacheControl)

/** A response with mutable headers. Those of a `fetch` response that an endpoint returns are immutable. */
const withMutableHeaders = (response: Response): Response => {
  try {
    response.headers.delete('x-authwright-probe')
    return response
  } catch {
    return new Response(response.body, response)
  }
}

/**
 * The response with the cookies that it does not set itself. With a cookie, no shared cache may store it.
 *
 * @param later the `Set-Cookie` lines that the framework will add to the response
 * @example
 * const { cookies } = await auth.session(request)
 * addMissingCookies(response, cookies)
 */
export const addMissingCookies = (
  response: Response,
  cookies: readonly Cookie[],
  later: readonly string[] = [],
): Response => {
  if (cookies.length === 0) return response
  const changed = withMutableHeaders(response)
  for (const line of missingCookieLines([...changed.headers.getSetCookie(), ...later], cookies))
    changed.headers.append('set-cookie', line)
  if (isSharedCacheable(changed.headers.get('cache-control'))) changed.headers.set('cache-control', 'private, no-store')
  return changed
}

/**
 * Headers that h3 adds to the response that it makes of a handler's value. It has others for the response to an error.
 * @example const pending: PendingHeaders = { headers: new Headers(), errHeaders: new Headers() }
 */
export interface PendingHeaders {
  /** The headers of a response that succeeds. */
  readonly headers: Headers
  /** The headers of a response with an error. */
  readonly errHeaders: Headers
}

/** The headers of a response that a handler returned; of other values h3 makes the response later. */
const headersOf = (value: unknown): Headers | undefined =>
  value !== null && typeof value === 'object' && 'headers' in value && value.headers instanceof Headers
    ? value.headers
    : undefined

/**
 * Adds the cookies that are not set yet to the response that h3 will make of a value. With a cookie, no shared cache may store it.
 *
 * @param value what the handler returned; `undefined` if it threw
 * @example
 * addPendingCookies({ headers: new Headers(), errHeaders: new Headers() }, response, (await auth.session(request)).cookies)
 */
export const addPendingCookies = (pending: PendingHeaders, value: unknown, cookies: readonly Cookie[]): void => {
  if (cookies.length === 0) return
  const own = headersOf(value)
  const present = [...pending.headers.getSetCookie(), ...(own?.getSetCookie() ?? [])]
  const isShared = isSharedCacheable(pending.headers.get('cache-control') ?? own?.get('cache-control'))
  const lines = missingCookieLines(present, cookies)
  for (const headers of [pending.headers, pending.errHeaders]) {
    for (const line of lines) headers.append('set-cookie', line)
    if (isShared) headers.set('cache-control', 'private, no-store')
  }
}

/**
 * h3 would replace headers of a response, such as its security policy, by those that a middleware has set. This removes those.
 *
 * @example
 * keepOwnHeaders({ headers: new Headers(), errHeaders: new Headers() }, response)
 */
export const keepOwnHeaders = (pending: PendingHeaders, { headers }: Response): void => {
  for (const name of headers.keys()) if (name !== 'set-cookie') pending.headers.delete(name)
}
