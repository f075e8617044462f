import { basic, mailService } from './mail/service.ts'
import type { MailEntry } from './mail/service.ts'

const HOSTS: Readonly<Record<string, string>> = { eu: 'api.eu.mailgun.net' }

const toForm = (fields: Readonly<Record<string, string>>): FormData => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return form
}

/**
 * Mails by Mailgun. Key: `apiKey` or `AUTH_MAILGUN_KEY`; `region: 'eu'` for domains that live there; `domain` when the one
 * that sends is not that of `from`. Source: documentation.mailgun.com, `POST /v3/{domain}/messages` (read 2026-11-21).
 */
export const Mailgun: MailEntry<{ region?: 'us' | 'eu'; domain?: string }> = mailService({
  id: 'mailgun',
  name: 'Mailgun',
  build: ({ key, from, to, subject, html, text, option }) => {
    const host = HOSTS[option('region') ?? 'us'] ?? 'api.mailgun.net'
    const domain = option('domain') ?? from.email.slice(from.email.indexOf('@') + 1)
    return {
      url: `https://${host}/v3/${encodeURIComponent(domain)}/messages`,
      headers: basic(`api:${key}`),
      // A link that signs somebody in is not led through anybody's counter.
      body: toForm({ from: from.written, to, subject, html, text, 'o:tracking': 'no' }),
    }
  },
})

export default Mailgun
