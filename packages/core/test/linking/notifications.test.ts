import { memoryAdapter } from '@authwright/testing'
import { linksOf, startMailbox, type Mailbox } from '@authwright/testing/mailbox'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { EmailConfig, Runtime } from '../../src/index.ts'
import Nodemailer from '../../src/providers/nodemailer.ts'
import { callbackUrl, startProvider, type TestProvider } from '@authwright/test-kit/oauth-provider'
import { location, ORIGIN } from '@authwright/test-kit/auth-setup'
import { Passkey } from '@authwright/test-kit/webauthn/authenticator'
import { register } from '@authwright/test-kit/webauthn/passkey-setup'
import {
  linkAt,
  signInAt,
  setUpLinking,
  signUp,
  newProviderUser,
  userIdOf,
  signInByMail,
  unlink,
  type ProviderUser,
  type LinkingSetupOptions,
  type LinkingSetup,
} from '@authwright/test-kit/linking/linking-setup'

let provider: TestProvider
let mailbox: Mailbox
beforeAll(async () => void ([provider, mailbox] = await Promise.all([startProvider(), startMailbox()])))
afterAll(async () => void (await Promise.all([provider.close(), mailbox.close()])))

const setUp = (options: Omit<LinkingSetupOptions, 'adapter' | 'provider'> = {}): LinkingSetup => {
  const time = { now: (): number => 0 }
  const it = setUpLinking({ adapter: memoryAdapter({ now: () => time.now() }), provider, ...options })
  time.now = it.clock.now
  return it
}

const AGENT = { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0; rv:145.0) Gecko/20100101 Firefox/145.0' }

/** A user whose address was verified by a mail. */
const verifiedMember = async (it: LinkingSetup, user: ProviderUser = newProviderUser()) => {
  const browser = it.browser()
  await signInByMail(it, browser, user.email)
  return { visitor: browser, person: user }
}

const changesOf = ({ notifications: notices }: LinkingSetup): readonly string[] =>
  notices.map(({ message }) => message.subject)

describe('a user with a verified address is notified of', () => {
  test('an added account and its removal', async () => {
    const it = setUp()
    const { visitor: browser, person: user } = await verifiedMember(it)
    expect(it.notifications).toEqual([])
    const more = newProviderUser()
    await linkAt(it, browser, 'ob', more)
    expect(it.notifications[0]).toMatchObject({ identifier: user.email, url: `${ORIGIN}/auth/account` })
    const { subject, text, html } = it.notifications[0]?.message ?? { subject: '', text: '', html: '' }
    expect(subject).toBe('OB was connected to your app.example.com account')
    expect(text).toContain('OB can be used to sign in to your account from now on.')
    expect(text).toContain('When: January 1, 2030 at 12:00 PM UTC\n')
    expect(text).toContain(`Your account:\n${ORIGIN}/auth/account\n`)
    expect(html).toContain('OB was connected to your app&#8203;.example&#8203;.com account')
    expect(html).toContain(`href="${ORIGIN}/auth/account"`)
    expect(html).toContain('If this was you, there is nothing to do.')
    await unlink(browser, 'ob', more)
    expect(changesOf(it)[1]).toBe('OB was disconnected from your app.example.com account')
    expect(it.notifications).toHaveLength(2)
  })

  test('an added passkey and its removal', async () => {
    const it = setUp()
    const { visitor: browser } = await verifiedMember(it)
    const passkey = new Passkey()
    await register(browser, passkey)
    const credentialId = passkey.id.toString('base64url')
    await browser.post('/auth/account', { action: 'passkey-delete', credentialId })
    expect(changesOf(it)).toEqual([
      'A passkey was added to your app.example.com account',
      'A passkey was removed from your app.example.com account',
    ])
    expect(it.events.map(([name]) => name)).toEqual([
      'linkAccount',
      'createAuthenticator',
      'unlinkAccount',
      'deleteAuthenticator',
    ])
    const credentialID = passkey.id.toString('base64')
    for (const place of [1, 3]) expect(it.events[place]?.[1]).toMatchObject({ authenticator: { credentialID } })
    expect(it.events[2]?.[1]).toMatchObject({ account: { provider: 'passkey', providerAccountId: credentialID } })
  })

  test('an account that was linked by an equal address', async () => {
    const trusting = (id: string) => provider.config({ id, name: id, allowDangerousEmailAccountLinking: true })
    const it = setUp()
    const { person: user } = await verifiedMember(it)
    const joined = setUpLinking({ adapter: it.adapter, provider, config: { providers: [trusting('ob'), mailer(it)] } })
    await signInAt(joined, joined.browser(), 'ob', newProviderUser({ email: user.email }))
    expect(changesOf(it)).toEqual(['ob was connected to your app.example.com account'])
  })

  test('a change in the language of the request, with its browser', async () => {
    const it = setUp()
    const { visitor: browser } = await verifiedMember(it)
    const begun = await browser.post('/auth/signin/ob', { link: 'true' }, { origin: ORIGIN, ...AGENT })
    provider.profile = newProviderUser()
    await browser.get(callbackUrl(begun.headers.get('location') ?? ''), { ...AGENT, 'accept-language': 'de' })
    expect(it.notifications[0]?.message.subject).toBe('OB wurde mit Ihrem Konto bei app.example.com verbunden')
    expect(it.notifications[0]?.message.text).toContain(
      'Wann: 1. Januar 2030 um 12:00 UTC\nWomit: Firefox unter Windows\n',
    )
    expect(it.notifications[0]?.message.html).toContain('<html lang="de" dir="ltr">')
  })

  test('a change by SMTP with the built-in provider', async () => {
    const it = setUp({
      config: { providers: [provider.config({ name: 'GitHub' }), Nodemailer({ server: mailbox.smtpUrl })] },
    })
    const user = newProviderUser()
    const browser = it.browser()
    await browser.post('/auth/signin/nodemailer', { email: user.email })
    await browser.get(linksOf(await mailbox.next(user.email))[0] ?? '')
    await linkAt(it, browser, 'oa', newProviderUser())
    const mail = await mailbox.next(user.email)
    expect(mail).toMatchObject({ from: 'no-reply@app.example.com', to: [user.email] })
    expect(mail.subject).toBe('GitHub was connected to your app.example.com account')
    expect(mail.text).toContain('GitHub can be used to sign in to your account from now on.')
    expect(linksOf(mail)).toEqual([`${ORIGIN}/auth/account`])
  })
})

const mailer = (it: LinkingSetup): EmailConfig => ({
  id: 'mail',
  name: 'Mail',
  type: 'email',
  sendVerificationRequest: () => undefined,
  sendNotification: (params) => void it.notifications.push(params),
})

describe('no notification is sent', () => {
  test('of a first sign-in by any method', async () => {
    const it = setUp()
    provider.profile = newProviderUser()
    await signUp(it)
    await signUp(it, newProviderUser({ email_verified: true }))
    await register(it.browser(), new Passkey(), newProviderUser().email)
    await verifiedMember(it)
    expect(it.notifications).toEqual([])
  })

  test('to an unverified address', async () => {
    const it = setUp()
    const { browser } = await signUp(it)
    await linkAt(it, browser, 'ob', newProviderUser())
    expect(it.events.map(([name]) => name)).toEqual(['linkAccount', 'linkAccount'])
    expect(it.notifications).toEqual([])
  })

  test('of a failed change', async () => {
    const it = setUp()
    const { visitor: browser } = await verifiedMember(it)
    const more = newProviderUser()
    await linkAt(it, browser, 'ob', more)
    it.clock.forward(901)
    await linkAt(it, browser, 'oc', newProviderUser())
    await unlink(browser, 'ob', more)
    await unlink(browser, 'ob', newProviderUser())
    expect(it.notifications).toHaveLength(1)
  })

  test('with account.notifications set to false', async () => {
    const it = setUp({ config: { account: { notifications: false } } })
    const { visitor: browser } = await verifiedMember(it)
    await linkAt(it, browser, 'ob', newProviderUser())
    expect(it.notifications).toEqual([])
  })

  test('by a custom sendVerificationRequest', async () => {
    const sent: string[] = []
    const own = { server: mailbox.smtpUrl, sendVerificationRequest: ({ url }: { url: string }) => void sent.push(url) }
    const it = setUp({ config: { providers: [provider.config({ id: 'ob' }), Nodemailer(own)] } })
    const browser = it.browser()
    const user = newProviderUser()
    await browser.post('/auth/signin/nodemailer', { email: user.email })
    await browser.get(sent[0] ?? '')
    await linkAt(it, browser, 'ob', newProviderUser())
    expect(it.events).toHaveLength(1)
    expect(sent).toHaveLength(1)
    expect(mailbox.list().filter(({ to }) => to.includes(user.email))).toEqual([])
    expect(it.errors).toEqual([])
  })

  test('more than ten times a day', async () => {
    const it = setUp()
    const { visitor: browser, person: user } = await verifiedMember(it)
    const more = newProviderUser()
    for (let round = 0; round < 8; round += 1) {
      await linkAt(it, browser, 'ob', more)
      await unlink(browser, 'ob', more)
    }
    expect(it.events).toHaveLength(16)
    expect(it.notifications).toHaveLength(10)
    expect(it.errors).toHaveLength(6)
    it.clock.forward(86_400)
    await signInByMail(it, browser, user.email)
    await linkAt(it, browser, 'ob', more)
    expect(it.notifications).toHaveLength(11)
  })
})

describe('a change is kept', () => {
  test('if its notification cannot be sent, and the reason is logged', async () => {
    const it = setUp({ mail: { sendNotification: () => Promise.reject(new Error('no route to the mail server')) } })
    const { visitor: browser, person: user } = await verifiedMember(it)
    const more = newProviderUser()
    expect(await linkAt(it, browser, 'ob', more)).toBe(`${ORIGIN}/settings`)
    expect(await userIdOf(it, 'ob', more)).toEqual(expect.any(String))
    expect(it.errors).toHaveLength(1)
    expect(it.errors[0]).toMatchObject({
      type: 'EmailSignInError',
      cause: { err: expect.objectContaining({ message: 'no route to the mail server' }) },
    })
    expect(String(it.errors[0])).not.toContain(user.email)
    expect(location(await unlink(browser, 'ob', more))).toContain('done=unlinked')
  })

  test('if its notification cannot be sent, which counts as one of the ten of a day', async () => {
    const state = { fails: true }
    const it: LinkingSetup = setUp({
      mail: {
        sendNotification: (params) => {
          if (state.fails) throw new Error('no route to the mail server')
          it.notifications.push(params)
        },
      },
    })
    const { visitor: browser } = await verifiedMember(it)
    const more = newProviderUser()
    const addAndRemove = async (): Promise<void> => {
      await linkAt(it, browser, 'ob', more)
      await unlink(browser, 'ob', more)
    }
    for (let i = 0; i < 3; i += 1) await addAndRemove()
    state.fails = false
    for (let i = 0; i < 6; i += 1) await addAndRemove()
    expect(it.notifications).toHaveLength(4)
  })

  test('if the mail server never responds, and the request waits at most five seconds', async () => {
    const waits: number[] = []
    // Only a timer of this length fires.
    const after: Runtime['after'] = (milliseconds, work) => {
      waits.push(milliseconds)
      if (milliseconds === 5000) queueMicrotask(work)
      return () => undefined
    }
    const silent = { sendNotification: () => new Promise<void>(() => undefined) }
    const it = setUp({ mail: silent, runtime: { after }, config: { adapterTimeout: 4000 } })
    const { visitor: browser } = await verifiedMember(it)
    expect(await linkAt(it, browser, 'ob', newProviderUser())).toBe(`${ORIGIN}/settings`)
    expect(waits.filter((milliseconds) => milliseconds === 5000)).toHaveLength(1)
    expect(it.errors.map(String)).toEqual([expect.stringContaining('could not be sent')])
  })
})

test('the name of a provider adds nothing else to a notification', async () => {
  const name = '<b>&"GitHub</b>'
  const it = setUp({ config: { providers: [] } })
  const own = setUpLinking({
    adapter: it.adapter,
    provider,
    config: { providers: [provider.config({ id: 'ob', name }), mailer(it)] },
  })
  await it.adapter.createUser?.({ id: 'ann', email: 'ann@example.org', emailVerified: new Date() })
  await it.adapter.linkAccount?.({ userId: 'ann', type: 'oauth', provider: 'ob', providerAccountId: 'ann' })
  const browser = own.browser()
  await signInAt(own, browser, 'ob', newProviderUser({ id: 'ann' }))
  await linkAt(own, browser, 'ob', newProviderUser())
  expect(it.notifications[0]?.message.html).toContain('&lt;b&gt;&amp;&quot;GitHub&lt;/b&gt; was connected to')
  expect(it.notifications[0]?.message.text).toContain(`${name} was connected to your app.example.com account\n`)
})
