import { addressOf, bearer, mailService, type MailEntry } from './mail/service.ts'

/**
 * Sends e-mail with Mailtrap's sending service. Key: `apiKey` or `AUTH_MAILTRAP_KEY`. Source:
 * github.com/railsware/mailtrap-nodejs, `POST /api/send` (read 2026-11-21).
 * @example
 * // with AUTH_MAILTRAP_KEY set
 * import Mailtrap from '@authwright/core/providers/mailtrap'
 * const config = { providers: [Mailtrap] }
 */
export const Mailtrap: MailEntry = mailService({
  id: 'mailtrap',
  name: 'Mailtrap',
  build: ({ key, from, to, subject, html, text }) => ({
    url: 'https://send.api.mailtrap.io/api/send',
    headers: bearer(key),
    body: { from: addressOf(from), to: [{ email: to }], subject, html, text },
  }),
})

export default Mailtrap
