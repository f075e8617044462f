import type { RequestLike } from '../types/http.ts'

/** What follows a host in an address, or comes before it. The comma is between two hosts. */
const NOT_IN_HOST = /[/\\?#@,\s]/

/**
 * The response to a request with a malformed `Host`, else `undefined`. The servers of some frameworks take what they can read of
 * it. RFC 9112 §3.2 demands status 400.
 */
export const refuseMalformedHost = ({ headers }: RequestLike): Response | undefined => {
  const host = headers.get('host')
  const isValid = host === null || (!NOT_IN_HOST.test(host) && URL.canParse(`http://${host}`))
  return isValid ? undefined : new Response('Bad Request', { status: 400 })
}
