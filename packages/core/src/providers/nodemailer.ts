import { isObject } from '../base/json.ts'
import { causeOf } from '../errors/auth-error.ts'
import { EmailSignInError, InvalidConfig } from '../errors/error-classes.ts'
import type { EmailConfig, EmailUserConfig, NotificationParams } from '../types/providers.ts'

/**
 * The Nodemailer entry.
 * @example const sends = ({ server }: NodemailerConfig) => server !== undefined
 */
export type NodemailerConfig = EmailConfig
/**
 * Options of the Nodemailer entry.
 * @example const options: NodemailerUserConfig = { server: 'smtp://user:password@smtp.example.com:587', from: 'login@example.com' }
 */
export type NodemailerUserConfig = EmailUserConfig

const SHAPE = 'smtp://user:password@smtp.example.com:587'

const TIMEOUTS = ['connectionTimeout', 'greetingTimeout', 'socketTimeout']

/**
 * Add timeouts that the developer did not set. Nodemailer's defaults are minutes, and the user waits for the response.
 */
const withTimeouts = <Server>(server: Server, timeout: number): Server | string | Readonly<Record<string, unknown>> => {
  if (typeof server === 'string') {
    const missing = TIMEOUTS.filter((name) => !server.includes(`${name}=`)).map((name) => `${name}=${timeout}`)
    return missing.length === 0 ? server : `${server}${server.includes('?') ? '&' : '?'}${missing.join('&')}`
  }
  // Only for options: a transport object is used unchanged.
  return isObject(server) && typeof server['send'] !== 'function'
    ? { ...Object.fromEntries(TIMEOUTS.map((name) => [name, timeout])), ...server }
    : server
}

/** A host without scheme, login and characters of a key. All other texts may be secret. */
const PLAIN_HOST = /^(?:localhost|[a-z\d-]+(?:\.[a-z\d-]+)+)(?::\d{1,5})?$/

const describeServer = (server: unknown): string => {
  if (typeof server !== 'string') return String(server)
  return PLAIN_HOST.test(server) ? `"${server}"` : `a string of ${server.length} characters without smtp://`
}

/** For a server that is missing, often because the variable is in a file that the development server does not read. */
const setVariable = (provider: string): string =>
  [
    `Set SMTP_URL=${SHAPE}, and pass it to provider "${provider}" as the option server.`,
    'If .env sets it: Vite does not add .env to process.env, so import the variable, in SvelteKit 3 from $app/env/private,',
    'in SvelteKit 2 as env.SMTP_URL from $env/dynamic/private (docs/guides/databases.md#variables).',
    'Or start the application with: npx @authwright/cli dev -- npm run dev',
  ].join(' ')

/** What to write in place of a text that is no address. */
const changeServer = (provider: string, server: unknown): string => {
  const shape = typeof server === 'string' && PLAIN_HOST.test(server) ? `smtp://user:password@${server}` : SHAPE
  return `Change the option server of provider "${provider}", or the variable that it reads, such as SMTP_URL, to ${shape}`
}

/** Throws `InvalidConfig` for a text that Nodemailer would not read as an address: it would connect to this machine. */
const requireServer = <Server>(provider: string, server: Server): NonNullable<Server> => {
  const isUsable = typeof server !== 'string' || /^(?:smtps?|direct):/i.test(server)
  if (server !== undefined && server !== null && isUsable) return server
  const found = describeServer(server)
  const isMissing = server === undefined || server === null
  const fix = isMissing ? setVariable(provider) : changeServer(provider, server)
  const expected = 'has to be an SMTP URL or the options of a transport'
  const message = `The option server of provider "${provider}" ${expected}, but is ${found}`
  throw new InvalidConfig(message, { provider, option: 'server', fix })
}

/** Loaded on the first message, so that an application without e-mail does not load it. */
const loadNodemailer = async () => {
  try {
    return await import('nodemailer')
  } catch (error) {
    throw new InvalidConfig('The package nodemailer could not be loaded', {
      fix: 'Run: npm install nodemailer',
      ...causeOf(error),
    })
  }
}

const send = async ({
  identifier,
  url,
  provider,
  message,
}: Omit<NotificationParams, 'theme' | 'fetch'>): Promise<void> => {
  const { server, timeout = 10_000, from = `no-reply@${new URL(url).hostname}` } = provider
  const usable = requireServer(provider.id, server)
  const { createTransport } = await loadNodemailer()
  // An object, so that nodemailer does not parse the address again and read it differently.
  const to = { name: '', address: identifier }
  const result = await createTransport(withTimeouts(usable, timeout)).sendMail({ to, from, ...message })
  const failed = [...(result.rejected ?? []), ...(result.pending ?? [])]
  if (failed.length > 0) throw new EmailSignInError('The mail server rejected the address', { provider: provider.id })
}

/**
 * Sends a sign-in link or code by SMTP with the package `nodemailer`, which the application installs. `server` is a URL
 * such as `smtp://user:password@smtp.example.com:587`, or the options of a transport (nodemailer.com/smtp, read
 * 2026-11-21). `from` defaults to `no-reply` at the application's host.
 * @example
 * import Nodemailer from '@authwright/core/providers/nodemailer'
 * const config = { providers: [Nodemailer({ server: 'smtp://user:password@smtp.example.com:587' })] }
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
