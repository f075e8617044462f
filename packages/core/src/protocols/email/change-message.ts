import type { MailMessage } from '../../types/mail.ts'
import type { Theme } from '../../types/config-options.ts'
import type { Messages } from '../../types/messages.ts'
import { buttonColors } from './button-colors.ts'
import { renderMessageHtml } from './message-html.ts'
import { renderMessage } from './sign-in-message.ts'
import type { Contents } from './sign-in-message.ts'

type MailWords = Pick<Messages, 'lang' | 'dir' | 'mail'>

/** The mail to a new address of an account: it brings a link, a code or both. */
export const renderChange = (contents: Contents, messages: MailWords, theme: Theme): MailMessage => {
  const { emailChange: change } = messages.mail
  return renderMessage(
    contents,
    { ...messages, mail: { ...messages.mail, ...change, codeSubject: change.subject } },
    theme,
  )
}

/** The mail to an address that belongs to an account already, when somebody wanted it for another one. */
export const renderTaken = (host: string, { lang, dir, mail }: MailWords, theme: Theme): MailMessage => {
  const { subject, heading, ignore } = mail.addressInUse
  const title = subject(host)
  const html = renderMessageHtml({ lang, dir, title, heading, host, below: [ignore], ...buttonColors(theme) })
  return { subject: title, text: `${heading(host)}\n\n${ignore}\n`, html }
}
