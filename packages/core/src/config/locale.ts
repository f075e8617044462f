import type { AuthContext, RequestInternal } from './engine-types.ts'
import { findCookie } from '../web/cookies.ts'
import { findLocale, readLanguageRanges } from '../i18n/choose-locale.ts'
import { messageCatalog } from '../i18n/message-catalog.ts'
import type { OfferedMessages } from '../i18n/offered-messages.ts'
import type { Messages } from '../types/messages.ts'

/** The query parameter with which a link on a page requests a language. */
export const LOCALE_PARAMETER = 'lang'

export type LocaleFacts = Pick<RequestInternal, 'cookies' | 'headers'> & {
  readonly url: Pick<URL, 'searchParams'>
}

export const requestedLocale = (
  { url }: LocaleFacts,
  { offered }: Pick<OfferedMessages, 'offered'>,
): string | undefined => {
  const requested = url.searchParams.get(LOCALE_PARAMETER)
  return requested === null ? undefined : findLocale(readLanguageRanges(requested.slice(0, 64)), offered)
}

/** The language of the response: from the query, the cookie or `Accept-Language`, or else the first offered one. */
export const resolveLocale = (
  facts: LocaleFacts,
  { offered }: Pick<OfferedMessages, 'offered'>,
  cookieName: string,
): string => {
  const [first = 'en'] = offered
  if (offered.length === 1) return first
  const remembered = findCookie(facts.cookies, cookieName)
  return (
    requestedLocale(facts, { offered }) ??
    findLocale(readLanguageRanges(remembered ?? null), offered) ??
    findLocale(readLanguageRanges(facts.headers.get('accept-language')), offered) ??
    first
  )
}

export const messagesFor = (request: LocaleFacts, { config, cookies }: AuthContext): Promise<Messages> =>
  messageCatalog(config.messages).load(resolveLocale(request, config.messages, cookies.locale.name))
