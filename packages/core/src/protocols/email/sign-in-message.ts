import type { MailMessage } from '../../types/providers.ts'
import type { Theme } from '../../types/config-options.ts'
import type { Messages } from '../../types/messages.ts'
import { renderMessageHtml } from './message-html.ts'

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

/**
 * Render the e-mail with a sign-in link, a code or both. The plain text and the HTML say the same.
 *
 * @example
 * const contents = { host: 'app.example.com', code: 'BCDF-GHJK', within: '15 minutes' }
 * renderSignInMessage(contents, english, {}).subject // 'Your code for app.example.com'
 */
export const renderSignInMessage = (
  contents: MessageContents,
  messages: Pick<Messages, 'lang' | 'dir' | 'mail'>,
  theme: Theme,
): MailMessage => {
  const { mail, lang, dir } = messages
  const { host, url, code } = contents
  const expires = mail.expires(contents.within)
  const lead = url === undefined ? mail.code : mail.orCode
  const parts = [
    mail.heading(host),
    url === undefined ? undefined : `${mail.openLink}\n${url}`,
    code === undefined ? undefined : `${lead}\n${code}`,
    expires,
    mail.ignore,
  ]
  const subject = url === undefined ? mail.codeSubject(host) : mail.subject(host)
  const html = renderMessageHtml({
    lang,
    dir,
    title: subject,
    heading: mail.heading,
    host,
    ...(url === undefined ? {} : { url, button: mail.button }),
    ...(code === undefined ? {} : { code, lead }),
    below: [expires, mail.ignore],
    theme,
  })
  return { subject, text: `${parts.filter((part) => part !== undefined).join('\n\n')}\n`, html }
}

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
