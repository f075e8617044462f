import { isObject } from '../base/json.ts'
import { addressOf, mailService, type MailEntry } from './mail/service.ts'

const HOSTS: Readonly<Record<string, string>> = { eu: 'api.eu.sparkpost.com' }

/**
 * Sends e-mail with SparkPost. Key: `apiKey` or `AUTH_SPARKPOST_KEY`. Set `region: 'eu'` for accounts in the EU. For a
 * rejected recipient SparkPost returns status 200. Source: developers.sparkpost.com/api/transmissions (its repository,
 * read 2026-11-21).
 */
export const SparkPost: MailEntry<{ region?: 'us' | 'eu' }> = mailService({
  id: 'sparkpost',
  name: 'SparkPost',
  build: ({ key, from, to, subject, html, text, option }) => ({
    url: `https://${HOSTS[option('region') ?? 'us'] ?? 'api.sparkpost.com'}/api/v1/transmissions`,
    headers: { authorization: key },
    body: {
      recipients: [{ address: { email: to } }],
      content: { from: addressOf(from), subject, html, text },
      // Click tracking would send the sign-in link through another server.
      options: { transactional: true, click_tracking: false, open_tracking: false },
    },
  }),
  findRefusal: (response) => {
    const results = isObject(response) ? response['results'] : undefined
    const rejected = isObject(results) ? results['total_rejected_recipients'] : undefined
    return typeof rejected === 'number' && rejected > 0 ? 'the recipient was rejected' : undefined
  },
})

export default SparkPost
