import type { ResolvedConfig } from '../config/engine-types.ts'
import { toBase64url } from '../base/bytes.ts'
import { once } from '../base/async.ts'
import { DAY } from '../base/time.ts'
import { resolveCookies, type CookieDefinition } from '../config/cookie-set.ts'
import { LOCALE_PARAMETER, requestedLocale, resolveLocale, type LocaleFacts } from '../config/locale.ts'
import type { Runtime } from '../runtime/engine.ts'
import type { Cookie, ResponseInternal } from '../types/http.ts'
import type { Theme } from '../types/config-options.ts'
import type { Page } from '../types/page-props.ts'
import { findCookie, readCookies, serializeCookie } from '../web/cookies.ts'
import { builtInCatalog, type MessageCatalog } from '../i18n/message-catalog.ts'
import { COMMON_HEADERS, json, type HandlerResponse } from '../web/handler-response.ts'

/** Seconds that the browser remembers the language: one year. */
const REMEMBERED_FOR = 365 * DAY

/** The query parameters that the pages read. A link to another language repeats these and no others. */
const PAGE_PARAMETERS = [
  'callbackUrl',
  'error',
  'code',
  'reference',
  'token',
  'email',
  'asked',
  'provider',
  'type',
  'done',
]

/** The parts of the config and the request that decide about the language of a page. */
interface LocaleContext {
  readonly messages: MessageCatalog
  readonly cookie: CookieDefinition
  readonly facts: LocaleFacts & { readonly url: URL; readonly method: string }
}

/** The path and query of this page, without the value of the language parameter. */
const pageWithoutLocale = ({ pathname, searchParams }: URL): string => {
  const kept = PAGE_PARAMETERS.flatMap((name) => searchParams.getAll(name).map((value) => [name, value]))
  return `${pathname}?${new URLSearchParams([...kept, [LOCALE_PARAMETER, '']]).toString()}`
}

/** Links to this page in the other languages. The response to a POST has none: its address shows a different page. */
const otherLocales = ({ facts, messages }: LocaleContext, shown: string) => {
  if (messages.offered.length < 2 || facts.method !== 'GET') return undefined
  const others = messages.offered.filter((lang) => lang !== shown)
  const page = pageWithoutLocale(facts.url)
  return {
    current: messages.nameOf(shown),
    others: others.map((lang) => ({ lang, name: messages.nameOf(lang), href: page + lang })),
  }
}

/** The cookie that stores the language if the query requested one. */
const rememberLocale = ({ facts, messages, cookie }: LocaleContext): readonly Cookie[] => {
  const requested = requestedLocale(facts, messages)
  const isStored = findCookie(facts.cookies, cookie.name) === requested
  if (requested === undefined || messages.offered.length < 2 || isStored) return []
  return [{ name: cookie.name, value: requested, options: { maxAge: REMEMBERED_FOR, ...cookie.options } }]
}

/** Page rendering is loaded with the first page, because a session check does not need it. */
const loadPages = once(() => import('../pages/render.ts'))

/** What a page is rendered with, apart from its props. */
interface RenderContext extends LocaleContext {
  readonly theme: Theme
  readonly origin: string
}

type RequestHead = Pick<Request, 'method' | 'headers'>

const localeFacts = ({ method, headers }: RequestHead, url: URL): LocaleContext['facts'] => ({
  method,
  headers,
  url,
  query: url.searchParams,
  cookies: readCookies(headers.get('cookie')),
})

/** The context of a page with a valid config. */
export const renderContextFor = (
  config: ResolvedConfig,
  origin: string,
  request: RequestHead,
  url: URL,
): RenderContext => ({
  theme: config.theme,
  origin,
  messages: config.messages,
  cookie: config.cookies(config.secureCookies ?? origin.startsWith('https:')).locale,
  facts: localeFacts(request, url),
})

/** The context of a page if the config is invalid. */
export const plainRenderContext = (request: RequestHead, url: URL): RenderContext => ({
  theme: {},
  origin: url.origin,
  messages: builtInCatalog,
  cookie: resolveCookies({}, url.protocol === 'https:').locale,
  facts: localeFacts(request, url),
})

/** Render a page in the language of the request. Returns the body, headers and cookies of its response. */
const makePage = async (page: Page, context: RenderContext, runtime: Runtime) => {
  const { theme, origin } = context
  const lang = resolveLocale(context.facts, context.messages, context.cookie.name)
  const [{ renderPage }, messages] = await Promise.all([loadPages(), context.messages.load(lang)])
  // The repost page submits itself before the user could choose a language.
  const locales = page.page === 'repost' ? undefined : otherLocales(context, lang)
  const { html, headers } = renderPage(page, {
    theme,
    messages,
    nonce: toBase64url(runtime.random(16)),
    now: runtime.now(),
    formOrigins: origin.startsWith('http:') ? ['http:'] : [],
    ...(locales === undefined ? {} : { locales }),
  })
  return { body: html, headers: new Headers(headers), cookies: rememberLocale(context) }
}

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
