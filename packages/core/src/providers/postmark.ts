import { mailService, type MailEntry } from './mail/service.ts'

/**
 * Sends e-mail with Postmark. Key: a server token in `apiKey` or `AUTH_POSTMARK_KEY`. `messageStream` selects a stream
 * other than `outbound`. Source: postmarkapp.com/developer/user-guide/send-email-with-api (read 2026-11-21).
 * @example
 * // with AUTH_POSTMARK_KEY set
 * import Postmark from '@authwright/core/providers/postmark'
 * const config = { providers: [Postmark] }
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
      // Click tracking would send the sign-in link through another server.
      TrackLinks: 'None',
      TrackOpens: false,
    },
  }),
})

export default Postmark
