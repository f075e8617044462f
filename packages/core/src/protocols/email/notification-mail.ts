import { defined } from '../../base/record.ts'
import type { MailMessage } from '../../types/providers.ts'
import type { Theme } from '../../types/config-options.ts'
import type { Messages } from '../../types/messages.ts'
import { renderMessageHtml } from './message-html.ts'

/** A change of an account. */
export type AccountChange =
  /** `name` is the name of a provider. */
  | { readonly kind: 'linked' | 'unlinked'; readonly name: string }
  | { readonly kind: 'passkeyAdded' | 'passkeyDeleted' | 'emailChanged' }

/** The contents of a notification. */
export interface NotificationContents {
  /** The host of the application. */
  readonly host: string
  /** The URL of the account page. */
  readonly url: string
  readonly change: AccountChange
  /** The time of the change, formatted for the user. */
  readonly time: string
  /** The names of the browser and its operating system, if known. */
  readonly browser?: string | undefined
}

const describe = ({ notification }: Pick<Messages, 'notification'>, change: AccountChange): string =>
  change.kind === 'linked' || change.kind === 'unlinked'
    ? notification[change.kind](change.name)
    : notification[change.kind]

/**
 * Render the e-mail that notifies a user of a change of the account and says what to do if the user did not make it. The plain
 * text and the HTML say the same.
 *
 * @example
 * renderNotification({ host, url, change: { kind: 'passkeyAdded' }, time: 'January 1, 2030 at 12:00 PM UTC' }, english, {})
 */
export const renderNotification = (
  { host, url, change, time, browser }: NotificationContents,
  messages: Pick<Messages, 'lang' | 'dir' | 'notification'>,
  theme: Theme,
): MailMessage => {
  const { notification, lang, dir } = messages
  const sentence = describe(messages, change)
  const facts = [notification.when(time), ...(browser === undefined ? [] : [notification.where(browser)])]
  const subject = notification.subject(host)
  const parts = [subject, sentence, facts.join('\n'), notification.warning, `${notification.openLink}\n${url}`]
  const html = renderMessageHtml({
    lang,
    dir,
    title: subject,
    heading: notification.subject,
    host,
    above: [sentence, ...facts],
    ...defined({ url, button: notification.button }),
    below: [notification.warning],
    theme,
  })
  return { subject, text: `${parts.join('\n\n')}\n`, html }
}
