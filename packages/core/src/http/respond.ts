import { once, type Awaitable } from '../base/async.ts'
import { parseJson } from '../base/json.ts'
import type { Runtime } from '../runtime/engine.ts'
import type { Cookie, OutgoingResponse, ResponseInternal } from '../types/http.ts'
import { serializeCookie } from '../web/cookies.ts'
import { COMMON_HEADERS, type HandlerResponse } from '../web/handler-response.ts'
import type { PageSource } from './render-page.ts'

/** Page rendering is loaded with the first page, because a session check does not need it. */
const loadRendering = once(() => import('./render-page.ts'))

/** Of several cookies with one name, the last one is set. */
const lastOfEachName = (cookies: readonly Cookie[]): readonly Cookie[] =>
  cookies.length < 2 ? cookies : [...new Map(cookies.map((cookie) => [cookie.name, cookie])).values()]

const withAllHeaders = (response: HandlerResponse): HandlerResponse => {
  const { headers: own, cookies = [] } = response
  // A response with `cache-control`, such as a page or JSON, has all common headers already.
  const isComplete = own?.['cache-control'] !== undefined
  const headers = isComplete ? own : own === undefined ? COMMON_HEADERS : { ...own, ...COMMON_HEADERS }
  return { ...response, headers, cookies: lastOfEachName(cookies) }
}

/** The response with its page rendered and its headers complete. */
export const finishResponse = (
  response: HandlerResponse,
  runtime: Runtime,
  source: PageSource,
): Awaitable<HandlerResponse> => {
  const { page, ...rest } = response
  if (page === undefined) return withAllHeaders(response)
  return loadRendering().then(async ({ renderPageOf }) =>
    withAllHeaders(await renderPageOf(page, rest, runtime, source)),
  )
}

const textOf = ({ headers, body, text }: HandlerResponse): string | null => {
  if (text !== undefined) return text
  const written = headers?.['content-type'] === 'application/json' ? JSON.stringify(body ?? null) : body
  return typeof written === 'string' ? written : null
}

/** The response as framework authors get it. */
export const toInternal = ({ text, ...response }: HandlerResponse): ResponseInternal => ({
  ...response,
  ...(text !== undefined && { body: parseJson(text) as Readonly<Record<string, unknown>> }),
  headers: new Headers(response.headers),
})

export const toResponse = (response: HandlerResponse): Response => {
  const { status = 200, headers = COMMON_HEADERS, redirect, cookies = [] } = response
  // Plain headers: some servers replace `Response` by a class that keeps a `Headers` object, and the cookies set on it.
  const made = new Response(textOf(response), { status, headers: { ...headers } })
  if (redirect !== undefined) made.headers.set('location', redirect)
  for (const cookie of cookies) made.headers.append('set-cookie', serializeCookie(cookie))
  return made
}

export const toOutgoing = (response: HandlerResponse): OutgoingResponse => {
  const { status = 200, headers = {}, redirect, cookies = [] } = response
  const location = redirect === undefined ? [] : [['location', redirect] as const]
  const lines = cookies.map(serializeCookie)
  return { status, headers: [...Object.entries(headers), ...location], cookies: lines, body: textOf(response) }
}
