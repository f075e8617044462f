import type { HandlerResponse } from '../web/handler-response.ts'
import type { Match } from './match.ts'
import { headersOnly, prefetchRefused, wrongMethod } from './plain-responses.ts'

/** Browsers and proxies that prefetch a URL say so in one of these headers. */
const isPrefetch = (headers: Headers): boolean =>
  /prefetch|prerender/i.test(`${headers.get('sec-purpose') ?? ''} ${headers.get('purpose') ?? ''}`)

const allowedMethods = ({ route, provider }: Match): readonly string[] => {
  const isPostOnly = route.postedBy === 'method' && provider?.method.isCallbackPostOnly === true
  return [
    ...(route.GET === undefined || isPostOnly ? [] : ['GET', 'HEAD']),
    ...(route.POST === undefined ? [] : ['POST']),
  ]
}

/** The response when the HTTP method alone decides it, else `undefined`. */
export const checkHttpMethod = (request: Request, matched: Match): HandlerResponse | undefined => {
  const allowed = allowedMethods(matched)
  if (!allowed.includes(request.method)) return wrongMethod(allowed)
  if (request.method === 'HEAD') return headersOnly()
  // A prefetch must not consume a link or a code that the user has not opened yet.
  const isConsumed = matched.route.isConsumedByGet === true && request.method === 'GET'
  return isConsumed && isPrefetch(request.headers) ? prefetchRefused() : undefined
}
