import { basic, mailService } from './mail/service.ts'
import type { MailEntry } from './mail/service.ts'

/**
 * Mails by Forward Email. Key: `apiKey` or `AUTH_FORWARDEMAIL_KEY`. Source: forwardemail.net/email-api, `POST /v1/emails`
 * (its repository, read 2026-11-21). The key is the user name, and there is no password.
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
