import { isObject } from '../base/json.ts'
import { addressOf, bearer, firstOf, mailService, type MailEntry } from './mail/service.ts'

/**
 * Sends e-mail with MailerSend. Key: `apiKey` or `AUTH_MAILERSEND_KEY`. For a suppressed address MailerSend returns
 * status 202 and a warning. Source: github.com/mailersend/mailersend-nodejs, and django-anymail for the response (read
 * 2026-11-21).
 * @example
 * // with AUTH_MAILERSEND_KEY set
 * import MailerSend from '@authwright/core/providers/mailersend'
 * const config = { providers: [MailerSend] }
 */
export const MailerSend: MailEntry = mailService({
  id: 'mailersend',
  name: 'MailerSend',
  build: ({ key, from, to, subject, html, text }) => ({
    url: 'https://api.mailersend.com/v1/email',
    headers: bearer(key),
    body: {
      from: addressOf(from),
      to: [{ email: to }],
      subject,
      html,
      text,
      // Click tracking would send the sign-in link through another server.
      settings: { track_clicks: false, track_opens: false },
    },
  }),
  findRefusal: (response) => {
    const type = firstOf(isObject(response) ? response['warnings'] : undefined)?.['type']
    return type === 'ALL_SUPPRESSED' || type === 'SOME_SUPPRESSED' ? type : undefined
  },
})

export default MailerSend
