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
  setting: () => RenderContext,
): Promise<ResponseInternal> => {
  if (page === undefined) return rest
  const { body, headers, cookies } = await makePage(page, setting(), runtime)
  for (const [name, value] of rest.headers ?? []) headers.set(name, value)
  return { ...rest, headers, body, cookies: [...(rest.cookies ?? []), ...cookies] }
}

const COMMON = Object.entries(COMMON_HEADERS)

/** Whoever says how an answer may be kept, as pages and JSON do, has said the rest as well. */
const completeHeaders = (headers: Headers = new Headers()): Headers => {
  if (headers.has('cache-control')) return headers
  for (const [name, value] of COMMON) headers.set(name, value)
  return headers
}

/** The answer with its page rendered and its headers complete: still plain data. Only a page asks for its setting. */
export const finishResponse = async (
  response: HandlerResponse,
  runtime: Runtime,
  setting: () => RenderContext,
): Promise<ResponseInternal> => {
  const rendered = await renderBody(response, runtime, setting)
  return { ...rendered, headers: completeHeaders(rendered.headers), cookies: settleCookies(rendered.cookies ?? []) }
}

/** One `Set-Cookie` a name: of several, the last counts. */
const settleCookies = (cookies: readonly Cookie[]): readonly Cookie[] =>
  cookies.length < 2 ? cookies : [...new Map(cookies.map((cookie) => [cookie.name, cookie])).values()]

/** Clients that asked for it get the target of a redirect as JSON. */
export const asReturnRedirect = (response: HandlerResponse): HandlerResponse => {
  if (response.redirect === undefined) return response
  const { cookies } = response
  return json({ url: response.redirect }, cookies ?? [])
}

/** The response that goes out. */
export const toResponse = ({ status = 200, headers, body, redirect, cookies = [] }: ResponseInternal): Response => {
  const own = headers ?? new Headers()
  if (redirect !== undefined) own.set('location', redirect)
  for (const cookie of cookies) own.append('set-cookie', serializeCookie(cookie))
  const text = own.get('content-type') === 'application/json' ? JSON.stringify(body ?? null) : body
  return new Response(typeof text === 'string' ? text : null, { status, headers: own })
}
