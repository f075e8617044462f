import { addToCookieHeader, originFromHeaders } from '@authwright/core/framework'
import type { Cookie, HeaderReader, RequestLike } from '@authwright/core'
import type { NextRequest } from 'next/server.js'
import { routerBasePath } from './config.ts'

/**
 * Scheme and host of a request; `null` if it has no valid host. The URLs that Next.js shows name the server and not the host that the
 * browser requested. Next.js fills in the forwarding headers where no proxy sent them.
 */
export const findOrigin = (headers: HeaderReader): string | null => originFromHeaders(headers, 'http', true) ?? null

/** The origin for reading a session. Without a valid host it is read all the same. */
export const originOf = (headers: HeaderReader): string => findOrigin(headers) ?? 'http://host.invalid'

/** The path that the browser requested. */
export const publicPath = ({ nextUrl }: NextRequest): string => routerBasePath() + nextUrl.pathname

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

interface CookieReader {
  readonly getAll: () => readonly { readonly name: string; readonly value: string }[]
}

/**
 * The headers of a request, with the cookies that the proxy or an action has set in the same request: the header `cookie` is that of the
 * browser. It stays as it is apart from these, because a name that is in it twice is ambiguous.
 */
export const withCurrentCookies = (headers: HeaderReader, jar: CookieReader): HeaderReader => {
  const sent = new Set((headers.get('cookie') ?? '').split(';').map((pair) => decoded(pair.trim())))
  const changed = jar.getAll().filter(({ name, value }) => !sent.has(`${name}=${value}`))
  const cookies = changed.map(({ name, value }): Cookie => ({ name, value, options: {} }))
  return cookies.length === 0 ? headers : addToCookieHeader(headers, cookies)
}

/**
 * Whether the request was posted. A function of the application knows the headers only. A browser sends `Origin` with everything but GET
 * and HEAD (Fetch §3.2), and these have no body.
 */
export const methodOf = (headers: HeaderReader): 'GET' | 'POST' =>
  ['origin', 'content-type', 'content-length', 'transfer-encoding', 'next-action'].some((name) => headers.has(name))
    ? 'POST'
    : 'GET'

/**
 * The request that Next.js passes to the proxy or to a route handler; without it that of a page or an action, whose path is unknown, and no
 * header of the client may stand for it.
 */
export const readRequest = (current: HeaderReader, jar: CookieReader, own?: NextRequest): RequestLike => {
  const headers = own?.headers ?? current
  return {
    url: originOf(headers) + (own === undefined ? '/' : publicPath(own) + own.nextUrl.search),
    headers: withCurrentCookies(headers, jar),
    method: own?.method ?? methodOf(headers),
  }
}
