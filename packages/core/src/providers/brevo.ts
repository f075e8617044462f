import { addressOf, mailService, type MailEntry } from './mail/service.ts'

/**
 * Sends e-mail with Brevo, formerly Sendinblue. Key: `apiKey` or `AUTH_BREVO_KEY`. Source:
 * developers.brevo.com/docs/send-a-transactional-email (read 2026-11-21).
 * @example
 * // with AUTH_BREVO_KEY set
 * import Brevo from '@authwright/core/providers/brevo'
 * const config = { providers: [Brevo] }
 */
export const Brevo: MailEntry = mailService({
  id: 'brevo',
  name: 'Brevo',
  build: ({ key, from, to, subject, html, text }) => ({
    url: 'https://api.brevo.com/v3/smtp/email',
    headers: { 'api-key': key },
    body: { sender: addressOf(from), to: [{ email: to }], subject, htmlContent: html, textContent: text },
  }),
})

export default Brevo
