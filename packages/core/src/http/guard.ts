import { refuse, type HandlerResponse } from '../web/handler-response.ts'
import type { ResolvedConfig } from '../config/engine-types.ts'
import { authError } from '../errors/error-classes.ts'
import type { HeaderReader, IncomingRequest } from '../types/http.ts'
import { isLoopback } from '../web/redirect-target.ts'
import type { Match } from './match.ts'

export const notFound = (): HandlerResponse => refuse(404, 'There is nothing here.')

/** The application's own origin: the one of the config, or the one of the request if its host is trusted. */
export const trustedOrigin = (config: ResolvedConfig, url: URL): string => {
  if (config.origin !== undefined) return config.origin
  if (config.trustHost || (config.trustLoopback && isLoopback(url))) return url.origin
  const other = 'AUTH_TRUST_HOST=true (trustHost: true) if the server or a proxy checks the Host header'
  const example = isLoopback(url) ? url.origin : `https://${url.host}`
  const fix = `Set AUTH_URL to the address that users open, such as AUTH_URL=${example}, or ${other}`
  throw authError('UntrustedHost', `The host is not trusted: ${url.host}, and origin (AUTH_URL) is not set`, { fix })
}

/** Browsers and proxies that prefetch a URL say so in one of these headers. */
const isPrefetch = (headers: HeaderReader): boolean =>
  ['sec-purpose', 'purpose', 'x-moz'].some((name) => /prefetch|prerender/i.test(headers.get(name) ?? ''))

/** The response if the HTTP method alone decides it, else `undefined`. */
export const checkHttpMethod = ({ method, headers }: IncomingRequest, { route, provider }: Match) => {
  const isPostOnly = route.postedBy === 'method' && provider?.method.isCallbackPostOnly === true
  const allowsGet = route.GET !== undefined && !isPostOnly
  const allowsPost = route.POST !== undefined
  const isAllowed = method === 'POST' ? allowsPost : allowsGet && (method === 'GET' || method === 'HEAD')
  if (!isAllowed) {
    const allowed = [...(allowsGet ? ['GET', 'HEAD'] : []), ...(allowsPost ? ['POST'] : [])]
    return refuse(405, 'This method is not allowed here.', { allow: allowed.join(', ') })
  }
  if (method === 'HEAD') return { status: 200 }
  // A prefetch must not consume a link or a code that the user has not opened yet. The browser requests it again then.
  const isConsumed = route.isConsumedByGet === true && method === 'GET'
  return isConsumed && isPrefetch(headers) ? refuse(503, 'This address cannot be fetched ahead.') : undefined
}
