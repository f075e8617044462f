import { serializeCookie } from '@authwright/core'
import type { Cookie } from '@authwright/core'
import type { Cookies } from '@sveltejs/kit'

const isForgotten = ({ value, options }: Cookie): boolean => value === '' || options.maxAge === 0

const nameOf = (pair: string): string => pair.slice(0, pair.indexOf('=')).trim()

/** The headers of a request as they would be if the browser had these cookies already. */
export const withCookies = (headers: Headers, cookies: readonly Cookie[]): Headers => {
  const names = new Set(cookies.map(({ name }) => name))
  const kept = (headers.get('cookie') ?? '').split(';').filter((pair) => pair.includes('=') && !names.has(nameOf(pair)))
  const added = cookies
    .filter((cookie) => !isForgotten(cookie))
    .map(({ name, value }) => `${name}=${encodeURIComponent(value)}`)
  const changed = new Headers(headers)
  changed.set('cookie', [...kept.map((pair) => pair.trim()), ...added].join('; '))
  return changed
}

/**
 * Hand a cookie to SvelteKit, which puts it on the response, on a redirect that is thrown, and on the requests that load
 * functions make. When the response was already made SvelteKit refuses or forgets it: `addMissing` is for that.
 */
export const offerCookie = (cookies: Cookies, { name, value, options }: Cookie): void => {
  try {
    // All is spelled out, because what is left out SvelteKit fills with defaults of its own.
    const { path = '/', httpOnly = false, secure = false, sameSite = false, ...rest } = options
    cookies.set(name, value, { ...rest, path, httpOnly, secure, sameSite })
  } catch {
    // Too late for SvelteKit.
  }
}

const namesOnResponse = (headers: Headers): ReadonlySet<string> => new Set(headers.getSetCookie().map(nameOf))

/** A response whose headers can be written on: that of a `fetch`, handed on by an endpoint, refuses. */
const writable = (response: Response): Response => {
  try {
    response.headers.delete('x-authwright-probe')
    return response
  } catch {
    return new Response(response.body, response)
  }
}

/** The response with those of the cookies that it does not carry yet. A cookie that the application set itself stays. */
export const addMissing = (response: Response, cookies: readonly Cookie[]): Response => {
  if (cookies.length === 0) return response
  const open = writable(response)
  const there = namesOnResponse(open.headers)
  for (const cookie of cookies) if (!there.has(cookie.name)) open.headers.append('set-cookie', serializeCookie(cookie))
  // One person's cookie in a cache that all share would sign everybody in as that person (RFC 9111 §7.3).
  const caching = open.headers.get('cache-control') ?? ''
  if (/\b(?:public|s-maxage)\b/i.test(caching)) open.headers.set('cache-control', 'private, no-store')
  return open
}
