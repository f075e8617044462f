import { toBase64url } from '../base/bytes.ts'
import { once } from '../base/once.ts'
import { resolveCookies } from '../config/cookies.ts'
import type { ResolvedConfig } from '../config/resolved.ts'
import type { Runtime } from '../runtime/types.ts'
import type { Cookie } from '../types/http.ts'
import type { Theme } from '../types/options.ts'
import type { Page } from '../types/pages.ts'
import { readCookies } from '../web/cookies.ts'
import { plainTable } from '../words/table.ts'
import { otherLanguages, rememberLanguage, shownLanguage } from './languages.ts'
import type { LanguageSetting } from './languages.ts'

/** Page rendering is loaded with the first page: a session check needs none of it. */
const pages = once(() => import('../pages/render.ts'))

/** What a page is rendered with, apart from what it shows. */
export interface PageSetting extends LanguageSetting {
  readonly theme: Theme
  readonly origin: string
}

type Asked = Pick<Request, 'method' | 'headers'>

const factsOf = ({ method, headers }: Asked, url: URL): LanguageSetting['facts'] => ({
  method,
  headers,
  url,
  query: url.searchParams,
  cookies: readCookies(headers.get('cookie')),
})

/** The setting of a page on a site whose config is known. */
export const settingOf = (config: ResolvedConfig, origin: string, request: Asked, url: URL): PageSetting => ({
  theme: config.theme,
  origin,
  words: config.words,
  cookie: config.cookies(config.secureCookies ?? origin.startsWith('https:')).language,
  facts: factsOf(request, url),
})

/** The setting where no config can be made sense of. */
export const plainSetting = (request: Asked, url: URL): PageSetting => ({
  theme: {},
  origin: url.origin,
  words: plainTable,
  cookie: resolveCookies({}, url.protocol === 'https:').language,
  facts: factsOf(request, url),
})

/** A page as it goes out. */
export interface PageAnswer {
  readonly body: string
  readonly headers: Headers
  readonly cookies: readonly Cookie[]
}

/** A page in the language of whoever asked for it. */
export const makePage = async (page: Page, setting: PageSetting, runtime: Runtime): Promise<PageAnswer> => {
  const { theme, origin, words: table } = setting
  const lang = shownLanguage(setting)
  const [{ renderPage }, words] = await Promise.all([pages(), table.load(lang)])
  // A page that sends itself on is gone before anybody could read it.
  const languages = page.page === 'repost' ? undefined : otherLanguages(setting, lang)
  const { html, headers } = renderPage(page, {
    theme,
    words,
    nonce: toBase64url(runtime.random(16)),
    now: runtime.now(),
    formOrigins: origin.startsWith('http:') ? ['http:'] : [],
    ...(languages === undefined ? {} : { languages }),
  })
  return { body: html, headers: new Headers(headers), cookies: rememberLanguage(setting) }
}
