import { basic, mailService, type MailEntry } from './mail/service.ts'

/**
 * Sends e-mail with Forward Email. Key: `apiKey` or `AUTH_FORWARDEMAIL_KEY`. The key is the user name of HTTP Basic,
 * with an empty password. Source: forwardemail.net/email-api, `POST /v1/emails` (its repository, read 2026-11-21).
 * @example
 * // with AUTH_FORWARDEMAIL_KEY set
 * import ForwardEmail from '@authwright/core/providers/forwardemail'
 * const config = { providers: [ForwardEmail] }
 */
export const ForwardEmail: MailEntry = mailService({
  id: 'forwardemail',
  name: 'Forward Email',
  build: ({ key, from, to, subject, html, text }) => ({
    url: 'https://api.forwardemail.net/v1/emails',
    headers: basic(`${key}:`),
    body: { from: from.written, to, subject, html, text },
  }),
})

export default ForwardEmail
