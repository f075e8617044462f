import { isObject } from '../base/json.ts'
import { addressOf, mailService, type MailEntry, type Region } from './mail/service.ts'

/**
 * Sends e-mail with SparkPost. Key: `apiKey` or `AUTH_SPARKPOST_KEY`. Set `region: 'EU'` for accounts in the EU. For a
 * rejected recipient SparkPost returns status 200. Source: developers.sparkpost.com/api/transmissions (its repository,
 * read 2026-11-21).
 * @example
 * // with AUTH_SPARKPOST_KEY set
 * import SparkPost from '@authwright/core/providers/sparkpost'
 * const config = { providers: [SparkPost] }
 */
export const SparkPost: MailEntry<{ region?: Region }> = mailService({
  id: 'sparkpost',
  name: 'SparkPost',
  hosts: { us: 'api.sparkpost.com', eu: 'api.eu.sparkpost.com' },
  build: ({ key, from, to, subject, html, text, host }) => ({
    url: `https://${host}/api/v1/transmissions`,
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
