import type { MailMessage } from '../../types/providers.ts'
import type { Theme } from '../../types/config-options.ts'
import type { Messages } from '../../types/messages.ts'
import { renderMail } from './render-mail.ts'
import type { MailLocale } from './render-mail.ts'

/** The contents of an e-mail with a link, a code or both. */
export interface MessageContents {
  /** The host of the application. */
  readonly host: string
  /** Absent if the e-mail has only a code. */
  readonly url?: string
  /** The formatted code. Absent if the e-mail has only a link. */
  readonly code?: string
  /** The lifetime of the code, or of the link if there is no code, formatted for the user: "15 minutes". */
  readonly within: string
}

type MailMessages = MailLocale & Pick<Messages, 'mail'>

/**
 * Render the e-mail with a sign-in link, a code or both. The plain text and the HTML say the same.
 *
 * @example
 * const contents = { host: 'app.example.com', code: 'BCDF-GHJK', within: '15 minutes' }
 * renderSignInMessage(contents, english, {}).subject // 'Your code for app.example.com'
 */
export const renderSignInMessage = (
  { host, url, code, within }: MessageContents,
  messages: MailMessages,
  theme: Theme,
): MailMessage => {
  const { mail } = messages
  const contents = {
    subject: url === undefined ? mail.codeSubject(host) : mail.subject(host),
    heading: mail.heading,
    host,
    link: url === undefined ? undefined : { url, button: mail.button, label: mail.openLink },
    code: code === undefined ? undefined : { text: code, label: url === undefined ? mail.code : mail.orCode },
    below: [mail.expires(within), mail.ignore],
  }
  return renderMail(contents, messages, theme)
}

/** Render the e-mail that verifies the new address of an account: with a link, a code or both. */
export const renderChangeMessage = (contents: MessageContents, messages: MailMessages, theme: Theme): MailMessage => {
  const { emailChange: change } = messages.mail
  const mail = { ...messages.mail, ...change, codeSubject: change.subject }
  return renderSignInMessage(contents, { ...messages, mail }, theme)
}

/**
 * Render the e-mail to an address that already belongs to an account, when the user of another account requests it. It has
 * no link.
 */
export const renderAddressInUseMessage = (host: string, messages: MailMessages, theme: Theme): MailMessage => {
  const { subject, heading, ignore } = messages.mail.addressInUse
  return renderMail({ subject: subject(host), heading, host, below: [ignore] }, messages, theme)
}
