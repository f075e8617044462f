import { isObject } from '../base/json.ts'
import { addressOf, bearer, firstOf, mailService } from './mail/service.ts'
import type { MailEntry } from './mail/service.ts'

/**
 * Mails by MailerSend. Key: `apiKey` or `AUTH_MAILERSEND_KEY`. Source: github.com/mailersend/mailersend-nodejs, and
 * django-anymail for the answer (read 2026-11-21). An address on its list of those that are not written to is answered with
 * status 202 and a warning.
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
      // A link that signs somebody in is not led through anybody's counter.
      settings: { track_clicks: false, track_opens: false },
    },
  }),
  findRefusal: (response) => {
    const type = firstOf(isObject(response) ? response['warnings'] : undefined)?.['type']
    return type === 'ALL_SUPPRESSED' || type === 'SOME_SUPPRESSED' ? type : undefined
  },
})

export default MailerSend
