import { memoryAdapter } from '@authwright/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AuthConfig, EmailConfig } from '../../src/index.ts'
import { location, ORIGIN, setUpAuth, type TestBrowser } from '@authwright/test-kit/auth-setup'
import { choose, CHOOSE, readQuestion } from '@authwright/test-kit/linking/account-question'
import { callbackUrl, startProvider, type TestProvider } from '@authwright/test-kit/oauth-provider'
import {
  newProviderUser,
  setUpLinking,
  signInAt,
  signUp,
  startLink,
  startSignIn,
  userIdOf,
  type LinkingSetup,
} from '@authwright/test-kit/linking/linking-setup'
import { makeStore, StoreAdapter } from '../support/store.ts'

let provider: TestProvider
beforeAll(async () => void (provider = await startProvider()))
afterAll(() => provider.close())

// The cookies are shared with subdomains, so a sibling domain can inject them.
const shared = { options: { domain: 'example.com' } }
const cookies: AuthConfig['cookies'] = { sessionToken: shared, state: shared, pendingSignIn: shared }
const SESSION = '__Secure-authwright.session-token'

const setUp = (config: Partial<AuthConfig> = {}, mail: Partial<EmailConfig> = {}): LinkingSetup =>
  setUpLinking({ adapter: memoryAdapter(), provider, mail, config: { cookies, ...config } })

const SETTINGS = `${ORIGIN}/settings`
const emailOf = async (browser: TestBrowser) => (await browser.session())?.user?.email
const sessionOf = ({ cookies: jar }: TestBrowser) => jar.get(SESSION) ?? ''

/** Put everything but the session of the attacker into the browser of the victim. */
const inject = (attacker: TestBrowser, victim: TestBrowser): void => {
  for (const [name, value] of attacker.cookies) if (name !== SESSION) victim.cookies.set(name, value)
}

describe.each(['database', 'jwt'] as const)('with a session cookie beside that of the victim (%s)', (strategy) => {
  const injections: readonly (readonly [string, (attackers: string) => string])[] = [
    ['of the attacker', (token) => `${SESSION}=${token}`],
    ['too often', () => ['a', 'b', 'c', 'd'].map((value) => `${SESSION}=${value}`).join('; ')],
  ]

  const setUpAttack = async () => {
    const setup = setUp({ session: { strategy } })
    const { browser: victim, user: ann } = await signUp(setup)
    const { browser: attacker, user: mallory } = await signUp(setup)
    const visit = (url: string, injected: (token: string) => string) =>
      victim.get(url, { cookie: `${victim.header}; ${injected(sessionOf(attacker))}` })
    return { setup, victim, ann, attacker, mallory, visit }
  }

  test.each(injections)(
    'an injected sign-in at a provider does not replace the session: %s',
    async (_how, injected) => {
      const { setup, victim, ann, attacker, mallory, visit } = await setUpAttack()
      const url = callbackUrl(await startSignIn(attacker, 'oa'))
      inject(attacker, victim)
      setup.provider.profile = mallory
      expect(location(await visit(url, injected))).toBe(CHOOSE)
      expect(await emailOf(victim)).toBe(ann.email)
      // Without the injected cookie the page sees who is signed in: it did not ask this user.
      expect(location(await victim.get('/auth/choose-account'))).toBe(`${ORIGIN}/`)
      expect(await emailOf(victim)).toBe(ann.email)
    },
  )

  test.each(injections)('an injected request to link does not either: %s', async (_how, injected) => {
    const { setup, victim, ann, attacker, visit } = await setUpAttack()
    const url = callbackUrl(await startLink(attacker, 'ob'))
    inject(attacker, victim)
    const other = newProviderUser()
    setup.provider.profile = other
    await visit(url, injected)
    expect(await emailOf(victim)).toBe(ann.email)
    expect(await userIdOf(setup, 'ob', other)).toBeUndefined()
  })

  test.each(injections)('an injected mail does not either: %s', async (_how, injected) => {
    const { setup, victim, ann, attacker, mallory, visit } = await setUpAttack()
    await attacker.post('/auth/signin/mail', { email: mallory.email })
    inject(attacker, victim)
    expect(location(await visit(setup.mails.at(-1)?.url ?? '', injected))).toBe(CHOOSE)
    expect(await emailOf(victim)).toBe(ann.email)
  })
})

describe('with cookies that hide the session of the victim behind that of the attacker', () => {
  const setUpAttack = async () => {
    // The session of the victim takes several cookies, and a second one of these makes it unreadable.
    const jwt: NonNullable<AuthConfig['callbacks']>['jwt'] = ({ token, user }) =>
      user?.name === 'Large' ? { ...token, large: 'x'.repeat(4000) } : token
    const setup = setUp({ session: { strategy: 'jwt' }, callbacks: { jwt } })
    const { browser: victim, user: ann } = await signUp(setup, newProviderUser({ name: 'Large' }))
    const { browser: attacker, user: mallory } = await signUp(setup)
    const visit = (url: string) =>
      victim.get(url, { cookie: `${victim.header}; ${SESSION}.0=x; ${SESSION}=${sessionOf(attacker)}` })
    return { setup, victim, ann, attacker, mallory, visit }
  }

  test('an injected sign-in does not replace the session', async () => {
    const { setup, victim, ann, attacker, mallory, visit } = await setUpAttack()
    const url = callbackUrl(await startSignIn(attacker, 'oa'))
    inject(attacker, victim)
    setup.provider.profile = mallory
    expect(location(await visit(url))).toBe(CHOOSE)
    expect(await emailOf(victim)).toBe(ann.email)
  })

  test('an injected request to link does not either', async () => {
    const { setup, victim, ann, attacker, visit } = await setUpAttack()
    const url = callbackUrl(await startLink(attacker, 'ob'))
    inject(attacker, victim)
    setup.provider.profile = newProviderUser()
    expect(location(await visit(url))).toBe(CHOOSE)
    expect(await emailOf(victim)).toBe(ann.email)
  })
})

test('an emptied session cookie before the new one asks nothing', async () => {
  const setup = setUp()
  const { browser, user: ann } = await signUp(setup)
  const url = callbackUrl(await startSignIn(browser, 'oa'))
  setup.provider.profile = ann
  expect(location(await browser.get(url, { cookie: `${SESSION}=; ${browser.header}` }))).toBe(SETTINGS)
})

describe('an injected sign-in that a mail to the victim would continue', () => {
  /** The attacker returns from a provider with the address of the victim, which must be verified by a mail. */
  const setUpAttack = async (mail: Partial<EmailConfig> = {}) => {
    const codes: string[] = []
    const sent = mail.mode === 'code' ? { sendVerificationRequest: ({ code = '' }) => void codes.push(code) } : {}
    const setup = setUp({ requireVerifiedEmail: true }, { ...mail, ...sent })
    const [attacker, victim, mallory] = [setup.browser(), setup.browser(), newProviderUser({ name: 'Mallory' })]
    expect(await signInAt(setup, attacker, 'oa', mallory)).toContain('/auth/verify-request')
    inject(attacker, victim)
    const link = setup.mails.at(-1)?.url ?? ''
    return { setup, victim, mallory, link, codes }
  }

  test('is named before its account is attached, and can be refused', async () => {
    const { setup, victim, mallory, link } = await setUpAttack()
    expect(location(await victim.get(link))).toBe(CHOOSE)
    const { text, buttons } = await readQuestion(victim)
    expect(text).toContain(`You came back from OA as ${mallory.email} (OA ${mallory.id}).`)
    expect(Object.entries(buttons)).toEqual([
      ['stay', 'Do not sign in'],
      ['sign-in', `Sign in as ${mallory.email} (OA ${mallory.id})`],
    ])
    expect(await choose(victim, 'stay')).toBe(SETTINGS)
    expect(await victim.session()).toBeNull()
    expect(await userIdOf(setup, 'oa', mallory)).toBeUndefined()
  })

  test('is named after a code, too', async () => {
    const { setup, victim, mallory, codes } = await setUpAttack({ mode: 'code' })
    const typed = { code: codes[0] ?? '', email: mallory.email }
    expect(location(await victim.post('/auth/callback/mail', typed))).toBe(CHOOSE)
    expect(await userIdOf(setup, 'oa', mallory)).toBeUndefined()
  })

  test('continues without a further mail when the user confirms it', async () => {
    const { setup, victim, mallory, link } = await setUpAttack()
    await victim.get(link)
    expect(await choose(victim, 'sign-in')).toBe(SETTINGS)
    expect(await emailOf(victim)).toBe(mallory.email)
    expect(await userIdOf(setup, 'oa', mallory)).toEqual(expect.any(String))
    expect(setup.mails).toHaveLength(1)
  })

  test('is not asked about where only this host can set the cookie', async () => {
    const setup = setUp({ requireVerifiedEmail: true, cookies: {} })
    const [browser, user] = [setup.browser(), newProviderUser()]
    await signInAt(setup, browser, 'oa', user)
    expect(location(await browser.get(setup.mails.at(-1)?.url ?? ''))).toBe(SETTINGS)
  })
})

test('a mail to one user never continues as the user with another spelling of the address', async () => {
  const store = makeStore()
  const [ann, other] = ['ann@example.org', 'Ann@example.org']
  store.users.set('ann', { id: 'ann', email: ann, emailVerified: new Date() })
  store.users.set('other', { id: 'other', email: other, emailVerified: null })
  for (const [userId, id] of [
    ['other', 'oa'],
    ['ann', 'ob'],
  ] as const)
    store.accounts.push({ userId, provider: id, providerAccountId: userId, type: 'oauth' })
  const mails: string[] = []
  const mail: EmailConfig = {
    id: 'mail',
    name: 'Mail',
    type: 'email',
    sendVerificationRequest: ({ url }) => void mails.push(url),
  }
  const entries = ['oa', 'ob'].map((id) => provider.config({ id, name: id.toUpperCase() }))
  const adapter = new StoreAdapter(store)
  const setup = setUpAuth({ providers: [...entries, mail], adapter, requireVerifiedEmail: true, cookies })
  const [attacker, victim] = [setup.browser(), setup.browser()]
  const mallory = newProviderUser({ id: 'other', email: other })
  expect(await signInAt({ provider }, attacker, 'oa', mallory)).toContain('/verify-request')
  expect(await signInAt({ provider }, victim, 'ob', newProviderUser({ id: 'ann', email: ann }))).toBe(SETTINGS)
  inject(attacker, victim)
  // The link is for the address of the current user, so its page has no other user to name.
  expect(location(await victim.get(mails.at(-1) ?? ''))).toBe(CHOOSE)
  expect(await emailOf(victim)).toBe(ann)
})

test('a typed code of an injected attempt does not replace the session', async () => {
  const codes: string[] = []
  const setup = setUp({}, { mode: 'code', sendVerificationRequest: ({ code = '' }) => void codes.push(code) })
  const { browser: victim, user: ann } = await signUp(setup)
  const attacker = setup.browser()
  await attacker.post('/auth/signin/mail', { email: 'mallory@example.org' })
  inject(attacker, victim)
  expect(location(await victim.post('/auth/callback/mail', { code: codes[0] ?? '' }))).toBe(CHOOSE)
  expect(await emailOf(victim)).toBe(ann.email)
})
