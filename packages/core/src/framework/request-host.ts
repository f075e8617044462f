import type { RequestLike } from '../types/http.ts'
import { originFromHeaders, readOrigin } from '../web/origin.ts'
import type { ConfiguredAuth } from './configured-auth.ts'

/** Whether the host is valid. Of a malformed one, Bun makes a relative URL, and Deno one with credentials. */
const hasValidHost = ({ url, headers }: RequestLike): boolean => {
  const host = headers.get('host')
  if ((host !== null && readOrigin('http', host) === undefined) || !URL.canParse(url)) return false
  const { username, password } = new URL(url)
  return username === '' && password === ''
}

/**
 * The response to a request with a malformed `Host`, else `undefined`. The servers of some frameworks take what they can read of
 * it. RFC 9112 §3.2 demands status 400.
 *
 * @example
 * const refused = refuseMalformedHost(request)
 */
export const refuseMalformedHost = (request: RequestLike): Response | undefined =>
  hasValidHost(request) ? undefined : new Response('Bad Request', { status: 400 })

// Without values of the request: a client can send these headers too, and each text is logged once.
const TEXT =
  'A request has X-Forwarded-Proto or X-Forwarded-Host with another address than the one that the server takes for its own. ' +
  'If the application is behind a proxy, set AUTH_URL to its public address, or let the framework trust the proxy ' +
  '(docs/guides/deployment.md#behind-a-proxy)'

/**
 * Warns if a proxy says that the browser uses another address. Redirects, cookies and callback URLs would be made for the wrong one.
 */
export const warnOfProxy = ({ config, warn }: ConfiguredAuth, request: RequestLike): void => {
  const { headers } = request
  if (config.origin !== undefined || !(headers.has('x-forwarded-proto') || headers.has('x-forwarded-host'))) return
  // Read here only: a server may make the URL when it is read.
  const { origin, protocol } = new URL(request.url)
  const forwarded = originFromHeaders(headers, protocol, true)
  if (forwarded !== undefined && forwarded !== origin) warn('proxy-not-trusted', TEXT)
}
