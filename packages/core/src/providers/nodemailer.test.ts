import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { describe, expect, test } from 'vitest'
import type { EmailConfig, VerificationRequestParams } from '../types/providers.ts'
import { Nodemailer } from './nodemailer.ts'

const URL_SENT = 'https://app.example.com/auth/callback/nodemailer?token=abc&email=ann%40example.org'

const paramsFor = (more: Partial<EmailConfig>): VerificationRequestParams => ({
  identifier: 'ann@example.org',
  url: URL_SENT,
  expires: new Date(0),
  provider: { ...Nodemailer(), ...more },
  token: 'abc',
  theme: {},
  request: new Request('https://app.example.com/auth/signin/nodemailer', { method: 'POST' }),
  message: { subject: 'Sign in to app.example.com', text: URL_SENT, html: `<a href="${URL_SENT}">Sign in</a>` },
  fetch,
})

const send = (more: Partial<EmailConfig>): Promise<void> => {
  const { sendVerificationRequest } = Nodemailer()
  return Promise.resolve(sendVerificationRequest(paramsFor(more)))
}

/** Run `work` with a mail server. Returns the messages that the server accepted. */
const withServer = async (
  accepts: (address: string) => boolean,
  work: (address: string) => Promise<void>,
): Promise<string[]> => {
  const mails: string[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    logger: false,
    onRcptTo: ({ address }, _session, done) => done(accepts(address) ? null : new Error('550 no such user')),
    onData: (stream, _session, done) => {
      let text = ''
      stream.on('data', (part) => void (text += String(part)))
      stream.on('end', () => {
        mails.push(text)
        done()
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  try {
    await work(`smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`)
  } finally {
    await new Promise<void>((resolve) => server.close(() => resolve()))
  }
  return mails
}

const plain = (mail: string): string => mail.replaceAll('=\r\n', '').replaceAll('=3D', '=')

describe('Nodemailer', () => {
  test('sends the link in text and HTML from the configured address', async () => {
    const [mail = ''] = await withServer(
      () => true,
      (server) => send({ server, from: 'The App <sign-in@example.com>' }),
    )
    expect(mail).toContain('From: The App <sign-in@example.com>')
    expect(mail).toContain('To: ann@example.org')
    expect(mail).toContain('Subject: Sign in to app.example.com')
    expect(plain(mail)).toContain(URL_SENT)
    expect(plain(mail)).toContain(`href="${URL_SENT}"`)
  })

  test('sends from the application’s host by default', async () => {
    const [mail = ''] = await withServer(
      () => true,
      (server) => send({ server }),
    )
    expect(mail).toContain('From: no-reply@app.example.com')
  })

  test('throws when the mail server rejects the address', async () => {
    await withServer(
      () => false,
      async (server) => {
        await expect(send({ server })).rejects.toThrow('no such user')
      },
    )
  })

  test('without a server can be configured, but throws when it sends', async () => {
    expect(Nodemailer().id).toBe('nodemailer')
    for (const server of [undefined, null, '']) {
      await expect(send({ server })).rejects.toMatchObject({ type: 'InvalidConfig' })
    }
  })

  test('keeps the transport options unchanged', async () => {
    const options = { jsonTransport: true }
    const entry = Nodemailer({ server: options })
    expect(entry.options?.server).toBe(options)
    await send({ server: options })
  })
})
