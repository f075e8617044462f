import { findCookie } from '../web/cookies.ts'
import type { RequestInternal } from './handler.ts'
import { findLocale, readLanguageRanges } from '../i18n/choose-locale.ts'
import type { MessageCatalog } from '../i18n/message-catalog.ts'
import type { Messages } from '../i18n/messages.ts'
import type { AuthContext } from './auth-context.ts'

/** The parameter by which the links on a page ask for a language. */
export const LOCALE_PARAMETER = 'lang'

/** What of a request says which language its person reads. */
export type LocaleFacts = Pick<RequestInternal, 'query' | 'cookies' | 'headers'>

/** The language asked for by the address itself. */
export const requestedLocale = ({ query }: LocaleFacts, { offered }: MessageCatalog): string | undefined => {
  const asked = query.get(LOCALE_PARAMETER)
  return asked === null ? undefined : findLocale(readLanguageRanges(asked.slice(0, 64)), offered)
}

/** The language to speak: as the address, the cookie or the browser says, else the first that is offered. */
export const resolveLocale = (facts: LocaleFacts, table: MessageCatalog, cookieName: string): string => {
  const { offered } = table
  const [first = 'en'] = offered
  if (offered.length === 1) return first
  const kept = findCookie(facts.cookies, cookieName)
  return (
    requestedLocale(facts, table) ??
    findLocale(readLanguageRanges(kept ?? null), offered) ??
    findLocale(readLanguageRanges(facts.headers.get('accept-language')), offered) ??
    first
  )
}

/** The sentences in the language of a request. */
export const messagesFor = (request: LocaleFacts, { config, cookies }: AuthContext): Promise<Messages> =>
  config.messages.load(resolveLocale(request, config.messages, cookies.locale.name))
