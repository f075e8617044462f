import type { MailMessage } from '../../types/providers.ts'
import type { Theme } from '../../types/config-options.ts'
import type { Messages } from '../../types/messages.ts'
import { renderMail } from './render-mail.ts'
import type { MailLocale } from './render-mail.ts'

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

/**
 * Render the e-mail that notifies a user of a change of the account and says what to do if the user did not make it.
 *
 * @example
 * renderNotification({ host, url, change: { kind: 'passkeyAdded' }, time: 'January 1, 2030 at 12:00 PM UTC' }, english, {})
 */
export const renderNotification = (
  { host, url, change, time, browser }: NotificationContents,
  messages: MailLocale & Pick<Messages, 'notification'>,
  theme: Theme,
): MailMessage => {
  const { notification } = messages
  const sentence =
    change.kind === 'linked' || change.kind === 'unlinked'
      ? notification[change.kind](change.name)
      : notification[change.kind]
  const when = notification.when(time)
  const contents = {
    subject: notification.subject(host),
    heading: notification.subject,
    host,
    above: [sentence, browser === undefined ? when : `${when}\n${notification.where(browser)}`],
    link: { url, button: notification.button, label: notification.openLink },
    below: [notification.warning],
  }
  return renderMail(contents, messages, theme)
}
