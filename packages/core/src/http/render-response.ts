import { toBase64url } from '../base/bytes.ts'
import { once } from '../base/once.ts'
import { resolveCookies } from '../config/cookie-set.ts'
import type { ResolvedConfig } from '../config/resolved-config.ts'
import type { Runtime } from '../runtime/types.ts'
import type { Cookie } from '../types/http.ts'
import type { Theme } from '../types/config-options.ts'
import type { Page } from '../types/page-props.ts'
import { readCookies } from '../web/cookies.ts'
import { builtInCatalog } from '../i18n/message-catalog.ts'
import { otherLocales, rememberLocale, shownLocale } from './page-locale.ts'
import type { LocaleContext } from './page-locale.ts'

/** Page rendering is loaded with the first page: a session check needs none of it. */
const pages = once(() => import('../pages/render.ts'))

/** What a page is rendered with, apart from what it shows. */
export interface RenderContext extends LocaleContext {
  readonly theme: Theme
  readonly origin: string
}

type Asked = Pick<Request, 'method' | 'headers'>

const factsOf = ({ method, headers }: Asked, url: URL): LocaleContext['facts'] => ({
  method,
  headers,
  url,
  query: url.searchParams,
  cookies: readCookies(headers.get('cookie')),
})

/** The setting of a page on a site whose config is known. */
export const renderContextFor = (config: ResolvedConfig, origin: string, request: Asked, url: URL): RenderContext => ({
  theme: config.theme,
  origin,
  messages: config.messages,
  cookie: config.cookies(config.secureCookies ?? origin.startsWith('https:')).locale,
  facts: factsOf(request, url),
})

/** The setting where no config can be made sense of. */
export const plainRenderContext = (request: Asked, url: URL): RenderContext => ({
  theme: {},
  origin: url.origin,
  messages: builtInCatalog,
  cookie: resolveCookies({}, url.protocol === 'https:').locale,
  facts: factsOf(request, url),
})

/** A page as it goes out. */
export interface RenderedResponse {
  readonly body: string
  readonly headers: Headers
  readonly cookies: readonly Cookie[]
}

/** A page in the language of whoever asked for it. */
export const makePage = async (page: Page, setting: RenderContext, runtime: Runtime): Promise<RenderedResponse> => {
  const { theme, origin, messages: table } = setting
  const lang = shownLocale(setting)
  const [{ renderPage }, messages] = await Promise.all([pages(), table.load(lang)])
  // A page that sends itself on is gone before anybody could read it.
  const languages = page.page === 'repost' ? undefined : otherLocales(setting, lang)
  const { html, headers } = renderPage(page, {
    theme,
    messages,
    nonce: toBase64url(runtime.random(16)),
    now: runtime.now(),
    formOrigins: origin.startsWith('http:') ? ['http:'] : [],
    ...(languages === undefined ? {} : { locales: languages }),
  })
  return { body: html, headers: new Headers(headers), cookies: rememberLocale(setting) }
}
