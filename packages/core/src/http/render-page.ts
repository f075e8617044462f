import type { ResolvedConfig } from '../config/engine-types.ts'
import { oncePer } from '../base/async.ts'
import { toBase64url } from '../base/bytes.ts'
import { defined } from '../base/json.ts'
import { DAY } from '../base/time.ts'
import { cookieSets } from '../config/cookie-set.ts'
import { LOCALE_PARAMETER, requestedLocale, resolveLocale } from '../config/locale.ts'
import { messageCatalog } from '../i18n/message-catalog.ts'
import { offerMessages } from '../i18n/offered-messages.ts'
import { loadParts, renderPage } from '../pages/render.ts'
import type { Runtime } from '../runtime/engine.ts'
import type { Cookie, IncomingRequest } from '../types/http.ts'
import type { ChosenComponents } from '../types/page-components.ts'
import type { Page } from '../types/page-props.ts'
import { findCookie, readCookies } from '../web/cookies.ts'
import type { HandlerResponse } from '../web/handler-response.ts'
import { isLoopback } from '../web/redirect-target.ts'
import { warnOfUnknownColors } from './color-warnings.ts'

/** What a page is rendered for. */
export interface PageSource {
  /** `undefined` if the config of the application is invalid. */
  readonly config: ResolvedConfig | undefined
  readonly origin: string
  readonly request: Pick<IncomingRequest, 'method' | 'headers'>
  readonly url: URL
}

/** The query parameters that the pages read. A link to another language repeats these and no others. */
const KEPT: ReadonlySet<string> = new Set([
  ...[
    'callbackUrl',
    'error',
    'code',
    'reference',
    'token',
    'email',
    'requested',
    'provider',
    'type',
    'done',
    'step',
    'mode',
  ],
  // The page for one change of the account.
  ...['change', 'providerAccountId', 'credentialId'],
])

type Providers = Pick<ResolvedConfig['providers'], 'find'>

interface RenderConfig extends Pick<ResolvedConfig, 'theme' | 'messages' | 'cookies' | 'useSecureCookies'> {
  readonly providers: Providers
  readonly pages: { readonly components: ChosenComponents }
}

/** The config of a page if that of the application is invalid. */
const PLAIN: RenderConfig = {
  theme: {},
  providers: { find: () => undefined },
  pages: { components: {} },
  messages: offerMessages(),
  cookies: cookieSets(),
  useSecureCookies: undefined,
}

/** One function per config, because the pages keep what they make with it. */
const iconsOf = oncePer((providers: Providers) => (id: string) => providers.find(id)?.icon)

/** What a page is rendered with, apart from its props. `cookie` stores the language. */
const contextOf = (
  { theme, pages, providers, messages, cookies, useSecureCookies: secure }: RenderConfig,
  origin: string,
  { method, headers }: Pick<IncomingRequest, 'method' | 'headers'>,
  url: URL,
) => ({
  theme,
  components: pages.components,
  findIcon: iconsOf(providers),
  origin,
  messages: messageCatalog(messages),
  cookie: cookies(secure ?? origin.startsWith('https:')).locale,
  facts: { method, headers, url, cookies: readCookies(headers.get('cookie')) },
})
type RenderContext = ReturnType<typeof contextOf>

/** The path and query of this page, without the value of the language parameter. */
const pageWithoutLocale = ({ pathname, searchParams }: URL): string => {
  const kept = [...searchParams].filter(([name]) => KEPT.has(name))
  return `${pathname}?${new URLSearchParams([...kept, [LOCALE_PARAMETER, '']]).toString()}`
}

/** The links to this page in other languages. The response to a POST has none: its address shows a different page. */
const otherLocales = ({ facts, messages }: RenderContext) =>
  messages.offered.length < 2 || facts.method !== 'GET'
    ? undefined
    : { catalog: messages, page: pageWithoutLocale(facts.url) }

/** The cookie that stores the language if the query requested one. */
const rememberLocale = ({ facts, messages, cookie }: RenderContext): readonly Cookie[] => {
  const requested = requestedLocale(facts, messages)
  const isStored = findCookie(facts.cookies, cookie.name) === requested
  if (requested === undefined || messages.offered.length < 2 || isStored) return []
  return [{ name: cookie.name, value: requested, options: { maxAge: 365 * DAY, ...cookie.options } }]
}

/** What failed, for the developer: only on a development server, and only in a browser of the same machine. */
const findDetails = async (page: Page, { facts: { url } }: RenderContext, { isDevelopment }: Runtime) => {
  if (page.details !== undefined) return page.details
  const reference = page.page === 'error' ? page.props.reference : url.searchParams.get('reference')
  if (isDevelopment !== true || !reference || !isLoopback(url)) return undefined
  return (await import('../errors/error-details.ts')).findErrorDetails(reference)
}

/** Render the page of a response in the language of the request. */
export const renderPageOf = async (
  page: Page,
  rest: HandlerResponse,
  runtime: Runtime,
  { config, origin, request, url }: PageSource,
): Promise<HandlerResponse> => {
  if (config !== undefined) await warnOfUnknownColors(config, runtime.console)
  const context = contextOf(config ?? PLAIN, origin, request, url)
  const lang = resolveLocale(context.facts, context.messages, context.cookie.name)
  const [parts, messages] = await Promise.all([loadParts(page.page, page.props), context.messages.load(lang)])
  // The repost page submits itself before the user could choose a language. A path that does not exist may be `//other.example`, which
  // links must not repeat.
  const hasLocales = page.page !== 'repost' && rest.status !== 404
  const locales = hasLocales ? otherLocales(context) : undefined
  const { html, headers } = renderPage(parts, page.props, {
    theme: context.theme,
    components: context.components,
    findIcon: context.findIcon,
    messages,
    nonce: toBase64url(runtime.random(16)),
    now: runtime.now(),
    formOrigins: context.origin.startsWith('http:') ? ['http:'] : [],
    ...defined({ locales, details: await findDetails(page, context, runtime) }),
  })
  const cookies = [...(rest.cookies ?? []), ...rememberLocale(context)]
  return { ...rest, headers: { ...headers, ...rest.headers }, body: html, cookies }
}
