import { EmailSignInError, InvalidConfig } from '../errors/classes.ts'
import type { EmailConfig, EmailUserConfig, VerificationRequestParams } from '../types/providers.ts'

const send = async ({ identifier, url, provider, message }: VerificationRequestParams): Promise<void> => {
  const { server, from = `no-reply@${new URL(url).hostname}` } = provider
  if (server === undefined || server === null || server === '') {
    throw new InvalidConfig('Nodemailer needs server: an SMTP address, or the options of a transport', {
      provider: provider.id,
    })
  }
  // Nobody who sends no mail loads a mail library.
  const { createTransport } = await import('nodemailer')
  // An object, so that nobody parses the address once more and reads it differently.
  const to = { name: '', address: identifier }
  const result = await createTransport(server).sendMail({ to, from, ...message })
  const failed = [...(result.rejected ?? []), ...(result.pending ?? [])]
  if (failed.length > 0)
    throw new EmailSignInError('The mail server did not take the address', { provider: provider.id })
}

/**
 * A sign-in link or code by SMTP, sent with the package `nodemailer`, which the application installs. `server` is an
 * address such as `smtp://user:password@smtp.example.com:587` or the options of a transport: nodemailer.com/smtp (read
 * 2026-11-21). Without `from` the mail comes from `no-reply` at the application's host.
 */
export const Nodemailer = (options: EmailUserConfig = {}): EmailConfig => ({
  id: 'nodemailer',
  name: 'Nodemailer',
  type: 'email',
  sendVerificationRequest: send,
  options,
})

export default Nodemailer
