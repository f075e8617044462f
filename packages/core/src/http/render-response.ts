import type { ResolvedConfig } from '../config/engine-types.ts'
import { toBase64url } from '../base/bytes.ts'
import { once } from '../base/once.ts'
import { resolveCookies } from '../config/cookie-set.ts'
import type { Runtime } from '../runtime/types.ts'
import type { Cookie } from '../types/http.ts'
import type { Theme } from '../types/config-options.ts'
import type { Page } from '../types/page-props.ts'
import { readCookies } from '../web/cookies.ts'
import { builtInCatalog } from '../i18n/message-catalog.ts'
import { otherLocales, rememberLocale, shownLocale } from './page-locale.ts'
import type { LocaleContext } from './page-locale.ts'

/** Loads page rendering with the first page, because a session check does not need it. */
const loadPages = once(() => import('../pages/render.ts'))

/** What a page is rendered with, apart from its props. */
export interface RenderContext extends LocaleContext {
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

/** A rendered page with the headers and the cookies of its response. */
export interface RenderedResponse {
  readonly body: string
  readonly headers: Headers
  readonly cookies: readonly Cookie[]
}

/** Renders a page in the language of the request. */
export const makePage = async (page: Page, context: RenderContext, runtime: Runtime): Promise<RenderedResponse> => {
  const { theme, origin } = context
  const lang = shownLocale(context)
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
