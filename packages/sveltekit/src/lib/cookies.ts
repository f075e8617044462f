import { serializeCookie, type Cookie } from '@authwright/core'
import type { Cookies } from '@sveltejs/kit'

const isDeleted = ({ value, options }: Cookie): boolean => value === '' || options.maxAge === 0

const nameOf = (pair: string): string => pair.slice(0, pair.indexOf('=')).trim()

/** The headers of a request whose browser already has these cookies. */
export const withCookies = (headers: Headers, cookies: readonly Cookie[]): Headers => {
  const names = new Set(cookies.map(({ name }) => name))
  const kept = (headers.get('cookie') ?? '').split(';').filter((pair) => pair.includes('=') && !names.has(nameOf(pair)))
  const added = cookies
    .filter((cookie) => !isDeleted(cookie))
    .map(({ name, value }) => `${name}=${encodeURIComponent(value)}`)
  const changed = new Headers(headers)
  changed.set('cookie', [...kept.map((pair) => pair.trim()), ...added].join('; '))
  return changed
}

/**
 * Pass a cookie to SvelteKit, which adds it to the response, to a thrown redirect, and to the requests of load functions.
 * After the response was created, SvelteKit 2 throws and SvelteKit 3 ignores the cookie: `addMissingCookies` adds it then.
 */
export const setCookie = (cookies: Cookies, { name, value, options }: Cookie): void => {
  try {
    // Every attribute is passed, because SvelteKit has defaults of its own.
    const { path = '/', httpOnly = false, secure = false, sameSite = false, ...rest } = options
    cookies.set(name, value, { ...rest, path, httpOnly, secure, sameSite })
  } catch {
    // The response was already created.
  }
}

/** A response with mutable headers. Those of a `fetch` response that an endpoint returns are immutable. */
const withMutableHeaders = (response: Response): Response => {
  try {
    response.headers.delete('x-authwright-probe')
    return response
  } catch {
    return new Response(response.body, response)
  }
}

/** Add the cookies that the response does not set. A cookie of the same name that the application sets has priority. */
export const addMissingCookies = (response: Response, cookies: readonly Cookie[]): Response => {
  if (cookies.length === 0) return response
  const changed = withMutableHeaders(response)
  const present = new Set(changed.headers.getSetCookie().map(nameOf))
  for (const cookie of cookies)
    if (!present.has(cookie.name)) changed.headers.append('set-cookie', serializeCookie(cookie))
  // A shared cache must not store a user's cookie: it would sign in other users as this user (RFC 9111 §7.3).
  const caching = changed.headers.get('cache-control') ?? ''
  if (/\b(?:public|s-maxage)\b/i.test(caching)) changed.headers.set('cache-control', 'private, no-store')
  return changed
}
