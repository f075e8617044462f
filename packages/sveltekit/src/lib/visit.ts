import type { AuthError } from '@authwright/core/errors'
import type { Cookie, RequestLike, ResponseInternal, Session } from '@authwright/core'
import type { RequestEvent } from '@sveltejs/kit'
import { addMissing, offerCookie, withCookies } from './cookies.ts'
import type { Site } from './site.ts'

/** One request: its config, its session, and the cookies that have to reach the browser. */
export interface Visit {
  readonly site: () => Promise<Site>
  /** The session, read once a request; anew after a sign-in or sign-out in it. */
  readonly auth: () => Promise<Session | null>
  /** The request, as the engine wants it told, with the cookies that were set since. */
  readonly facts: () => RequestLike
  /** Set cookies. */
  readonly deliver: (cookies: readonly Cookie[]) => void
  /** Run a sign-in or sign-out; what follows in this request sees what became of it. */
  readonly enter: (flow: (site: Site, facts: RequestLike) => Promise<ResponseInternal>) => Promise<ResponseInternal>
  /** Remember what an action threw, for the case that nobody catches it. */
  readonly note: (error: AuthError) => void
  readonly noted: () => AuthError | undefined
  /** Complete the response. From here on no cookie can be sent. */
  readonly finish: (response: Response) => Promise<Response>
}

export const makeVisit = (event: RequestEvent, findSite: (event: RequestEvent) => Promise<Site>): Visit => {
  const cookies = new Map<string, Cookie>()
  let site: Promise<Site> | undefined
  let headers = event.request.headers
  let reading: Promise<Session | null> | undefined
  let error: AuthError | undefined
  let isSent = false

  const siteOnce = (): Promise<Site> => (site ??= findSite(event))
  const facts = (): RequestLike => ({ url: event.url, headers, method: event.request.method })

  const deliver = (made: readonly Cookie[]): void => {
    for (const cookie of made) {
      cookies.set(cookie.name, cookie)
      offerCookie(event.cookies, cookie)
    }
  }

  const read = async (): Promise<Session | null> => {
    const { engine, config } = await siteOnce()
    const asked = headers
    const answer = await engine.session({ ...facts(), headers: asked })
    if (answer.cookies.length === 0) return answer.session
    if (isSent) {
      const say = config.logger?.warn ?? console.warn
      say(
        'session-cookie-too-late',
        'The session was first read after the response had begun, so its renewed cookie is lost',
      )
    } else if (asked === headers) {
      // Otherwise somebody signed in or out meanwhile, and these cookies belong to the session before.
      deliver(answer.cookies)
    }
    return answer.session
  }

  return {
    site: siteOnce,
    facts,
    deliver,
    auth: () => (reading ??= read()),
    enter: async (flow) => {
      const answer = await flow(await siteOnce(), facts())
      const made = answer.cookies ?? []
      deliver(made)
      headers = withCookies(headers, made)
      reading = undefined
      return answer
    },
    note: (thrown) => {
      error = thrown
    },
    noted: () => error,
    finish: async (response) => {
      // A reading that has begun may renew a cookie, and there is no later chance to send it. Its failure is its caller's.
      await reading?.catch(() => null)
      isSent = true
      return addMissing(response, [...cookies.values()])
    },
  }
}

/** The visit of an event. SvelteKit hands out copies of an event, and all of them share its cookies. */
export const visitCache = (findSite: (event: RequestEvent) => Promise<Site>): ((event: RequestEvent) => Visit) => {
  const known = new WeakMap<object, Visit>()
  return (event) => {
    const before = known.get(event.cookies)
    if (before !== undefined) return before
    const visit = makeVisit(event, findSite)
    known.set(event.cookies, visit)
    return visit
  }
}
