import type { MailMessage } from '../../types/providers.ts'
import type { Theme } from '../../types/config-options.ts'
import type { Messages } from '../../types/messages.ts'
import { renderMessageHtml } from './message-html.ts'
import { renderSignInMessage } from './sign-in-message.ts'
import type { MessageContents } from './sign-in-message.ts'

type MailMessages = Pick<Messages, 'lang' | 'dir' | 'mail'>

/** Render the e-mail that verifies the new address of an account: with a link, a code or both. */
export const renderChangeMessage = (contents: MessageContents, messages: MailMessages, theme: Theme): MailMessage => {
  const { emailChange: change } = messages.mail
  return renderSignInMessage(
    contents,
    { ...messages, mail: { ...messages.mail, ...change, codeSubject: change.subject } },
    theme,
  )
}

/**
 * Render the e-mail to an address that already belongs to an account, when the user of another account requests it. It has
 * no link.
 */
export const renderAddressInUseMessage = (
  host: string,
  { lang, dir, mail }: MailMessages,
  theme: Theme,
): MailMessage => {
  const { subject, heading, ignore } = mail.addressInUse
  const title = subject(host)
  const html = renderMessageHtml({ lang, dir, title, heading, host, below: [ignore], theme })
  return { subject: title, text: `${heading(host)}\n\n${ignore}\n`, html }
}
