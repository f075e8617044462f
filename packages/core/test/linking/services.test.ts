import { memoryAdapter } from '@authwright/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { customFetch } from '../../src/index.ts'
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
import type { MailEntry } from '../../src/providers/mail/service.ts'
import { startMailServiceMock, type MailServiceMock } from '../email/mail-service-mock.ts'
import { startProvider, type TestProvider } from '@authwright/test-kit/oauth-provider'
import { ORIGIN } from '@authwright/test-kit/auth-setup'
import { linkAt, signInAt, setUpLinking, newProviderUser } from '@authwright/test-kit/linking/linking-setup'

let provider: TestProvider
let mailService: MailServiceMock
beforeAll(async () => void ([provider, mailService] = await Promise.all([startProvider(), startMailServiceMock()])))
afterAll(async () => void (await Promise.all([provider.close(), mailService.close()])))

const KEY = 'key-0123456789:and-its-secret'

/** The request to a mail service when a user with a verified address adds an account. */
const postedBy = async (entry: MailEntry, response: string, status = 200) => {
  const adapter = memoryAdapter()
  await adapter.createUser({ id: 'ann', email: 'ann@example.org', emailVerified: new Date(0) })
  await adapter.linkAccount({ userId: 'ann', type: 'oauth', provider: 'oa', providerAccountId: 'ann' })
  const service = entry({ apiKey: KEY, [customFetch]: mailService.fetch })
  const providers = [provider.config({ id: 'oa' }), provider.config({ id: 'ob', name: 'GitHub' }), service]
  const it = setUpLinking({ adapter, provider, config: { providers } })
  mailService.received.length = 0
  mailService.reply = { status, body: response }
  const browser = it.browser()
  await signInAt(it, browser, 'oa', newProviderUser({ id: 'ann' }))
  await linkAt(it, browser, 'ob', newProviderUser())
  return { errors: it.errors.map(String), received: [...mailService.received], links: adapter.state().accounts.size }
}

const MAILJET = '{"Messages":[{"Status":"success"}]}'
const MANDRILL = '[{"status":"sent"}]'

test.each<[string, MailEntry, string]>([
  ['brevo', Brevo, '{}'],
  ['forwardemail', ForwardEmail, '{}'],
  ['mailersend', MailerSend, '{}'],
  ['mailgun', Mailgun, '{}'],
  ['mailjet', Mailjet, MAILJET],
  ['mailtrap', Mailtrap, '{}'],
  ['mandrill', Mandrill, MANDRILL],
  ['postmark', Postmark, '{"ErrorCode":0}'],
  ['resend', Resend, '{}'],
  ['sendgrid', SendGrid, '{}'],
  ['sparkpost', SparkPost, '{"results":{"total_accepted_recipients":1}}'],
])('%s sends the notification of a changed account', async (_id, entry, response) => {
  const { errors, received, links } = await postedBy(entry, response)
  expect(errors).toEqual([])
  expect(received).toHaveLength(1)
  expect(received[0]?.body).toContain('ann@example.org')
  expect(received[0]?.body).toContain('GitHub was connected to your app.example.com account')
  expect(received[0]?.body).toContain('GitHub can be used to sign in to your account from now on.')
  expect(received[0]?.body).toContain(`${ORIGIN}/auth/account`)
  expect(links).toBe(2)
})

test('a service with mail templates sends no notification', async () => {
  const { errors, received, links } = await postedBy(Loops, '{"success":true}')
  expect({ errors, received, links }).toEqual({ errors: [], received: [], links: 2 })
})

test('a refusal of the service is logged, and the account is kept', async () => {
  const { errors, links } = await postedBy(Resend, '{"message":"no such key"}', 401)
  expect(errors).toEqual([expect.stringContaining('The notification could not be sent')])
  expect(links).toBe(2)
})
