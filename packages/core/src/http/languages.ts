import { LANGUAGE_PARAMETER, askedLanguage, languageOf } from '../config/language.ts'
import type { LanguageFacts } from '../config/language.ts'
import type { CookieKind } from '../config/cookies.ts'
import type { Cookie } from '../types/http.ts'
import { findCookie } from '../web/cookies.ts'
import type { WordsTable } from '../words/table.ts'

/** A year, in seconds. */
const KEPT_FOR = 31_536_000

/** The parameters without which a page would be another one. What else an address carries is not repeated. */
const KEPT = ['callbackUrl', 'error', 'code', 'reference', 'token', 'email', 'asked', 'provider', 'type', 'done']

/** What of a site and a request decides about languages. */
export interface LanguageSetting {
  readonly words: WordsTable
  readonly cookie: CookieKind
  readonly facts: LanguageFacts & { readonly url: URL; readonly method: string }
}

export const shownLanguage = ({ facts, words, cookie }: LanguageSetting): string =>
  languageOf(facts, words, cookie.name)

/** The same page, as a path to which the language has to be added. */
const thisPage = ({ pathname, searchParams }: URL): string => {
  const kept = KEPT.flatMap((name) => searchParams.getAll(name).map((value) => [name, value]))
  return `${pathname}?${new URLSearchParams([...kept, [LANGUAGE_PARAMETER, '']]).toString()}`
}

/** The other languages that a page can be had in. A page that answers a post has no address of its own. */
export const otherLanguages = ({ facts, words }: LanguageSetting, shown: string) => {
  if (words.offered.length < 2 || facts.method !== 'GET') return undefined
  const others = words.offered.filter((lang) => lang !== shown)
  const page = thisPage(facts.url)
  return {
    current: words.nameOf(shown),
    others: others.map((lang) => ({ lang, name: words.nameOf(lang), href: page + lang })),
  }
}

/** The cookie that keeps the language, when somebody chose one. */
export const rememberLanguage = ({ facts, words, cookie }: LanguageSetting): readonly Cookie[] => {
  const asked = askedLanguage(facts, words)
  if (asked === undefined || words.offered.length < 2 || findCookie(facts.cookies, cookie.name) === asked) return []
  return [{ name: cookie.name, value: asked, options: { maxAge: KEPT_FOR, ...cookie.options } }]
}
