import { isSharedCacheable, missingCookieLines, type RequestContext } from '@authwright/core/framework'
import type { RequestEvent, RequestEventCommon } from '@builder.io/qwik-city'

/** Whether the router of the browser requests the data of a page, or calls an action. Qwik City adds this name to the path. */
export const isDataRequest = ({ request }: RequestEventCommon): boolean =>
  new URL(request.url).pathname.endsWith('/q-data.json')

/** Send a response. Its headers replace those that the application has set before. */
export const sendResponse = (event: RequestEventCommon, response: Response): object => {
  for (const name of response.headers.keys()) event.headers.delete(name)
  return event.send(response)
}

/**
 * Redirect the browser from an action: `return redirectDocument(event, await auth.signIn(event, 'github'))`. Use it for addresses of
 * `signIn` and `signOut`: for an action that a script calls, `event.redirect` cannot leave the origin.
 *
 * @example
 * export const useEnter = routeAction$(async (fields, event) => redirectDocument(event, await signIn(event, 'credentials', { fields })))
 */
export const redirectDocument = (event: RequestEventCommon, address: string): Promise<void> => {
  // A script gets the address in the data of the response, and opens it.
  if (isDataRequest(event)) return Promise.resolve(event.headers.set('location', address))
  return Promise.reject(event.redirect(303, address))
}

/**
 * Add cookies to the head of the response. Qwik City sends each head by `getWritableStream`.
 *
 * @param isPersonal whether the response may show the user
 */
export const completeResponse = (
  event: RequestEvent,
  context: Pick<RequestContext, 'cookies'>,
  isPersonal: () => boolean,
): void => {
  const { getWritableStream, cookie, headers } = event
  const complete = (): void => {
    const cookies = context.cookies()
    for (const line of missingCookieLines(cookie.headers(), cookies)) {
      const end = line.indexOf('=')
      // The attributes are passed with the value, as Qwik City does for a `Response`. Its options lack some.
      cookie.set(line.slice(0, end), line.slice(end + 1))
    }
    if ((cookies.length > 0 || isPersonal()) && isSharedCacheable(headers.get('cache-control')))
      headers.set('cache-control', 'private, no-store')
  }
  Object.assign(event, {
    getWritableStream: () => {
      if (!event.headersSent) complete()
      return getWritableStream()
    },
  })
}
