import { mailService } from './mail/service.ts'
import type { MailEntry } from './mail/service.ts'

/**
 * Mails by Postmark. Key: a server token in `apiKey` or `AUTH_POSTMARK_KEY`; `messageStream` is another stream than
 * `outbound`. Source: postmarkapp.com/developer/user-guide/send-email-with-api (read 2026-11-21).
 */
export const Postmark: MailEntry<{ messageStream?: string }> = mailService({
  id: 'postmark',
  name: 'Postmark',
  build: ({ key, from, to, subject, html, text, option }) => ({
    url: 'https://api.postmarkapp.com/email',
    headers: { 'x-postmark-server-token': key },
    body: {
      From: from.written,
      To: to,
      Subject: subject,
      TextBody: text,
      HtmlBody: html,
      MessageStream: option('messageStream') ?? 'outbound',
      // A link that signs somebody in is not led through anybody's counter.
      TrackLinks: 'None',
      TrackOpens: false,
    },
  }),
})

export default Postmark
