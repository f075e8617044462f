import type { ResolvedConfig } from '../config/engine-types.ts'
import { toBase64url } from '../base/bytes.ts'
import { defined } from '../base/json.ts'
import { once } from '../base/async.ts'
import { findErrorDetails } from '../errors/error-details.ts'
import { DAY } from '../base/time.ts'
import { cookieSets } from '../config/cookie-set.ts'
import { LOCALE_PARAMETER, requestedLocale, resolveLocale } from '../config/locale.ts'
import type { Runtime } from '../runtime/engine.ts'
import type { Cookie, IncomingRequest, OutgoingResponse, ResponseInternal } from '../types/http.ts'
import type { Page } from '../types/page-props.ts'
import { isLoopback } from '../web/redirect-target.ts'
import type { ChosenComponents } from '../types/page-components.ts'
import { findCookie, readCookies, serializeCookie } from '../web/cookies.ts'
import { builtInCatalog } from '../i18n/message-catalog.ts'
import { COMMON_HEADERS, type HandlerResponse } from '../web/handler-response.ts'

/** The query parameters that the pages read. A link to another language repeats these and no others. */
const KEPT = [
  ...[
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
    'step',
    'mode',
  ],
  // The page for one change of the account.
  ...['change', 'providerAccountId', 'credentialId'],
]

interface RenderConfig extends Pick<ResolvedConfig, 'theme' | 'messages' | 'cookies' | 'useSecureCookies'> {
  readonly pages: { readonly components: ChosenComponents }
}

/** The config of a page if that of the application is invalid. */
export const PLAIN: RenderConfig = {
  theme: {},
  pages: { components: {} },
  messages: builtInCatalog,
  cookies: cookieSets(),
  useSecureCookies: undefined,
}

/** What a page is rendered with, apart from its props. `cookie` stores the language. */
export const renderContextFor = (
  { theme, pages, messages, cookies, useSecureCookies: secure }: RenderConfig,
  origin: string,
  { method, headers }: Pick<IncomingRequest, 'method' | 'headers'>,
  url: URL,
) => ({
  theme,
  components: pages.components,
  origin,
  messages,
  cookie: cookies(secure ?? origin.startsWith('https:')).locale,
  facts: { method, headers, url, cookies: readCookies(headers.get('cookie')) },
})
type RenderContext = ReturnType<typeof renderContextFor>

/** The path and query of this page, without the value of the language parameter. */
const pageWithoutLocale = ({ pathname, searchParams }: URL): string => {
  const kept = KEPT.flatMap((name) => searchParams.getAll(name).map((value) => [name, value]))
  return `${pathname}?${new URLSearchParams([...kept, [LOCALE_PARAMETER, '']]).toString()}`
}

/** Links to this page in the other languages. The response to a POST has none: its address shows a different page. */
const otherLocales = ({ facts, messages }: RenderContext, shown: string) => {
  if (messages.offered.length < 2 || facts.method !== 'GET') return undefined
  const others = messages.offered.filter((lang) => lang !== shown)
  const page = pageWithoutLocale(facts.url)
  return {
    current: messages.nameOf(shown),
    others: others.map((lang) => ({ lang, name: messages.nameOf(lang), href: page + lang })),
  }
}

/** The cookie that stores the language if the query requested one. */
const rememberLocale = ({ facts, messages, cookie }: RenderContext): readonly Cookie[] => {
  const requested = requestedLocale(facts, messages)
  const isStored = findCookie(facts.cookies, cookie.name) === requested
  if (requested === undefined || messages.offered.length < 2 || isStored) return []
  return [{ name: cookie.name, value: requested, options: { maxAge: 365 * DAY, ...cookie.options } }]
}

/** What failed, for the developer: only on a development server, and only in a browser of the same machine. */
const findDetails = (page: Page, { facts: { url } }: RenderContext, { isDevelopment }: Runtime) => {
  const reference = page.page === 'error' ? page.props.reference : url.searchParams.get('reference')
  if (isDevelopment !== true || !reference || !isLoopback(url)) return undefined
  return findErrorDetails(reference)
}

/** Page rendering is loaded with the first page, because a session check does not need it. */
const loadPages = once(() => import('../pages/render.ts'))

/** Render the page of a response in the language of the request. */
const render = async (
  page: Page,
  rest: HandlerResponse,
  runtime: Runtime,
  makeContext: () => RenderContext,
): Promise<HandlerResponse> => {
  const context = makeContext()
  const lang = resolveLocale(context.facts, context.messages, context.cookie.name)
  const [{ renderPage }, messages] = await Promise.all([loadPages(), context.messages.load(lang)])
  // The repost page submits itself before the user could choose a language.
  const locales = page.page === 'repost' ? undefined : otherLocales(context, lang)
  const { html, headers } = renderPage(page, {
    theme: context.theme,
    components: context.components,
    messages,
    nonce: toBase64url(runtime.random(16)),
    now: runtime.now(),
    formOrigins: context.origin.startsWith('http:') ? ['http:'] : [],
    ...defined({ locales, details: findDetails(page, context, runtime) }),
  })
  const cookies = [...(rest.cookies ?? []), ...rememberLocale(context)]
  return { ...rest, headers: { ...headers, ...rest.headers }, body: html, cookies }
}

/** Of several cookies with one name, the last one is set. */
const lastOfEachName = (cookies: readonly Cookie[]): readonly Cookie[] =>
  cookies.length < 2 ? cookies : [...new Map(cookies.map((cookie) => [cookie.name, cookie])).values()]

/** The response with its page rendered and its headers complete. Only a page needs the render context. */
export const finishResponse = async (
  response: HandlerResponse,
  runtime: Runtime,
  renderContext: () => RenderContext,
): Promise<HandlerResponse> => {
  const { page, ...rest } = response
  const rendered = page === undefined ? rest : await render(page, rest, runtime, renderContext)
  // A response with `cache-control`, such as a page or JSON, has all common headers already.
  const { headers: own } = rendered
  const isComplete = own?.['cache-control'] !== undefined
  const headers = isComplete ? own : own === undefined ? COMMON_HEADERS : { ...own, ...COMMON_HEADERS }
  return { ...rendered, headers, cookies: lastOfEachName(rendered.cookies ?? []) }
}

const textOf = ({ headers, body }: HandlerResponse): string | null => {
  const text = headers?.['content-type'] === 'application/json' ? JSON.stringify(body ?? null) : body
  return typeof text === 'string' ? text : null
}

/** The response as framework authors get it. */
export const toInternal = (response: HandlerResponse): ResponseInternal => ({
  ...response,
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
