import type { AuthError } from '@authwright/core/errors'
import type { Cookie, RequestLike, ResponseInternal, Session } from '@authwright/core'
import type { RequestEvent } from '@sveltejs/kit'
import type { ConfiguredAuth } from './configured-auth.ts'
import { addMissingCookies, setCookie, withCookies } from './cookies.ts'

/** The state of one request: its session, and the cookies for the browser. */
export interface RequestContext {
  readonly auth: () => Promise<ConfiguredAuth>
  /** The session. Read once per request, and again after a sign-in or sign-out in this request. */
  readonly session: () => Promise<Session | null>
  /** The request, with the cookies that were set since it arrived. */
  readonly request: () => RequestLike
  readonly setCookies: (cookies: readonly Cookie[]) => void
  /** Run a sign-in or sign-out. Its cookies apply to the rest of this request. */
  readonly run: (
    flow: (auth: ConfiguredAuth, request: RequestLike) => Promise<ResponseInternal>,
  ) => Promise<ResponseInternal>
  /** Store the error of an action, in case the application does not catch it. */
  readonly recordError: (error: AuthError) => void
  readonly recordedError: () => AuthError | undefined
  /** Add the cookies to the response. Cookies that are set later are lost. */
  readonly finish: (response: Response) => Promise<Response>
}

const makeRequestContext = (
  event: RequestEvent,
  findAuth: (event: RequestEvent) => Promise<ConfiguredAuth>,
): RequestContext => {
  const cookies = new Map<string, Cookie>()
  let found: Promise<ConfiguredAuth> | undefined
  let headers = event.request.headers
  let session: Promise<Session | null> | undefined
  let error: AuthError | undefined
  let isSent = false

  const auth = (): Promise<ConfiguredAuth> => (found ??= findAuth(event))
  const request = (): RequestLike => ({ url: event.url, headers, method: event.request.method })

  const setCookies = (added: readonly Cookie[]): void => {
    for (const cookie of added) {
      cookies.set(cookie.name, cookie)
      setCookie(event.cookies, cookie)
    }
  }

  const readSession = async (): Promise<Session | null> => {
    const { engine, config } = await auth()
    const headersBefore = headers
    const result = await engine.session({ ...request(), headers: headersBefore })
    if (result.cookies.length === 0) return result.session
    if (isSent) {
      const warn = config.logger?.warn ?? console.warn
      warn(
        'session-cookie-too-late',
        'The session was first read after the response had started, so its renewed cookie is lost. ' +
          'Call locals.auth() earlier',
      )
    } else if (headersBefore === headers) {
      // After a sign-in or sign-out in the meantime, these cookies would restore the earlier session.
      setCookies(result.cookies)
    }
    return result.session
  }

  return {
    auth,
    request,
    setCookies,
    session: () => (session ??= readSession()),
    run: async (flow) => {
      const response = await flow(await auth(), request())
      const added = response.cookies ?? []
      setCookies(added)
      headers = withCookies(headers, added)
      session = undefined
      return response
    },
    recordError: (thrown) => {
      error = thrown
    },
    recordedError: () => error,
    finish: async (response) => {
      // A pending read may renew the cookie, and this is the last chance to send it. The caller of the read gets its error.
      await session?.catch(() => null)
      isSent = true
      return addMissingCookies(response, [...cookies.values()])
    },
  }
}

/** One context per request. SvelteKit passes copies of an event, which share one `cookies` object. */
export const makeContextCache = (
  findAuth: (event: RequestEvent) => Promise<ConfiguredAuth>,
): ((event: RequestEvent) => RequestContext) => {
  const cache = new WeakMap<object, RequestContext>()
  return (event) => {
    const cached = cache.get(event.cookies)
    if (cached !== undefined) return cached
    const context = makeRequestContext(event, findAuth)
    cache.set(event.cookies, context)
    return context
  }
}
