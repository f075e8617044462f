import type { MailMessage } from '../types/mail.ts'
import type { Theme } from '../types/options.ts'
import type { Words } from '../types/words.ts'
import { buttonColours } from './button-colours.ts'
import { renderMessageHtml } from './message-html.ts'
import { renderMessage } from './message.ts'
import type { Contents } from './message.ts'

type MailWords = Pick<Words, 'lang' | 'dir' | 'mail'>

/** The mail to a new address of an account: it brings a link, a code or both. */
export const renderChange = (contents: Contents, words: MailWords, theme: Theme): MailMessage => {
  const { change } = words.mail
  return renderMessage(contents, { ...words, mail: { ...words.mail, ...change, codeSubject: change.subject } }, theme)
}

/** The mail to an address that belongs to an account already, when somebody wanted it for another one. */
export const renderTaken = (host: string, { lang, dir, mail }: MailWords, theme: Theme): MailMessage => {
  const { subject, heading, ignore } = mail.taken
  const title = subject(host)
  const html = renderMessageHtml({ lang, dir, title, heading, host, below: [ignore], ...buttonColours(theme) })
  return { subject: title, text: `${heading(host)}\n\n${ignore}\n`, html }
}
