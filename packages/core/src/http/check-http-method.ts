import { methods } from '../routes/methods.ts'
import type { ProviderType } from '../types/providers.ts'
import type { HandlerResponse } from '../web/handler-response.ts'
import { empty, notAhead, wrongMethod } from './plain-responses.ts'
import type { Route } from './match.ts'
import { routes } from './route-table.ts'

/** A browser or proxy that fetches before the person asked must not use anything up. */
const isAhead = (headers: Headers): boolean =>
  /prefetch|prerender/i.test(`${headers.get('sec-purpose') ?? ''} ${headers.get('purpose') ?? ''}`)

/** The actions whose `GET` can use something up, or begin an attempt. */
const USES_UP: ReadonlySet<Route['action']> = new Set(['callback', 'change-email', 'initiate-login'])

/** The methods of a route. A password is posted, so its callback cannot be got. */
const methodsOf = ({ action }: Route, type: ProviderType | undefined): readonly string[] => {
  const row = routes[action]
  const isPosted = action === 'callback' && type !== undefined && methods[type].isOnlyPosted
  return [...(row.GET === undefined || isPosted ? [] : ['GET', 'HEAD']), ...(row.POST === undefined ? [] : ['POST'])]
}

/** The answer to a request whose method decides everything, else `undefined`. */
export const checkHttpMethod = (
  request: Request,
  route: Route,
  type: ProviderType | undefined,
): HandlerResponse | undefined => {
  const allowed = methodsOf(route, type)
  if (!allowed.includes(request.method)) return wrongMethod(allowed)
  if (request.method === 'HEAD') return empty()
  return USES_UP.has(route.action) && request.method === 'GET' && isAhead(request.headers) ? notAhead() : undefined
}
