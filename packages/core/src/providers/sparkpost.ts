import { isObject } from '../base/json.ts'
import { addressOf, mailService } from './mail/service.ts'
import type { MailEntry } from './mail/service.ts'

const HOSTS: Readonly<Record<string, string>> = { eu: 'api.eu.sparkpost.com' }

/**
 * Mails by SparkPost. Key: `apiKey` or `AUTH_SPARKPOST_KEY`; `region: 'eu'` for accounts that live there. Source:
 * developers.sparkpost.com/api/transmissions (its repository, read 2026-11-21). A recipient that it refuses is answered with
 * status 200.
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
      // A link that signs somebody in is not led through anybody's counter.
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
