import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { linksOf, startMailbox, type Mailbox } from '@authwright/testing/mailbox'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { EmailConfig } from '../../src/index.ts'
import Nodemailer from '../../src/providers/nodemailer.ts'
import { location, ORIGIN, type TestBrowser } from '@authwright/test-kit/auth-setup'
import { ANN, setUpEmail, type EmailSetup } from '@authwright/test-kit/email/email-setup'

let mailbox: Mailbox
beforeAll(async () => void (mailbox = await startMailbox()))
afterAll(() => mailbox.close())

type Handler = (socket: Socket) => void

/** An SMTP server that accepts all commands up to one, and sends a given reply to that one, or closes the connection. */
const refusing =
  (command: string, response: string | null): Handler =>
  (socket) => {
    socket.write('220 mail.test\r\n')
    socket.on('data', (data) => {
      const said = data.toString()
      if (!said.toUpperCase().startsWith(command))
        return void socket.write(said === 'DATA\r\n' ? '354 go on\r\n' : '250 OK\r\n')
      return response === null ? void socket.resetAndDestroy() : void socket.write(`${response}\r\n`)
    })
  }

/** Forward to the working mail server, on the port that had another handler before. */
const healthy: Handler = (socket) => {
  const { hostname, port } = new URL(mailbox.smtpUrl)
  const inner = connect(Number(port), hostname).on('error', () => socket.destroy())
  socket.on('close', () => inner.destroy())
  socket.pipe(inner).pipe(socket)
}

/** One port with a handler that the test selects. */
class Front {
  handler: Handler = healthy
  port = 0
  private readonly sockets = new Set<Socket>()
  private readonly server: Server = createServer((socket) => {
    this.sockets.add(socket.on('error', () => undefined))
    this.handler(socket)
  })

  open = (): Promise<void> =>
    new Promise((resolve) => {
      this.server.listen(this.port, '127.0.0.1', () => {
        this.port = (this.server.address() as AddressInfo).port
        resolve()
      })
    })

  shut = (): Promise<void> =>
    new Promise((resolve) => {
      for (const socket of this.sockets) socket.destroy()
      this.sockets.clear()
      this.server.close(() => resolve())
    })
}

let front: Front
beforeEach(async () => {
  mailbox.clear()
  front = new Front()
  await front.open()
})
afterEach(() => front.shut())

/** A site that sends through this port, and every link that it tried to send. */
const makeSite = (): EmailSetup & { readonly meant: string[] } => {
  const meant: string[] = []
  const entry = Nodemailer({ server: `smtp://127.0.0.1:${front.port}`, timeout: 2000 })
  const sendVerificationRequest: EmailConfig['sendVerificationRequest'] = (params) => {
    meant.push(params.url)
    return entry.sendVerificationRequest(params)
  }
  return { ...setUpEmail({}, { config: { providers: [{ ...entry, sendVerificationRequest }] } }), meant }
}

const ask = (browser: TestBrowser): Promise<Response> =>
  browser.post('/auth/signin/nodemailer', { email: ANN, callbackUrl: '/members' })

const FAILED = `${ORIGIN}/auth/signin?error=EmailSignInError`

describe.each<[string, Handler | undefined]>([
  ['refuses the connection', undefined],
  ['is busy at the greeting', (socket) => void socket.write('421 4.3.2 too busy\r\n')],
  ['does not respond', () => undefined],
  ['closes the connection at once', (socket) => void socket.resetAndDestroy()],
  ['rejects the sender temporarily', refusing('MAIL', '451 4.7.1 try again later')],
  ['rejects the recipient temporarily', refusing('RCPT', '450 4.2.1 try again later')],
  ['rejects the recipient permanently', refusing('RCPT', '550 5.1.1 no such mailbox')],
  ['rejects the e-mail', refusing('FROM:', '554 5.7.1 not this one')],
  ['closes the connection after the e-mail', refusing('FROM:', null)],
])('a mail server that %s', (_how, handler) => {
  test('is shown as an error, and after its recovery the next e-mail signs the user in', async () => {
    const setup = makeSite()
    const browser = setup.browser()
    if (handler === undefined) await front.shut()
    else front.handler = handler
    expect(location(await ask(browser))).toBe(FAILED)
    expect(setup.errors).toMatchObject([{ type: 'EmailSignInError', cause: { provider: 'nodemailer' } }])
    expect([mailbox.list().length, setup.adapter.state().tokens.size]).toEqual([0, 0])
    expect([...browser.cookies.keys()]).toEqual(['__Host-authwright.sign-in-input'])

    if (handler === undefined) await front.open()
    front.handler = healthy
    await ask(browser)
    const [link = ''] = linksOf(await mailbox.next(ANN))
    const [first = ''] = setup.meant
    expect(new URL(link).searchParams.get('token')).not.toBe(new URL(first).searchParams.get('token'))
    // A server that closed the connection may have kept the e-mail.
    expect(location(await browser.get(first))).not.toBe(`${ORIGIN}/members`)
    expect(await browser.session()).toBeNull()
    expect(location(await browser.get(link))).toBe(`${ORIGIN}/members`)
    expect(await browser.session()).toMatchObject({ user: { email: ANN } })
  })
})
