import { isObject } from '../base/json.ts'
import { EmailSignInError, InvalidConfig } from '../errors/error-classes.ts'
import type { EmailConfig, EmailUserConfig, NotificationParams } from '../types/providers.ts'

const DEADLINES = ['connectionTimeout', 'greetingTimeout', 'socketTimeout']

/** The server with deadlines where its owner set none: its own would be minutes, and a person waits. */
const withDeadlines = <Server>(
  server: Server,
  timeout: number,
): Server | string | Readonly<Record<string, unknown>> => {
  if (typeof server === 'string') {
    const missing = DEADLINES.filter((name) => !server.includes(`${name}=`)).map((name) => `${name}=${timeout}`)
    return missing.length === 0 ? server : `${server}${server.includes('?') ? '&' : '?'}${missing.join('&')}`
  }
  // Options alone: a transport that was made by its owner is left as it is.
  return isObject(server) && typeof server['send'] !== 'function'
    ? { ...Object.fromEntries(DEADLINES.map((name) => [name, timeout])), ...server }
    : server
}

const send = async ({
  identifier,
  url,
  provider,
  message,
}: Omit<NotificationParams, 'theme' | 'fetch'>): Promise<void> => {
  const { server, timeout = 10_000, from = `no-reply@${new URL(url).hostname}` } = provider
  if (server === undefined || server === null || server === '') {
    throw new InvalidConfig('Nodemailer needs server: an SMTP address, or the options of a transport', {
      provider: provider.id,
    })
  }
  // Nobody who sends no mail loads a mail library.
  const { createTransport } = await import('nodemailer')
  // An object, so that nobody parses the address once more and reads it differently.
  const to = { name: '', address: identifier }
  const result = await createTransport(withDeadlines(server, timeout)).sendMail({ to, from, ...message })
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
  // An application that sends the sign-in e-mails itself does not use this server, so notifications cannot either.
  ...(options.sendVerificationRequest === undefined ? { sendNotification: send } : {}),
  options,
})

export default Nodemailer
