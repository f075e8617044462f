import { defined } from '../base/record.ts'
import type { MailMessage } from '../types/mail.ts'
import type { Theme } from '../types/options.ts'
import type { Words } from '../types/words.ts'
import { buttonColours } from './button-colours.ts'
import { renderMessageHtml } from './message-html.ts'

/** What was changed. */
export type Change =
  /** `name` is that of a provider. */
  | { readonly kind: 'linked' | 'unlinked'; readonly name: string }
  | { readonly kind: 'passkeyAdded' | 'passkeyDeleted' | 'emailChanged' }

/** What a notice tells. */
export interface NoticeContents {
  /** The application's host, which the mail names. */
  readonly host: string
  /** The account page. */
  readonly url: string
  readonly change: Change
  /** When it was changed, written out. */
  readonly time: string
  /** The families of the browser and its system, where they are known. */
  readonly browser?: string | undefined
}

const describe = ({ notice }: Pick<Words, 'notice'>, change: Change): string =>
  change.kind === 'linked' || change.kind === 'unlinked' ? notice[change.kind](change.name) : notice[change.kind]

/**
 * The mail that tells somebody that their account was changed, and what to do if it was not they: subject, plain text and HTML
 * that say the same.
 *
 * @example
 * renderNotice({ host, url, change: { kind: 'passkeyAdded' }, time: 'January 1, 2030 at 12:00 PM UTC' }, english, {}).subject
 */
export const renderNotice = (
  { host, url, change, time, browser }: NoticeContents,
  words: Pick<Words, 'lang' | 'dir' | 'notice'>,
  theme: Theme,
): MailMessage => {
  const { notice, lang, dir } = words
  const told = describe(words, change)
  const facts = [notice.when(time), ...(browser === undefined ? [] : [notice.where(browser)])]
  const subject = notice.subject(host)
  const parts = [subject, told, facts.join('\n'), notice.warning, `${notice.openLink}\n${url}`]
  const html = renderMessageHtml({
    lang,
    dir,
    title: subject,
    heading: notice.subject,
    host,
    above: [told, ...facts],
    ...defined({ url, button: notice.button }),
    below: [notice.warning],
    ...buttonColours(theme),
  })
  return { subject, text: `${parts.join('\n\n')}\n`, html }
}
