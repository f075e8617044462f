import { LOCALE_PARAMETER, requestedLocale, resolveLocale } from '../config/locale.ts'
import type { LocaleFacts } from '../config/locale.ts'
import type { CookieDefinition } from '../config/cookie-set.ts'
import type { Cookie } from '../types/http.ts'
import { findCookie } from '../web/cookies.ts'
import type { MessageCatalog } from '../i18n/message-catalog.ts'

/** One year in seconds. */
const COOKIE_MAX_AGE = 31_536_000

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
export interface LocaleContext {
  readonly messages: MessageCatalog
  readonly cookie: CookieDefinition
  readonly facts: LocaleFacts & { readonly url: URL; readonly method: string }
}

export const shownLocale = ({ facts, messages, cookie }: LocaleContext): string =>
  resolveLocale(facts, messages, cookie.name)

/** The path and query of this page, without the value of the language parameter. */
const pageWithoutLocale = ({ pathname, searchParams }: URL): string => {
  const kept = PAGE_PARAMETERS.flatMap((name) => searchParams.getAll(name).map((value) => [name, value]))
  return `${pathname}?${new URLSearchParams([...kept, [LOCALE_PARAMETER, '']]).toString()}`
}

/** Links to this page in the other languages. The response to a POST has none: its address shows a different page. */
export const otherLocales = ({ facts, messages }: LocaleContext, shown: string) => {
  if (messages.offered.length < 2 || facts.method !== 'GET') return undefined
  const others = messages.offered.filter((lang) => lang !== shown)
  const page = pageWithoutLocale(facts.url)
  return {
    current: messages.nameOf(shown),
    others: others.map((lang) => ({ lang, name: messages.nameOf(lang), href: page + lang })),
  }
}

/** The cookie that stores the language if the query requested one. */
export const rememberLocale = ({ facts, messages, cookie }: LocaleContext): readonly Cookie[] => {
  const requested = requestedLocale(facts, messages)
  const isStored = findCookie(facts.cookies, cookie.name) === requested
  if (requested === undefined || messages.offered.length < 2 || isStored) return []
  return [{ name: cookie.name, value: requested, options: { maxAge: COOKIE_MAX_AGE, ...cookie.options } }]
}
