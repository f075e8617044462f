import { createServer, type AddressInfo, type Socket } from 'node:net'
import { linksOf, startMailbox, type Mailbox } from '@authwright/testing/mailbox'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { AuthConfig, EmailConfig } from '../../src/index.ts'
import Email from '../../src/providers/email.ts'
import Nodemailer from '../../src/providers/nodemailer.ts'
import { location, ORIGIN } from '@authwright/test-kit/auth-setup'
import { ANN, setUpEmail, type EmailSetup } from '@authwright/test-kit/email/email-setup'

let mailbox: Mailbox
beforeAll(async () => void (mailbox = await startMailbox()))
beforeEach(() => mailbox.clear())
afterAll(() => mailbox.close())

const setUp = (options: Partial<EmailConfig> = {}, config: Partial<AuthConfig> = {}): EmailSetup =>
  setUpEmail(
    {},
    { config: { providers: [Nodemailer({ server: mailbox.smtpUrl, limits: { sends: 1e9 }, ...options })], ...config } },
  )

const askFor = (
  setup: EmailSetup,
  fields: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<Response> => setup.browser().post('/auth/signin/nodemailer', fields, { origin: ORIGIN, ...headers })

describe('an e-mail over SMTP', () => {
  test('signs in by its link', async () => {
    const setup = setUp()
    const browser = setup.browser()
    await browser.post('/auth/signin/nodemailer', { email: ' Ann@Example.org', callbackUrl: '/members' })
    const mail = await mailbox.next(ANN)
    expect(mail).toMatchObject({ to: [ANN], from: 'no-reply@app.example.com', subject: 'Sign in to app.example.com' })
    const links = linksOf(mail)
    expect(links).toHaveLength(1)
    expect(location(await browser.get(links[0] ?? ''))).toBe(`${ORIGIN}/members`)
    expect(await browser.session()).toMatchObject({ user: { email: ANN } })
  })

  test('signs in by its code in the text and in the HTML', async () => {
    for (const part of ['text', 'html'] as const) {
      const setup = setUp({ mode: 'both' })
      const browser = setup.browser()
      await browser.post('/auth/signin/nodemailer', { email: ANN })
      const mail = await mailbox.next(ANN)
      const [code = ''] = /(?<=^|>)[A-Z]{4}-[A-Z]{4}(?=$|<)/m.exec(mail[part]) ?? []
      await browser.post('/auth/callback/nodemailer', { code })
      expect(await browser.session()).not.toBeNull()
    }
  })

  test('is the same with the former name of the provider entry', async () => {
    const setup = setUpEmail({}, { config: { providers: [Email({ server: mailbox.smtpUrl })] } })
    const browser = setup.browser()
    await browser.post('/auth/signin/email', { email: ANN })
    await browser.get(linksOf(await mailbox.next(ANN))[0] ?? '')
    expect(await browser.session()).not.toBeNull()
  })

  test.each([
    [{ 'accept-language': 'de-CH, de;q=0.9, en;q=0.5' }, 'de'],
    [{ 'accept-language': 'ar' }, 'ar'],
    [{ 'accept-language': 'ja' }, 'ja'],
    [{ 'accept-language': 'tlh' }, 'en'],
    [{ 'accept-language': 'de', cookie: '__Host-authwright.locale=fr' }, 'fr'],
  ])('has the language of the request: %j', async (headers, lang) => {
    await askFor(setUp(), { email: ANN }, headers as Record<string, string>)
    const mail = await mailbox.next(ANN)
    expect(mail.html).toContain(`<html lang="${lang}"`)
    expect(mail.subject).toContain('app.example.com')
  })

  test('is not sent if the token cannot be stored, and leaves no token if it cannot be sent', async () => {
    const setup = setUpEmail(
      {},
      {
        config: { providers: [Nodemailer({ server: mailbox.smtpUrl })] },
        adapter: { createVerificationToken: () => Promise.reject(new Error('connection lost')) },
      },
    )
    expect(location(await askFor(setup, { email: ANN }))).toContain('error=Configuration')
    expect(mailbox.list()).toEqual([])
    const down = setUp({ server: 'smtp://127.0.0.1:1' })
    expect(location(await askFor(down, { email: ANN }))).toBe(`${ORIGIN}/auth/signin?error=EmailSignInError`)
    expect(down.adapter.state().tokens.size).toBe(0)
    expect(down.errors[0]).toMatchObject({ type: 'EmailSignInError', cause: { provider: 'nodemailer' } })
  })
})

const HOSTILE = [
  'a@evil.test,v@app.test',
  'a@evil.test;v@app.test',
  'a@evil.test v@app.test',
  'Ann <a@evil.test>, v@app.test',
  'a@evil.test%2cv@app.test',
  '"a@evil.test"@app.test',
  '"a@evil.test x"@app.test',
  'a@evil.test@app.test',
  '<a@evil.test>@app.test',
  'a@[192.0.2.1]',
  '(c)a@app.test',
  '@evil.test:a@app.test',
  'a\uff20evil.test@app.test',
  'a@evil.test\ufe6bapp.test',
  'a@evil.test\uff0cv@app.test',
  'a@evil\u3002test',
  'a\u200b@app.test',
  'a\u202e@app.test',
  'a@app.test\r\nBcc: v@app.test',
  'a@app.test\nSubject: x',
  'a@app.test%0d%0aBcc: v@app.test',
  'a@app.test\u2028Bcc: v@app.test',
  'a@app.test\u0000v@app.test',
  'a@app.test\n',
  'x@app.test, <a href=//evil.test>',
  '',
]

describe('a mail server that does not respond', () => {
  test.each([
    ['by URL', (port: number): unknown => `smtp://127.0.0.1:${port}`],
    ['by URL with parameters', (port: number): unknown => `smtp://127.0.0.1:${port}?name=app.example.com`],
    ['by options', (port: number): unknown => ({ host: '127.0.0.1', port })],
  ])('fails by the timeout, and leaves no token: %s', async (_how, address) => {
    const sockets = new Set<Socket>()
    const silent = createServer((socket) => void sockets.add(socket))
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
    const { port } = silent.address() as AddressInfo
    const setup = setUp({ server: address(port), timeout: 100 })
    const started = performance.now()
    expect(location(await askFor(setup, { email: ANN }))).toBe(`${ORIGIN}/auth/signin?error=EmailSignInError`)
    // The default timeouts of nodemailer are 30 seconds and longer.
    expect(performance.now() - started).toBeLessThan(20_000)
    expect(setup.adapter.state().tokens.size).toBe(0)
    for (const socket of sockets) socket.destroy()
    await new Promise<void>((resolve) => silent.close(() => resolve()))
  })
})

/** A mail server that accepts all commands up to one, and sends a given reply to that one. */
const startServer = async (command: string, response: string | null) => {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => undefined))
    socket.write('220 mail.test\r\n')
    socket.on('data', (data) => {
      const said = data.toString()
      if (!said.toUpperCase().startsWith(command))
        return void socket.write(said === 'DATA\r\n' ? '354 go on\r\n' : '250 OK\r\n')
      if (response === null) return void socket.resetAndDestroy()
      return void socket.write(`${response}\r\n`)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const close = async (): Promise<void> => {
    for (const socket of sockets) socket.destroy()
    await new Promise<void>((resolve) => server.close(() => resolve()))
  }
  return { url: `smtp://127.0.0.1:${port}`, close }
}

describe('a mail server that refuses', () => {
  test.each([
    ['the sender temporarily', 'MAIL', '451 4.7.1 try again later'],
    ['the recipient permanently', 'RCPT', '550 5.1.1 no such mailbox'],
    ['the e-mail after its data', 'FROM:', '554 5.7.1 not this one'],
    ['by closing the connection after the data', 'FROM:', null],
    ['by closing the connection before the data', 'RCPT', null],
  ])('%s shows an error and leaves no token', async (_how, command, response) => {
    const server = await startServer(command, response)
    const setup = setUp({ server: server.url, timeout: 2000 })
    expect(location(await askFor(setup, { email: ANN }))).toBe(`${ORIGIN}/auth/signin?error=EmailSignInError`)
    expect(setup.adapter.state().tokens.size).toBe(0)
    expect(setup.errors).toMatchObject([{ type: 'EmailSignInError', cause: { provider: 'nodemailer' } }])
    await server.close()
  })
})

describe('a text that is not one address', () => {
  test('gets no e-mail, and nothing is stored', async () => {
    const setup = setUp({ mode: 'both' })
    for (const email of HOSTILE)
      expect(location(await askFor(setup, { email }))).toBe(`${ORIGIN}/auth/signin?error=InvalidEmail`)
    expect(mailbox.list()).toEqual([])
    expect([setup.adapter.state().tokens.size, setup.adapter.state().users.size]).toEqual([0, 0])
  })

  test.each([
    ['an array', '{"email":["a@app.test","b@app.test"]}'],
    ['an object', '{"email":{"address":"a@app.test"}}'],
    ['a number', '{"email":7}'],
    ['nothing', '{}'],
  ])('gets no e-mail if it is %s', async (_what, body) => {
    const setup = setUp()
    const headers = { origin: ORIGIN, 'content-type': 'application/json' }
    await setup.auth.handle(new Request(`${ORIGIN}/auth/signin/nodemailer`, { method: 'POST', headers, body }))
    expect(mailbox.list()).toEqual([])
  })

  test('gets no e-mail if the field is repeated', async () => {
    const headers = { origin: ORIGIN, 'content-type': 'application/x-www-form-urlencoded' }
    const body = 'email=a%40evil.test&email=v%40app.test'
    await setUp().auth.handle(new Request(`${ORIGIN}/auth/signin/nodemailer`, { method: 'POST', headers, body }))
    expect(mailbox.list()).toEqual([])
  })
})

describe('an accepted address', () => {
  test('is one user in all its spellings', async () => {
    const setup = setUp()
    for (const email of [
      'user@münchen.test',
      'USER@XN--MNCHEN-3YA.TEST',
      'user@mu\u0308nchen.test',
      'ｕｓｅｒ@münchen.test',
    ]) {
      const browser = setup.browser()
      await browser.post('/auth/signin/nodemailer', { email })
      // The server of this test decodes the ASCII form of the domain.
      await browser.get(linksOf(await mailbox.next('user@münchen.test'))[0] ?? '')
      expect(await browser.session()).toMatchObject({ user: { email: 'user@xn--mnchen-3ya.test' } })
    }
    expect(setup.adapter.state().users.size).toBe(1)
  })
})
