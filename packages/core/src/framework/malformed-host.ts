import type { RequestLike } from '../types/http.ts'
import { readOrigin } from '../web/origin.ts'

/**
 * The response to a request with a malformed `Host`, else `undefined`. The servers of some frameworks take what they can read of
 * it. RFC 9112 §3.2 demands status 400.
 */
export const refuseMalformedHost = ({ headers }: RequestLike): Response | undefined => {
  const host = headers.get('host')
  return host === null || readOrigin('http', host) !== undefined
    ? undefined
    : new Response('Bad Request', { status: 400 })
}
