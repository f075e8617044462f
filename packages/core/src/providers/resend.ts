import { bearer, mailService, type MailEntry } from './mail/service.ts'

/**
 * Sends e-mail with Resend. Key: `apiKey` or `AUTH_RESEND_KEY`. Click tracking is a setting of the sending domain at
 * Resend: turn it off. Source: github.com/resend/resend-node and the parameters of `POST /emails` (read 2026-11-21).
 * @example
 * // with AUTH_RESEND_KEY set
 * import Resend from '@authwright/core/providers/resend'
 * const config = { providers: [Resend] }
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
