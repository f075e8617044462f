import { LOCALE_PARAMETER, requestedLocale, resolveLocale } from '../config/locale.ts'
import type { LocaleFacts } from '../config/locale.ts'
import type { CookieDefinition } from '../config/cookie-set.ts'
import type { Cookie } from '../types/http.ts'
import { findCookie } from '../web/cookies.ts'
import type { MessageCatalog } from '../i18n/message-catalog.ts'

/** A year, in seconds. */
const KEPT_FOR = 31_536_000

/** The parameters without which a page would be another one. What else an address carries is not repeated. */
const KEPT = ['callbackUrl', 'error', 'code', 'reference', 'token', 'email', 'asked', 'provider', 'type', 'done']

/** What of a site and a request decides about languages. */
export interface LocaleContext {
  readonly messages: MessageCatalog
  readonly cookie: CookieDefinition
  readonly facts: LocaleFacts & { readonly url: URL; readonly method: string }
}

export const shownLocale = ({ facts, messages, cookie }: LocaleContext): string =>
  resolveLocale(facts, messages, cookie.name)

/** The same page, as a path to which the language has to be added. */
const thisPage = ({ pathname, searchParams }: URL): string => {
  const kept = KEPT.flatMap((name) => searchParams.getAll(name).map((value) => [name, value]))
  return `${pathname}?${new URLSearchParams([...kept, [LOCALE_PARAMETER, '']]).toString()}`
}

/** The other languages that a page can be had in. A page that answers a post has no address of its own. */
export const otherLocales = ({ facts, messages }: LocaleContext, shown: string) => {
  if (messages.offered.length < 2 || facts.method !== 'GET') return undefined
  const others = messages.offered.filter((lang) => lang !== shown)
  const page = thisPage(facts.url)
  return {
    current: messages.nameOf(shown),
    others: others.map((lang) => ({ lang, name: messages.nameOf(lang), href: page + lang })),
  }
}

/** The cookie that keeps the language, when somebody chose one. */
export const rememberLocale = ({ facts, messages, cookie }: LocaleContext): readonly Cookie[] => {
  const asked = requestedLocale(facts, messages)
  if (asked === undefined || messages.offered.length < 2 || findCookie(facts.cookies, cookie.name) === asked) return []
  return [{ name: cookie.name, value: asked, options: { maxAge: KEPT_FOR, ...cookie.options } }]
}
