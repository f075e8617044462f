import { addressOf, bearer, mailService } from './mail/service.ts'
import type { MailEntry } from './mail/service.ts'

/**
 * Mails by Twilio SendGrid. Key: `apiKey` or `AUTH_SENDGRID_KEY`. Source: twilio.com/docs/sendgrid, personalizations of
 * `POST /v3/mail/send` (read 2026-11-21). Its content types have to come in this order.
 */
export const SendGrid: MailEntry = mailService({
  id: 'sendgrid',
  name: 'SendGrid',
  build: ({ key, from, to, subject, html, text }) => ({
    url: 'https://api.sendgrid.com/v3/mail/send',
    headers: bearer(key),
    body: {
      personalizations: [{ to: [{ email: to }] }],
      from: addressOf(from),
      subject,
      content: [
        { type: 'text/plain', value: text },
        { type: 'text/html', value: html },
      ],
      // A link that signs somebody in is not led through anybody's counter.
      tracking_settings: { click_tracking: { enable: false, enable_text: false }, open_tracking: { enable: false } },
    },
  }),
})

export default SendGrid
