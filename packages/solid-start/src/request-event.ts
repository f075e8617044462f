import { callingPage, type PendingHeaders } from '@authwright/core/framework'
import { getRequestEvent } from 'solid-js/web'

/** What this package reads of an event of h3, which SolidStart makes per request. */
export interface ServerEvent {
  readonly req: Request
  readonly res: PendingHeaders & { readonly status?: number }
}

/** What this package reads of SolidStart's event. After an action, there is another one for the data of the next page. */
export interface RequestEvent {
  readonly request: Request
  readonly response: { status?: number }
  readonly nativeEvent: ServerEvent
}

/** The event of the request that calls this function. */
export const currentEvent = (): RequestEvent => {
  // The types of SolidStart extend this type.
  const event = getRequestEvent() as RequestEvent | undefined
  if (event === undefined)
    throw new Error(
      'There is no request. Call this function in a server function or an API route, before the response has ended',
    )
  return event
}

/**
 * Path and query of the page whose script called a server function. The address of the request is not that of the page. `undefined`
 * for other requests.
 *
 * @param origin an address of the application, as its users see it
 * @param named the page that the application names. The router requests the data of the next page before it changes the address, so the
 * header `referer` names the page before
 */
export const pageOf = (
  { request, nativeEvent: { req } }: RequestEvent,
  origin: string,
  named?: string,
): string | undefined => {
  // After an action, SolidStart makes another request, for the data of the page that follows.
  if (request !== req) return new URL(request.url).pathname + new URL(request.url).search
  return req.headers.has('x-server-id') ? callingPage(req.headers, origin, named) : undefined
}
