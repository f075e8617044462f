import { bearer, mailService } from './mail/service.ts'
import type { MailEntry } from './mail/service.ts'

/**
 * Mails by Resend. Key: `apiKey` or `AUTH_RESEND_KEY`. Source: github.com/resend/resend-node and the parameters of
 * `POST /emails` (read 2026-11-21). Click tracking is a setting of the domain there: leave it off for this one.
 */
export const Resend: MailEntry = mailService({
  id: 'resend',
  name: 'Resend',
  build: ({ key, from, to, subject, html, text }) => ({
    url: 'https://api.resend.com/emails',
    headers: bearer(key),
    body: { from: from.written, to: [to], subject, html, text },
  }),
})

export default Resend
