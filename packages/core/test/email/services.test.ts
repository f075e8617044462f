import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import Brevo from '../../src/providers/brevo.ts'
import ForwardEmail from '../../src/providers/forwardemail.ts'
import Loops from '../../src/providers/loops.ts'
import MailerSend from '../../src/providers/mailersend.ts'
import Mailgun from '../../src/providers/mailgun.ts'
import Mailjet from '../../src/providers/mailjet.ts'
import Mailtrap from '../../src/providers/mailtrap.ts'
import Mandrill from '../../src/providers/mandrill.ts'
import Postmark from '../../src/providers/postmark.ts'
import Resend from '../../src/providers/resend.ts'
import SendGrid from '../../src/providers/sendgrid.ts'
import SparkPost from '../../src/providers/sparkpost.ts'
import { customFetch, setEnvDefaults, type AuthConfig, type EmailConfig } from '../../src/index.ts'
import { describeError } from '../../src/errors/describe-error.ts'
import { location, ORIGIN } from '@authwright/test-kit/auth-setup'
import { startMailServiceMock, type MailServiceMock, type Reply } from './mail-service-mock.ts'
import { ANN, setUpEmail, type EmailSetup } from '@authwright/test-kit/email/email-setup'

let mailService: MailServiceMock
beforeAll(async () => void (mailService = await startMailServiceMock()))
beforeEach(() => {
  mailService.received.length = 0
  mailService.reply = { status: 200, body: '{}' }
})
afterAll(() => mailService.close())

const KEY = 'key-0123456789:and-its-secret'
const FROM = 'The App <sign-in@mail.example.com>'
const BASIC = (text: string): string => `Basic ${btoa(text)}`

const html: unknown = expect.stringMatching(/^<!doctype html>[^]*href="https:\/\/app\.example\.com\/auth\/callback\//)
const text: unknown = expect.stringMatching(
  /^Sign in to app\.example\.com\n[^]*https:\/\/app\.example\.com\/auth\/callback\//,
)
const address: unknown = expect.stringMatching(/^https:\/\/app\.example\.com\/auth\/callback\//)
const subject = 'Sign in to app.example.com'

interface Row {
  readonly entry: (options?: never) => EmailConfig
  readonly options?: Record<string, unknown>
  readonly url: string
  readonly headers: Record<string, string>
  /** The body as JSON, or the form fields. */
  readonly body: Record<string, unknown>
  /** The response to an accepted e-mail. */
  readonly taken: Reply
  /** Responses that reject the e-mail. */
  readonly refused: readonly Reply[]
}

const NO: Reply = { status: 401, body: '{"message":"no such key"}' }

const services: Readonly<Record<string, Row>> = {
  resend: {
    entry: Resend,
    url: 'https://api.resend.com/emails',
    headers: { authorization: `Bearer ${KEY}` },
    body: { from: FROM, to: [ANN], subject, html, text },
    taken: { status: 200, body: '{"id":"1"}' },
    refused: [NO],
  },
  sendgrid: {
    entry: SendGrid,
    url: 'https://api.sendgrid.com/v3/mail/send',
    headers: { authorization: `Bearer ${KEY}` },
    body: {
      personalizations: [{ to: [{ email: ANN }] }],
      from: { email: 'sign-in@mail.example.com', name: 'The App' },
      subject,
      content: [
        { type: 'text/plain', value: text },
        { type: 'text/html', value: html },
      ],
      tracking_settings: { click_tracking: { enable: false, enable_text: false }, open_tracking: { enable: false } },
    },
    taken: { status: 202 },
    refused: [NO],
  },
  postmark: {
    entry: Postmark,
    options: { messageStream: 'sign-in' },
    url: 'https://api.postmarkapp.com/email',
    headers: { 'x-postmark-server-token': KEY, accept: 'application/json' },
    body: {
      From: FROM,
      To: ANN,
      Subject: subject,
      TextBody: text,
      HtmlBody: html,
      MessageStream: 'sign-in',
      TrackLinks: 'None',
      TrackOpens: false,
    },
    taken: { status: 200, body: '{"ErrorCode":0,"Message":"OK"}' },
    refused: [{ status: 422, body: '{"ErrorCode":300}' }],
  },
  mailgun: {
    entry: Mailgun,
    options: { region: 'eu' },
    url: 'https://api.eu.mailgun.net/v3/mail.example.com/messages',
    headers: { authorization: BASIC(`api:${KEY}`) },
    body: { from: FROM, to: ANN, subject, html, text, 'o:tracking': 'no' },
    taken: { status: 200, body: '{"id":"<1>","message":"Queued. Thank you."}' },
    refused: [NO],
  },
  forwardemail: {
    entry: ForwardEmail,
    url: 'https://api.forwardemail.net/v1/emails',
    headers: { authorization: BASIC(`${KEY}:`) },
    body: { from: FROM, to: ANN, subject, html, text },
    taken: { status: 200 },
    refused: [NO],
  },
  loops: {
    entry: Loops,
    options: { transactionalId: 'cll42l54f20i1la0lfooe3z12' },
    url: 'https://app.loops.so/api/v1/transactional',
    headers: { authorization: `Bearer ${KEY}` },
    body: { transactionalId: 'cll42l54f20i1la0lfooe3z12', email: ANN, dataVariables: { url: address } },
    taken: { status: 200, body: '{"success":true}' },
    refused: [NO],
  },
  mandrill: {
    entry: Mandrill,
    url: 'https://mandrillapp.com/api/1.0/messages/send.json',
    headers: {},
    body: {
      key: KEY,
      message: {
        from_email: 'sign-in@mail.example.com',
        from_name: 'The App',
        to: [{ email: ANN, type: 'to' }],
        subject,
        html,
        text,
        track_clicks: false,
        track_opens: false,
      },
    },
    taken: { status: 200, body: `[{"email":"${ANN}","status":"queued","_id":"1"}]` },
    refused: [
      { status: 200, body: `[{"email":"${ANN}","status":"rejected","reject_reason":"hard-bounce"}]` },
      { status: 200, body: `[{"email":"${ANN}","status":"invalid"}]` },
      { status: 200, body: 'null' },
      { status: 500, body: '{"status":"error"}' },
    ],
  },
  brevo: {
    entry: Brevo,
    url: 'https://api.brevo.com/v3/smtp/email',
    headers: { 'api-key': KEY },
    body: {
      sender: { email: 'sign-in@mail.example.com', name: 'The App' },
      to: [{ email: ANN }],
      subject,
      htmlContent: html,
      textContent: text,
    },
    taken: { status: 201, body: '{"messageId":"<1>"}' },
    refused: [NO],
  },
  mailersend: {
    entry: MailerSend,
    url: 'https://api.mailersend.com/v1/email',
    headers: { authorization: `Bearer ${KEY}` },
    body: {
      from: { email: 'sign-in@mail.example.com', name: 'The App' },
      to: [{ email: ANN }],
      subject,
      html,
      text,
      settings: { track_clicks: false, track_opens: false },
    },
    taken: { status: 202, body: '' },
    refused: [
      { status: 202, body: '{"warnings":[{"type":"ALL_SUPPRESSED"}]}' },
      { status: 422, body: '{"message":"…"}' },
    ],
  },
  sparkpost: {
    entry: SparkPost,
    options: { region: 'eu' },
    url: 'https://api.eu.sparkpost.com/api/v1/transmissions',
    headers: { authorization: KEY },
    body: {
      recipients: [{ address: { email: ANN } }],
      content: { from: { email: 'sign-in@mail.example.com', name: 'The App' }, subject, html, text },
      options: { transactional: true, click_tracking: false, open_tracking: false },
    },
    taken: { status: 200, body: '{"results":{"total_rejected_recipients":0,"total_accepted_recipients":1}}' },
    refused: [{ status: 200, body: '{"results":{"total_rejected_recipients":1,"total_accepted_recipients":0}}' }, NO],
  },
  mailjet: {
    entry: Mailjet,
    url: 'https://api.mailjet.com/v3.1/send',
    headers: { authorization: BASIC(KEY) },
    body: {
      Messages: [
        {
          From: { Email: 'sign-in@mail.example.com', Name: 'The App' },
          To: [{ Email: ANN }],
          Subject: subject,
          TextPart: text,
          HTMLPart: html,
          TrackClicks: 'disabled',
          TrackOpens: 'disabled',
        },
      ],
    },
    taken: { status: 200, body: '{"Messages":[{"Status":"success"}]}' },
    refused: [{ status: 200, body: '{"Messages":[{"Status":"error","Errors":[{"ErrorCode":"send-0003"}]}]}' }, NO],
  },
  mailtrap: {
    entry: Mailtrap,
    url: 'https://send.api.mailtrap.io/api/send',
    headers: { authorization: `Bearer ${KEY}` },
    body: {
      from: { email: 'sign-in@mail.example.com', name: 'The App' },
      to: [{ email: ANN }],
      subject,
      html,
      text,
    },
    taken: { status: 200, body: '{"success":true,"message_ids":["1"]}' },
    refused: [NO],
  },
}

const entryOf = ({ entry, options = {} }: Row, more: Record<PropertyKey, unknown> = {}): EmailConfig =>
  entry({ apiKey: KEY, from: FROM, [customFetch]: mailService.fetch, ...options, ...more } as never)

const setUp = (row: Row, more?: Record<PropertyKey, unknown>): EmailSetup =>
  setUpEmail({}, { config: { providers: [entryOf(row, more)] } })

const askFor = (setup: EmailSetup, id: string): Promise<Response> =>
  setup.browser().post(`/auth/signin/${id}`, { email: ANN })

const bodyOf = async ({ body, headers }: MailServiceMock['received'][number]): Promise<unknown> => {
  const type = String(headers['content-type'])
  if (!type.startsWith('multipart/form-data')) return JSON.parse(body) as unknown
  const form = await new Response(body, { headers: { 'content-type': type } }).formData()
  return Object.fromEntries(
    [...form].map(([name, value]) => [name, typeof value === 'string' ? value.replaceAll('\r\n', '\n') : value]),
  )
}

describe.each(Object.entries(services))('the mail service %s', (id, row) => {
  test('gets an e-mail in its documented format', async () => {
    mailService.reply = row.taken
    const setup = setUp(row)
    expect(location(await askFor(setup, id))).toBe(`${ORIGIN}/auth/verify-request?provider=${id}&type=email`)
    const [sent] = mailService.received
    expect(mailService.received).toHaveLength(1)
    expect(sent?.method).toBe('POST')
    expect(sent?.url).toBe(row.url)
    expect(sent?.headers).toMatchObject(row.headers)
    expect(sent && (await bodyOf(sent))).toEqual(row.body)
    expect(setup.adapter.state().tokens.size).toBe(1)
  })

  test('gets a link that signs in', async () => {
    mailService.reply = row.taken
    const setup = setUp(row)
    const browser = setup.browser()
    await browser.post(`/auth/signin/${id}`, { email: ANN, callbackUrl: '/members?a=1&b=2' })
    const sent = JSON.stringify(mailService.received[0] && (await bodyOf(mailService.received[0])))
    const links = [...sent.matchAll(/https:\/\/app\.example\.com\/auth\/callback\/[^\s"\\<]+/g)].map(([link]) => link)
    const plain = links.find((link) => !link.includes('&amp;')) ?? ''
    expect(location(await browser.get(plain))).toBe(`${ORIGIN}/members?a=1&b=2`)
    expect(await browser.session()).toMatchObject({ user: { email: ANN } })
  })

  test('leaves no token if it rejects the e-mail, and the log names it without a secret', async () => {
    for (const reply of row.refused) {
      mailService.reply = reply
      const setup = setUp(row)
      expect(location(await askFor(setup, id))).toBe(`${ORIGIN}/auth/signin?error=EmailSignInError`)
      expect(setup.adapter.state().tokens.size).toBe(0)
      const logged = describeError(setup.errors[0])
      expect(logged).toContain(id)
      expect(logged).toContain(String(reply.status))
      for (const secret of [KEY, 'key-0123456789', 'and-its-secret', ANN]) expect(logged).not.toContain(secret)
    }
  })

  test('gets its key from the environment', async () => {
    mailService.reply = row.taken
    const { options = {} } = row
    const config: AuthConfig = {
      providers: [row.entry({ ...options, from: FROM, [customFetch]: mailService.fetch } as never)],
    }
    setEnvDefaults({ [`AUTH_${id.toUpperCase()}_KEY`]: KEY }, config)
    const setup = setUpEmail({}, { config: { providers: config.providers } })
    await askFor(setup, id)
    expect(mailService.received[0]?.headers).toMatchObject(row.headers)
  })

  test('without a key throws an error that names the variable, and sends nothing', async () => {
    const setup = setUp(row, { apiKey: undefined })
    expect(location(await askFor(setup, id))).toContain('error=Configuration')
    expect(describeError(setup.errors[0])).toContain(`[fix] Set AUTH_${id.toUpperCase()}_KEY, or the option apiKey`)
    expect(mailService.received).toEqual([])
    expect(setup.adapter.state().tokens.size).toBe(0)
  })

  test('can be listed without a call, with its id and type', () => {
    expect(row.entry()).toMatchObject({ id, type: 'email', options: {} })
    expect(row.entry()).not.toBe(row.entry())
  })
})

describe('a mail service', () => {
  const resend = services['resend'] as Row

  test('that echoes the request does not bring it into the log', async () => {
    mailService.reply = { status: 400, body: 'x' }
    const mails: string[] = []
    const echo: typeof fetch = async (_url, init) => {
      const body = typeof init?.body === 'string' ? init.body : ''
      mails.push(body)
      const said = `not liked: ${body} ${JSON.stringify(init?.headers)}`
      return new Response(said.slice(said.indexOf('href=') - 20), { status: 400 })
    }
    const setup = setUp(resend, { [customFetch]: echo })
    await askFor(setup, 'resend')
    const token = /token=([0-9a-f]{64})/.exec(mails[0] ?? '')?.[1] ?? 'none'
    expect(token).toHaveLength(64)
    const logged = `${describeError(setup.errors[0])} ${JSON.stringify(setup.errors[0]?.cause)}`
    for (const secret of [token, KEY, ANN]) expect(logged).not.toContain(secret)
  })

  test('that responds with a redirect is not followed', async () => {
    mailService.reply = { status: 307, headers: { location: 'https://evil.test/' } }
    const setup = setUp(resend)
    expect(location(await askFor(setup, 'resend'))).toContain('error=EmailSignInError')
    expect(mailService.received).toHaveLength(1)
    expect(describeError(setup.errors[0])).toContain('redirect')
  })

  test('that does not respond fails by the timeout, and leaves no token', async () => {
    mailService.reply = { status: 200, isSilent: true }
    const setup = setUp(resend, { timeout: 50 })
    expect(location(await askFor(setup, 'resend'))).toContain('error=EmailSignInError')
    expect(describeError(setup.errors[0])).toContain('time-out')
    expect(setup.adapter.state().tokens.size).toBe(0)
  })

  test('that cannot be reached is in the log with the network error code', async () => {
    const refused: typeof fetch = () => fetch('http://127.0.0.1:1/')
    const setup = setUp(resend, { [customFetch]: refused })
    expect(location(await askFor(setup, 'resend'))).toContain('error=EmailSignInError')
    expect(describeError(setup.errors[0])).toMatch(/resend[^]*network/)
  })

  test.each([
    ['sign-in@example.com', { email: 'sign-in@example.com' }],
    [' The App <sign-in@example.com> ', { email: 'sign-in@example.com', name: 'The App' }],
    ['"App, The" <sign-in@example.com>', { email: 'sign-in@example.com', name: 'App, The' }],
    ['<sign-in@example.com>', { email: 'sign-in@example.com' }],
    [undefined, { email: 'no-reply@app.example.com' }],
  ])('gets the sender of %j', async (from, sender) => {
    const setup = setUp(services['brevo'] as Row, { from })
    await askFor(setup, 'brevo')
    expect(JSON.parse(mailService.received[0]?.body ?? '{}')).toMatchObject({ sender })
  })

  test.each(['The App', 'a@b.test, c@d.test', 'App\r\nBcc: <x@y.test>', '', 'a@b@c'])(
    'is not called with a from of %j',
    async (from) => {
      const setup = setUp(services['brevo'] as Row, { from })
      expect(location(await askFor(setup, 'brevo'))).toContain('error=Configuration')
      expect(mailService.received).toEqual([])
    },
  )

  test('gets the code and no link in the code mode', async () => {
    const loops = services['loops'] as Row
    const setup = setUp(loops, { mode: 'code' })
    await askFor(setup, 'loops')
    expect(JSON.parse(mailService.received[0]?.body ?? '{}')).toMatchObject({
      dataVariables: { code: expect.stringMatching(/^[A-Z]{4}-[A-Z]{4}$/) as string },
    })
    expect(mailService.received[0]?.body).not.toContain('http')
  })

  test('without its template throws an error', async () => {
    const setup = setUp(services['loops'] as Row, { transactionalId: undefined })
    expect(location(await askFor(setup, 'loops'))).toContain('error=Configuration')
    expect(setup.errors[0]?.message).toContain('transactionalId')
  })

  test.each(['eu', 'EU', 'Eu'])('is called in the region %s', async (region) => {
    await askFor(setUp(services['mailgun'] as Row, { region }), 'mailgun')
    expect(mailService.received[0]?.url).toMatch(/^https:\/\/api\.eu\.mailgun\.net\//)
  })

  test('is refused at start with a region that it does not have', () => {
    for (const entry of [Mailgun, SparkPost])
      expect(() => entry({ region: 'asia' as 'eu' })).toThrow(/has no region "asia", only US and EU/)
    expect(Mailgun({ region: '' as 'eu' }).id).toBe('mailgun')
  })

  test('of another region or domain is called there', async () => {
    await askFor(setUp(services['mailgun'] as Row, { region: 'us', domain: 'other.example' }), 'mailgun')
    await askFor(setUp(services['sparkpost'] as Row, { region: undefined }), 'sparkpost')
    await askFor(setUp(services['mailgun'] as Row, { region: 'us', domain: '../../evil' }), 'mailgun')
    expect(mailService.received.map(({ url }) => url)).toEqual([
      'https://api.mailgun.net/v3/other.example/messages',
      'https://api.sparkpost.com/api/v1/transmissions',
      'https://api.mailgun.net/v3/..%2F..%2Fevil/messages',
    ])
  })
})
