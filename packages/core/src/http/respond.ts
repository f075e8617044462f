import { once } from '../base/once.ts'
import { toBase64url } from '../base/bytes.ts'
import type { Runtime } from '../runtime/types.ts'
import type { Cookie, ResponseInternal } from '../types/http.ts'
import type { Theme } from '../types/options.ts'
import { json } from '../web/answer.ts'
import type { Answer } from '../web/answer.ts'
import { serializeCookie } from '../web/cookies.ts'

/** Page rendering is loaded with the first page: a session check needs none of it. */
const pages = once(() => import('../pages/render.ts'))

/** What every answer of ours carries: it is one person's, and it is what its type says. */
const COMMON = [
  ['cache-control', 'private, no-cache, no-store'],
  ['expires', '0'],
  ['pragma', 'no-cache'],
  ['x-content-type-options', 'nosniff'],
  ['referrer-policy', 'strict-origin'],
] as const

const renderBody = async (
  answer: Answer,
  runtime: Runtime,
  theme: Theme,
  origin: string,
): Promise<ResponseInternal> => {
  const { page, ...rest } = answer
  if (page === undefined) return rest
  const { renderPage } = await pages()
  const nonce = toBase64url(runtime.random(16))
  const { html, headers } = renderPage(page, { theme, nonce, formOrigins: origin.startsWith('http:') ? ['http:'] : [] })
  return { ...rest, headers: new Headers(headers), body: html }
}

/** The answer with its page rendered and its headers complete: still plain data. */
export const complete = async (
  answer: Answer,
  runtime: Runtime,
  theme: Theme,
  origin: string,
): Promise<ResponseInternal> => {
  const rendered = await renderBody(answer, runtime, theme, origin)
  const headers = rendered.headers ?? new Headers()
  for (const [name, value] of COMMON) if (!headers.has(name)) headers.set(name, value)
  return { ...rendered, headers, cookies: settleCookies(rendered.cookies ?? []) }
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
