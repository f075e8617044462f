import { findCookie } from '../web/cookies.ts'
import type { RequestInternal } from '../web/request.ts'
import { findLanguage, readRanges } from '../words/choose.ts'
import type { WordsTable } from '../words/table.ts'
import type { Words } from '../words/words.ts'
import type { Site } from './site.ts'

/** The parameter by which the links on a page ask for a language. */
export const LANGUAGE_PARAMETER = 'lang'

/** What of a request says which language its person reads. */
export type LanguageFacts = Pick<RequestInternal, 'query' | 'cookies' | 'headers'>

/** The language asked for by the address itself. */
export const askedLanguage = ({ query }: LanguageFacts, { offered }: WordsTable): string | undefined => {
  const asked = query.get(LANGUAGE_PARAMETER)
  return asked === null ? undefined : findLanguage(readRanges(asked.slice(0, 64)), offered)
}

/** The language to speak: as the address, the cookie or the browser says, else the first that is offered. */
export const languageOf = (facts: LanguageFacts, table: WordsTable, cookieName: string): string => {
  const { offered } = table
  const [first = 'en'] = offered
  if (offered.length === 1) return first
  const kept = findCookie(facts.cookies, cookieName)
  return (
    askedLanguage(facts, table) ??
    findLanguage(readRanges(kept ?? null), offered) ??
    findLanguage(readRanges(facts.headers.get('accept-language')), offered) ??
    first
  )
}

/** The sentences in the language of a request. */
export const wordsFor = (request: LanguageFacts, { config, cookies }: Site): Promise<Words> =>
  config.words.load(languageOf(request, config.words, cookies.language.name))
