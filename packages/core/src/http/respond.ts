import type { Runtime } from '../runtime/types.ts'
import type { Cookie, ResponseInternal } from '../types/http.ts'
import { COMMON_HEADERS, json } from '../web/handler-response.ts'
import type { HandlerResponse } from '../web/handler-response.ts'
import { serializeCookie } from '../web/cookies.ts'
import { makePage } from './render-response.ts'
import type { RenderContext } from './render-response.ts'

const renderBody = async (
  { page, ...rest }: HandlerResponse,
  runtime: Runtime,
  renderContext: () => RenderContext,
): Promise<ResponseInternal> => {
  if (page === undefined) return rest
  const { body, headers, cookies } = await makePage(page, renderContext(), runtime)
  for (const [name, value] of rest.headers ?? []) headers.set(name, value)
  return { ...rest, headers, body, cookies: [...(rest.cookies ?? []), ...cookies] }
}

const COMMON = Object.entries(COMMON_HEADERS)

/** A response with `cache-control`, such as a page or JSON, has all common headers already. */
const completeHeaders = (headers: Headers = new Headers()): Headers => {
  if (headers.has('cache-control')) return headers
  for (const [name, value] of COMMON) headers.set(name, value)
  return headers
}

/** Of several cookies with one name, the last one is set. */
const lastOfEachName = (cookies: readonly Cookie[]): readonly Cookie[] =>
  cookies.length < 2 ? cookies : [...new Map(cookies.map((cookie) => [cookie.name, cookie])).values()]

/** The response with its page rendered and its headers complete, as plain data. Only a page needs the render context. */
export const finishResponse = async (
  response: HandlerResponse,
  runtime: Runtime,
  renderContext: () => RenderContext,
): Promise<ResponseInternal> => {
  const rendered = await renderBody(response, runtime, renderContext)
  return { ...rendered, headers: completeHeaders(rendered.headers), cookies: lastOfEachName(rendered.cookies ?? []) }
}

/** The target of a redirect as JSON, for clients that asked for it. */
export const asReturnRedirect = (response: HandlerResponse): HandlerResponse =>
  response.redirect === undefined ? response : json({ url: response.redirect }, response.cookies)

/** The web `Response`. */
export const toResponse = ({ status = 200, headers, body, redirect, cookies = [] }: ResponseInternal): Response => {
  const own = headers ?? new Headers()
  if (redirect !== undefined) own.set('location', redirect)
  for (const cookie of cookies) own.append('set-cookie', serializeCookie(cookie))
  const text = own.get('content-type') === 'application/json' ? JSON.stringify(body ?? null) : body
  return new Response(typeof text === 'string' ? text : null, { status, headers: own })
}
