import { isObject } from '../base/json.ts'
import { basic, firstOf, mailService, type MailEntry } from './mail/service.ts'

/**
 * Sends e-mail with Mailjet. Key: the API key and the secret key, separated by a colon, in `apiKey` or
 * `AUTH_MAILJET_KEY`. Each message in the response has its own status. Source: dev.mailjet.com, Send API v3.1 (read
 * 2026-11-21).
 * @example
 * // with AUTH_MAILJET_KEY set
 * import Mailjet from '@authwright/core/providers/mailjet'
 * const config = { providers: [Mailjet] }
 */
export const Mailjet: MailEntry = mailService({
  id: 'mailjet',
  name: 'Mailjet',
  build: ({ key, from, to, subject, html, text }) => ({
    url: 'https://api.mailjet.com/v3.1/send',
    headers: basic(key),
    body: {
      Messages: [
        {
          From: { Email: from.email, ...(from.name === undefined ? {} : { Name: from.name }) },
          To: [{ Email: to }],
          Subject: subject,
          TextPart: text,
          HTMLPart: html,
          // Click tracking would send the sign-in link through another server.
          TrackClicks: 'disabled',
          TrackOpens: 'disabled',
        },
      ],
    },
  }),
  findRefusal: (response) => {
    const message = firstOf(isObject(response) ? response['Messages'] : undefined)
    return message?.['Status'] === 'error' ? JSON.stringify(message['Errors']) : undefined
  },
})

export default Mailjet
