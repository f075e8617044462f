import { firstOf, mailService } from './mail/service.ts'
import type { MailEntry } from './mail/service.ts'

const TAKEN: readonly unknown[] = ['sent', 'queued', 'scheduled']

/**
 * Mails by Mailchimp Transactional, formerly Mandrill. Key: `apiKey` or `AUTH_MANDRILL_KEY`; it travels in the body. Source:
 * the requests that django-anymail and other clients make to `messages/send` (read 2026-11-21). A mail that it will not
 * deliver is answered with status 200.
 */
export const Mandrill: MailEntry = mailService({
  id: 'mandrill',
  name: 'Mailchimp Transactional',
  build: ({ key, from, to, subject, html, text }) => ({
    url: 'https://mandrillapp.com/api/1.0/messages/send.json',
    headers: {},
    body: {
      key,
      message: {
        from_email: from.email,
        ...(from.name === undefined ? {} : { from_name: from.name }),
        to: [{ email: to, type: 'to' }],
        subject,
        html,
        text,
        // A link that signs somebody in is not led through anybody's counter.
        track_clicks: false,
        track_opens: false,
      },
    },
  }),
  findRefusal: (response) => {
    const { status, reject_reason: reason } = firstOf(response) ?? {}
    return TAKEN.includes(status) ? undefined : `${String(status)}: ${String(reason)}`
  },
})

export default Mandrill
