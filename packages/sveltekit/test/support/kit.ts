import { redirect, type RequestEvent } from '@sveltejs/kit'
import { parseSetCookie, serializeCookie } from './set-cookie.ts'
import type { SvelteKitAuthResult } from '@authwright/sveltekit'

/** The emulated SvelteKit. After the response was created, version 2 throws on a new cookie and version 3 ignores it. */
export type KitVersion = 2 | 3

interface NewCookie {
  readonly name: string
  readonly value: string
  readonly options: Readonly<Record<string, unknown>>
}

/** The `cookies` of an event. */
const makeCookies = (version: KitVersion) => {
  const set = new Map<string, NewCookie>()
  let isCreated = false
  const cookies = {
    get: (name: string) => set.get(name)?.value,
    set: (name: string, value: string, options: Readonly<Record<string, unknown>>) => {
      if (isCreated && version === 2)
        throw new Error('Cannot use `cookies.set(...)` after the response has been generated')
      set.set(name, { name, value, options })
    },
    delete: (name: string, options: Readonly<Record<string, unknown>>) =>
      cookies.set(name, '', { ...options, maxAge: 0 }),
  }
  const addTo = (headers: Headers): void => {
    isCreated = true
    for (const cookie of set.values()) headers.append('set-cookie', serializeCookie(cookie))
  }
  return { cookies, addTo }
}

/** A request to an application. */
export interface AppRequest {
  readonly path: string
  readonly method?: 'GET' | 'POST'
  readonly headers?: Readonly<Record<string, string>>
  readonly form?: Readonly<Record<string, string>> | URLSearchParams
  readonly origin?: string
  readonly version?: KitVersion
  readonly event?: Readonly<Record<string, unknown>>
}

export const ORIGIN = 'https://app.example'

const requestOf = ({
  path,
  form,
  headers,
  origin = ORIGIN,
  method = form === undefined ? 'GET' : 'POST',
}: AppRequest): Request =>
  new Request(new URL(path, origin), {
    method,
    headers: {
      ...(form === undefined ? {} : { origin, 'content-type': 'application/x-www-form-urlencoded' }),
      ...headers,
    },
    ...(form === undefined ? {} : { body: new URLSearchParams(form).toString() }),
  })

export type Page = (event: RequestEvent) => unknown

const isRedirect = (thrown: unknown): thrown is { readonly status: number; readonly location: string } =>
  typeof thrown === 'object' && thrown !== null && 'location' in thrown && 'status' in thrown

/** Send a request through the hook to a page, as SvelteKit does. An error of the page becomes an error page. */
export const visit = async (
  { handle }: Pick<SvelteKitAuthResult, 'handle'>,
  given: AppRequest,
  page: Page = () => undefined,
): Promise<Response> => {
  const request = requestOf(given)
  const { cookies, addTo } = makeCookies(given.version ?? 3)
  const route = { id: null }
  const event = { request, url: new URL(request.url), route, locals: {}, cookies, platform: undefined, ...given.event }
  const complete = (response: Response): Response => {
    addTo(response.headers)
    return response
  }
  const resolve = async (current: object): Promise<Response> => {
    try {
      // SvelteKit copies the event at each step.
      const value = await page({ ...current } as RequestEvent)
      return value instanceof Response ? value : complete(Response.json(value ?? null))
    } catch (thrown) {
      if (isRedirect(thrown))
        return complete(new Response(null, { status: thrown.status, headers: { location: thrown.location } }))
      errors.set(request, thrown)
      return complete(new Response('error page', { status: 500 }))
    }
  }
  lastRequest = request
  try {
    return await handle({ event: event as unknown as RequestEvent, resolve })
  } catch (thrown) {
    if (!isRedirect(thrown)) throw thrown
    return complete(new Response(null, { status: thrown.status, headers: { location: thrown.location } }))
  }
}

const errors = new WeakMap<Request, unknown>()
let lastRequest: Request | undefined

/** The error of the last request's page. */
export const lastError = (): unknown => (lastRequest === undefined ? undefined : errors.get(lastRequest))

/** The `Cookie` header of a browser that received these responses in this order. */
export const cookieHeader = (...responses: readonly Response[]): string => {
  const jar = new Map<string, string>()
  for (const line of responses.flatMap(({ headers }) => headers.getSetCookie())) {
    const { name, value, isDeleted } = parseSetCookie(line)
    if (isDeleted) jar.delete(name)
    else jar.set(name, value)
  }
  return [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
}

/** The names of the cookies that a response sets, in order. */
export const namesOf = (response: Response): string[] =>
  response.headers.getSetCookie().map((line) => parseSetCookie(line).name)

export { redirect }
