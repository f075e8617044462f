import { defined } from '../../base/record.ts'
import type { MailMessage } from '../../types/mail.ts'
import type { Theme } from '../../types/config-options.ts'
import type { Messages } from '../../types/messages.ts'
import { buttonColors } from './button-colors.ts'
import { renderMessageHtml } from './message-html.ts'

/** What was changed. */
export type AccountChange =
  /** `name` is that of a provider. */
  | { readonly kind: 'linked' | 'unlinked'; readonly name: string }
  | { readonly kind: 'passkeyAdded' | 'passkeyDeleted' | 'emailChanged' }

/** What a notice tells. */
export interface NotificationContents {
  /** The application's host, which the mail names. */
  readonly host: string
  /** The account page. */
  readonly url: string
  readonly change: AccountChange
  /** When it was changed, written out. */
  readonly time: string
  /** The families of the browser and its system, where they are known. */
  readonly browser?: string | undefined
}

const describe = ({ notification }: Pick<Messages, 'notification'>, change: AccountChange): string =>
  change.kind === 'linked' || change.kind === 'unlinked'
    ? notification[change.kind](change.name)
    : notification[change.kind]

/**
 * The mail that tells somebody that their account was changed, and what to do if it was not they: subject, plain text and HTML
 * that say the same.
 *
 * @example
 * renderNotice({ host, url, change: { kind: 'passkeyAdded' }, time: 'January 1, 2030 at 12:00 PM UTC' }, english, {}).subject
 */
export const renderNotification = (
  { host, url, change, time, browser }: NotificationContents,
  messages: Pick<Messages, 'lang' | 'dir' | 'notification'>,
  theme: Theme,
): MailMessage => {
  const { notification, lang, dir } = messages
  const told = describe(messages, change)
  const facts = [notification.when(time), ...(browser === undefined ? [] : [notification.where(browser)])]
  const subject = notification.subject(host)
  const parts = [subject, told, facts.join('\n'), notification.warning, `${notification.openLink}\n${url}`]
  const html = renderMessageHtml({
    lang,
    dir,
    title: subject,
    heading: notification.subject,
    host,
    above: [told, ...facts],
    ...defined({ url, button: notification.button }),
    below: [notification.warning],
    ...buttonColors(theme),
  })
  return { subject, text: `${parts.join('\n\n')}\n`, html }
}
