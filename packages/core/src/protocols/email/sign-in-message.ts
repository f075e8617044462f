import type { MailMessage } from '../../types/mail.ts'
import type { Theme } from '../../types/config-options.ts'
import type { Messages } from '../../types/messages.ts'
import { buttonColors } from './button-colors.ts'
import { renderMessageHtml } from './message-html.ts'

/** What a mail brings. */
export interface Contents {
  /** The application's host, which the mail names. */
  readonly host: string
  /** Left out when the mail brings a code alone. */
  readonly url?: string
  /** As it is shown. Left out when the mail brings a link alone. */
  readonly code?: string
  /** How long the code works, or the link where there is no code, written out: "15 minutes". */
  readonly within: string
}

/**
 * The mail that brings a sign-in link, a code or both: subject, plain text and HTML that say the same.
 *
 * @example
 * renderMessage({ host: 'app.example.com', code: 'BCDF-GHJK', within: '15 minutes' }, english, {}).subject // 'Your code for app.example.com'
 */
export const renderMessage = (
  contents: Contents,
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
    ...buttonColors(theme),
  })
  return { subject, text: `${parts.filter((part) => part !== undefined).join('\n\n')}\n`, html }
}
