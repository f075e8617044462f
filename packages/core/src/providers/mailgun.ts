import { basic, mailService, type MailEntry, type Region } from './mail/service.ts'

const toForm = (fields: Readonly<Record<string, string>>): FormData => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return form
}

/**
 * Sends e-mail with Mailgun. Key: `apiKey` or `AUTH_MAILGUN_KEY`. Set `region: 'EU'` for domains in the EU, and
 * `domain` if the sending domain is not the domain of `from`. Source: documentation.mailgun.com, `POST
 * /v3/{domain}/messages` (read 2026-11-21).
 * @example
 * // with AUTH_MAILGUN_KEY set
 * import Mailgun from '@authwright/core/providers/mailgun'
 * const config = { providers: [Mailgun] }
 */
export const Mailgun: MailEntry<{ region?: Region; domain?: string }> = mailService({
  id: 'mailgun',
  name: 'Mailgun',
  hosts: { us: 'api.mailgun.net', eu: 'api.eu.mailgun.net' },
  build: ({ key, from, to, subject, html, text, host, option }) => {
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
