import { addressOf, bearer, mailService, type MailEntry } from './mail/service.ts'

/**
 * Sends e-mail with Twilio SendGrid. Key: `apiKey` or `AUTH_SENDGRID_KEY`. The order of the content types is fixed.
 * Source: twilio.com/docs/sendgrid, personalizations of `POST /v3/mail/send` (read 2026-11-21).
 * @example
 * // with AUTH_SENDGRID_KEY set
 * import SendGrid from '@authwright/core/providers/sendgrid'
 * const config = { providers: [SendGrid] }
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
      // Click tracking would send the sign-in link through another server.
      tracking_settings: { click_tracking: { enable: false, enable_text: false }, open_tracking: { enable: false } },
    },
  }),
})

export default SendGrid
