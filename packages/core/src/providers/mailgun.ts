import { basic, mailService, type MailEntry } from './mail/service.ts'

const HOSTS: Readonly<Record<string, string>> = { eu: 'api.eu.mailgun.net' }

const toForm = (fields: Readonly<Record<string, string>>): FormData => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return form
}

/**
 * Sends e-mail with Mailgun. Key: `apiKey` or `AUTH_MAILGUN_KEY`. Set `region: 'eu'` for domains in the EU, and
 * `domain` if the sending domain is not the domain of `from`. Source: documentation.mailgun.com, `POST
 * /v3/{domain}/messages` (read 2026-11-21).
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
      // Click tracking would send the sign-in link through another server.
      body: toForm({ from: from.written, to, subject, html, text, 'o:tracking': 'no' }),
    }
  },
})

export default Mailgun
