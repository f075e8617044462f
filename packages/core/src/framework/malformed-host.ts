import type { RequestLike } from '../types/http.ts'
import { readOrigin } from '../web/origin.ts'

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
