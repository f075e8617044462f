import type { Runtime } from '../runtime/types.ts'
import type { Cookie, ResponseInternal } from '../types/http.ts'
import { COMMON_HEADERS, json } from '../web/answer.ts'
import type { Answer } from '../web/answer.ts'
import { serializeCookie } from '../web/cookies.ts'
import { makePage } from './page.ts'
import type { PageSetting } from './page.ts'

const renderBody = async (
  { page, ...rest }: Answer,
  runtime: Runtime,
  setting: () => PageSetting,
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
export const complete = async (
  answer: Answer,
  runtime: Runtime,
  setting: () => PageSetting,
): Promise<ResponseInternal> => {
  const rendered = await renderBody(answer, runtime, setting)
  return { ...rendered, headers: completeHeaders(rendered.headers), cookies: settleCookies(rendered.cookies ?? []) }
}

/** One `Set-Cookie` a name: of several, the last counts. */
const settleCookies = (cookies: readonly Cookie[]): readonly Cookie[] =>
  cookies.length < 2 ? cookies : [...new Map(cookies.map((cookie) => [cookie.name, cookie])).values()]

/** Clients that asked for it get the target of a redirect as JSON. */
export const asReturnRedirect = (answer: Answer): Answer => {
  if (answer.redirect === undefined) return answer
  const { cookies } = answer
  return json({ url: answer.redirect }, cookies ?? [])
}

/** The response that goes out. */
export const toResponse = ({ status = 200, headers, body, redirect, cookies = [] }: ResponseInternal): Response => {
  const own = headers ?? new Headers()
  if (redirect !== undefined) own.set('location', redirect)
  for (const cookie of cookies) own.append('set-cookie', serializeCookie(cookie))
  const text = own.get('content-type') === 'application/json' ? JSON.stringify(body ?? null) : body
  return new Response(typeof text === 'string' ? text : null, { status, headers: own })
}
