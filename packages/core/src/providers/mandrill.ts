import { firstOf, mailService, type MailEntry } from './mail/service.ts'

const ACCEPTED: readonly unknown[] = ['sent', 'queued', 'scheduled']

/**
 * Sends e-mail with Mailchimp Transactional, formerly Mandrill. Key: `apiKey` or `AUTH_MANDRILL_KEY`. The key is sent
 * in the body. For a message that it does not deliver, Mandrill returns status 200. Source: the requests that
 * django-anymail and other clients make to `messages/send` (read 2026-11-21).
 * @example
 * // with AUTH_MANDRILL_KEY set
 * import Mandrill from '@authwright/core/providers/mandrill'
 * const config = { providers: [Mandrill] }
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
        // Click tracking would send the sign-in link through another server.
        track_clicks: false,
        track_opens: false,
      },
    },
  }),
  findRefusal: (response) => {
    const { status, reject_reason: reason } = firstOf(response) ?? {}
    return ACCEPTED.includes(status) ? undefined : `${String(status)}: ${String(reason)}`
  },
})

export default Mandrill
