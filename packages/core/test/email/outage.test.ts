import { connect, createServer } from 'node:net'
import type { AddressInfo, Server, Socket } from 'node:net'
import { linksOf, startMailbox } from '@authwright/testing/mailbox'
import type { Mailbox } from '@authwright/testing/mailbox'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { EmailConfig } from '../../src/index.ts'
import Nodemailer from '../../src/providers/nodemailer.ts'
import { location, ORIGIN } from '../support/site.ts'
import type { Visitor } from '../support/site.ts'
import { ANN, makeWorld } from './world.ts'
import type { World } from './world.ts'

let mailbox: Mailbox
beforeAll(async () => void (mailbox = await startMailbox()))
afterAll(() => mailbox.close())

type Handler = (socket: Socket) => void

/** An SMTP server that goes along until a command, and answers that one by its own words, or by breaking off. */
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

/** The mailbox, behind the address at which something else was before. */
const healthy: Handler = (socket) => {
  const { hostname, port } = new URL(mailbox.smtpUrl)
  const inner = connect(Number(port), hostname).on('error', () => socket.destroy())
  socket.on('close', () => inner.destroy())
  socket.pipe(inner).pipe(socket)
}

/** One address, at which a test decides who answers. */
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

/** A site that mails by the front, and every link that it meant to send. */
const makeSite = (): World & { readonly meant: string[] } => {
  const meant: string[] = []
  const entry = Nodemailer({ server: `smtp://127.0.0.1:${front.port}`, timeout: 2000 })
  const sendVerificationRequest: EmailConfig['sendVerificationRequest'] = (params) => {
    meant.push(params.url)
    return entry.sendVerificationRequest(params)
  }
  return { ...makeWorld({}, { config: { providers: [{ ...entry, sendVerificationRequest }] } }), meant }
}

const ask = (browser: Visitor): Promise<Response> =>
  browser.post('/auth/signin/nodemailer', { email: ANN, callbackUrl: '/members' })

const FAILED = `${ORIGIN}/auth/signin?error=EmailSignInError`

describe.each<[string, Handler | undefined]>([
  ['refuses the connection', undefined],
  ['is busy when it is greeted', (socket) => void socket.write('421 4.3.2 too busy\r\n')],
  ['says nothing', () => undefined],
  ['breaks off at once', (socket) => void socket.resetAndDestroy()],
  ['does not take the sender for now', refusing('MAIL', '451 4.7.1 try again later')],
  ['does not take the recipient for now', refusing('RCPT', '450 4.2.1 try again later')],
  ['does not take the recipient at all', refusing('RCPT', '550 5.1.1 no such mailbox')],
  ['does not take the mail', refusing('FROM:', '554 5.7.1 not this one')],
  ['breaks off when it has taken the mail', refusing('FROM:', null)],
])('a mail server that %s', (_how, handler) => {
  test('is told to the person, and once it is well again the next mail has a new link that signs in', async () => {
    const world = makeSite()
    const browser = world.browser()
    if (handler === undefined) await front.shut()
    else front.handler = handler
    expect(location(await ask(browser))).toBe(FAILED)
    expect(world.errors).toMatchObject([{ type: 'EmailSignInError', cause: { provider: 'nodemailer' } }])
    expect([mailbox.list().length, world.adapter.state().tokens.size, browser.cookies.size]).toEqual([0, 0, 0])

    if (handler === undefined) await front.open()
    front.handler = healthy
    await ask(browser)
    const [link = ''] = linksOf(await mailbox.next(ANN))
    const [first = ''] = world.meant
    expect(new URL(link).searchParams.get('token')).not.toBe(new URL(first).searchParams.get('token'))
    // Such a mail may have been kept by a server that broke off.
    expect(location(await browser.get(first))).not.toBe(`${ORIGIN}/members`)
    expect(await browser.session()).toBeNull()
    expect(location(await browser.get(link))).toBe(`${ORIGIN}/members`)
    expect(await browser.session()).toMatchObject({ user: { email: ANN } })
  })
})
