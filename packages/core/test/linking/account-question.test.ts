import { memoryAdapter } from '@authwright/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Adapter, AuthConfig, Profile, User } from '../../src/index.ts'
import { fullLocation, location, setUpAuth, ORIGIN, type TestBrowser } from '@authwright/test-kit/auth-setup'
import { choose, CHOOSE, readQuestion } from '@authwright/test-kit/linking/account-question'
import { accountQuestionRules } from '@authwright/test-kit/linking/account-question-rules'
import { confirmOnPage } from '@authwright/test-kit/email/email-setup'
import { callbackUrl, startProvider, type TestProvider } from '@authwright/test-kit/oauth-provider'
import {
  finishSignIn,
  newProviderUser,
  setUpLinking,
  signInAt,
  signInByMail,
  signUp,
  startSignIn,
  userIdOf,
  type LinkingSetup,
} from '@authwright/test-kit/linking/linking-setup'

let provider: TestProvider
beforeAll(async () => void (provider = await startProvider()))
afterAll(() => provider.close())

const withoutTransactions = (): Adapter => {
  const { transaction: _none, ...adapter } = memoryAdapter()
  return adapter
}

describe('over memory', () => {
  accountQuestionRules(() => ({ adapter: memoryAdapter(), provider }))
})
describe('without transactions', () => {
  accountQuestionRules(() => ({ adapter: withoutTransactions(), provider }))
})

const setUp = (config: Partial<AuthConfig> = {}): LinkingSetup =>
  setUpLinking({ adapter: memoryAdapter(), provider, config })

/** Bob signs in by a password. The database does not have him. */
const withPassword = (user: User & { id: string } = { id: 'bob', name: 'Bob', email: 'bob@example.org' }) => {
  const credentials = {
    id: 'password',
    name: 'Password',
    type: 'credentials' as const,
    credentials: {},
    authorize: () => user,
  }
  return { session: { strategy: 'jwt' as const }, providers: [provider.config(), credentials] }
}

const SETTINGS = `${ORIGIN}/settings`
const emailOf = async (browser: TestBrowser) => (await browser.session())?.user?.email

/** Ann is signed in and returns with the account of a new user. */
const returnWithNewAccount = async (setup: LinkingSetup, fields: Record<string, string> = {}) => {
  const { browser, user: ann } = await signUp(setup)
  const other = newProviderUser()
  const url = await startSignIn(browser, 'ob', fields)
  expect(await finishSignIn(setup, browser, url, other)).toBe(CHOOSE)
  return { browser, ann, other }
}

const pendingCookies = ({ cookies }: TestBrowser) => [...cookies].filter(([name]) => name.includes('pending-sign-in'))

describe('the question which account to use', () => {
  test('is asked after the signIn callback, which runs once', async () => {
    const seen: unknown[] = []
    const setup = setUp({ callbacks: { signIn: ({ account }) => seen.push(account?.provider) > 0 } })
    const { browser } = await returnWithNewAccount(setup)
    expect(seen).toEqual(['oa', 'ob'])
    await choose(browser, 'sign-in')
    expect(seen).toEqual(['oa', 'ob'])
  })

  test('keeps the tokens of the provider for the account', async () => {
    const setup = setUp()
    const { browser, other } = await returnWithNewAccount(setup)
    await choose(browser, 'connect')
    const id = (await userIdOf(setup, 'ob', other)) ?? ''
    const accounts = (await setup.adapter.listAccounts?.(id)) ?? []
    expect(accounts.find((account) => account.provider === 'ob')).toMatchObject({ access_token: 'at-1' })
  })

  test('does not offer to connect if the form has link=false', async () => {
    const setup = setUp()
    const { browser, other } = await returnWithNewAccount(setup, { link: 'false' })
    const page = await readQuestion(browser)
    expect(Object.keys(page.buttons)).toEqual(['stay', 'sign-in'])
    expect(await choose(browser, 'connect', page)).toBe(CHOOSE)
    expect(await userIdOf(setup, 'ob', other)).toBeUndefined()
  })

  test('ends after 15 minutes', async () => {
    const setup = setUp()
    const { browser, ann, other } = await returnWithNewAccount(setup)
    const page = await readQuestion(browser)
    setup.clock.forward(901)
    expect(await choose(browser, 'sign-in', page)).toBe(`${ORIGIN}/`)
    expect(await emailOf(browser)).toBe(ann.email)
    expect(await userIdOf(setup, 'ob', other)).toBeUndefined()
  })

  test.each(['stay', 'sign-in', 'connect'] as const)('ends with the first choice (%s)', async (choice) => {
    const { browser } = await returnWithNewAccount(setUp())
    const page = await readQuestion(browser)
    expect(await choose(browser, choice, page)).toBe(SETTINGS)
    expect(await choose(browser, choice, page)).toBe(`${ORIGIN}/`)
  })

  test.each<readonly [string, Record<string, string>]>([
    ['another site', { origin: 'https://evil.test' }],
    ['a page without a token', {}],
  ])('takes no choice from %s', async (_from, headers) => {
    const setup = setUp()
    const { browser, ann } = await returnWithNewAccount(setup)
    const { question } = await readQuestion(browser)
    await browser.post('/auth/choose-account', { choice: 'sign-in', question }, headers)
    expect(await emailOf(browser)).toBe(ann.email)
    expect(setup.errors.map(({ name }) => name)).toEqual(['MissingCSRF'])
  })

  test('is not asked again after its choice failed, because it is spent', async () => {
    const adapter = withoutTransactions()
    const setup = setUpLinking({
      adapter: {
        ...adapter,
        linkAccount: (account) => {
          if (account.provider === 'ob') throw new Error('The database is down')
          return adapter.linkAccount?.(account)
        },
      },
      provider,
    })
    const { browser } = await returnWithNewAccount(setup)
    expect(await choose(browser, 'connect')).toContain('/auth/error?error=Configuration')
    expect(location(await browser.get('/auth/choose-account'))).toBe(`${ORIGIN}/`)
  })

  test('takes no choice for another sign-in, which an attacker injected after the page was shown', async () => {
    const setup = setUp()
    const { browser: victim, ann } = await returnWithNewAccount(setup)
    const page = await readQuestion(victim)
    const { browser: attacker, other: mallory } = await returnWithNewAccount(setup)
    for (const [name, value] of pendingCookies(attacker)) victim.cookies.set(name, value)
    for (const choice of ['sign-in', 'connect'] as const) expect(await choose(victim, choice, page)).toBe(`${ORIGIN}/`)
    expect(await emailOf(victim)).toBe(ann.email)
    expect(await userIdOf(setup, 'ob', mallory)).toBeUndefined()
    // The question was asked of the attacker, so it is gone.
    expect(pendingCookies(victim)).toEqual([])
  })

  test('does not sign in a browser without a session into which an attacker injected it', async () => {
    const setup = setUp()
    const { browser: attacker, other: mallory } = await returnWithNewAccount(setup)
    const page = await readQuestion(attacker)
    const victim = setup.browser(Object.fromEntries(pendingCookies(attacker)))
    expect(fullLocation(await victim.get('/auth/choose-account'))).toBe(SETTINGS)
    expect(pendingCookies(victim)).toEqual([])
    const again = setup.browser(Object.fromEntries(pendingCookies(attacker)))
    expect(await choose(again, 'sign-in', page)).toBe(SETTINGS)
    expect([await victim.session(), await again.session()]).toEqual([null, null])
    expect(await userIdOf(setup, 'ob', mallory)).toBeUndefined()
  })

  test('names users without an address by their names', async () => {
    const setup = setUp()
    const { browser } = await signUp(setup, newProviderUser({ email: undefined, name: 'Ann Archer' }))
    const bea = newProviderUser({ email: undefined, name: 'Bea' })
    await signInAt(setup, browser, 'ob', bea)
    expect((await readQuestion(browser)).text).toContain(
      `You are signed in as Ann Archer. You came back from OB as Bea (OB ${bea.id}).`,
    )
    await browser.post('/auth/signin/mail', { email: 'bea@example.org' })
    const html = await (await browser.get(setup.mails.at(-1)?.url ?? '')).text()
    expect(html.replaceAll(/<[^>]*>/g, '')).toContain('You will be signed out as Ann Archer in this browser.')
  })

  test('is not asked after a password, which the user typed on a page of the application', async () => {
    const setup = setUp(withPassword())
    const { browser } = await signUp(setup)
    expect(location(await browser.post('/auth/callback/password', { callbackUrl: '/settings' }))).toBe(SETTINGS)
    expect(await emailOf(browser)).toBe('bob@example.org')
  })

  test('is asked of a user of authorize whom the database does not have', async () => {
    const setup = setUp(withPassword())
    const browser = setup.browser()
    await browser.post('/auth/callback/password')
    expect(await signInAt(setup, browser, 'oa', newProviderUser())).toBe(CHOOSE)
    expect(Object.entries((await readQuestion(browser)).buttons)).toEqual([
      ['stay', 'Stay signed in as bob@example.org'],
      ['sign-in', expect.stringContaining('Sign in as')],
    ])
    expect(await emailOf(browser)).toBe('bob@example.org')
    expect(await choose(browser, 'sign-in')).toBe(SETTINGS)
  })

  test.each([
    ['the address of the current user', (ann: string) => ann, (ann: string) => ann],
    [
      'the text of another button',
      (ann: string) => `Stay signed in as ${ann}`,
      (ann: string) => `Stay signed in as ${ann}`,
    ],
    ['characters that turn the text around', () => 'a\u202Eb\u2069c', () => 'abc'],
    ['a text that hides what follows', () => 'x'.repeat(500), () => `${'x'.repeat(79)}…`],
  ])('shows the id of an account whose name is %s', async (_what, write, shown) => {
    const setup = setUp()
    const { browser, user: ann } = await signUp(setup)
    const mallory = newProviderUser({ email: undefined, name: write(ann.email) })
    await signInAt(setup, browser, 'ob', mallory)
    const { text, buttons } = await readQuestion(browser)
    expect(buttons['sign-in']).toBe(`Sign in as ${shown(ann.email)} (OB ${mallory.id})`)
    expect(text).toContain(`You came back from OB as ${shown(ann.email)} (OB ${mallory.id}).`)
    expect(Object.keys(buttons)[0]).toBe('stay')
    expect(await (await browser.get('/auth/choose-account')).text()).toContain(`<bdi>${shown(ann.email)}</bdi>`)
  })

  test('isolates the name of the current user, without characters that end the isolation', async () => {
    const setup = setUp(withPassword({ id: 'bob', name: 'B\u2069o\u202Eb' }))
    const browser = setup.browser()
    await browser.post('/auth/callback/password')
    await signInAt(setup, browser, 'oa', newProviderUser())
    expect((await readQuestion(browser)).buttons.stay).toBe('Stay signed in as B\uFFFDo\uFFFDb')
  })

  test('leads to the home page without a pending sign-in', async () => {
    const setup = setUp()
    const { browser } = await signUp(setup)
    expect(fullLocation(await browser.get('/auth/choose-account'))).toBe(`${ORIGIN}/`)
    expect(await choose(browser, 'sign-in', { question: 'x', csrfToken: 'x' })).toContain(ORIGIN)
  })

  test('can be asked for by server code that starts the sign-in', async () => {
    const setup = setUp()
    const { browser, user: ann } = await signUp(setup)
    const begin = async (options: { readonly link?: boolean }) => {
      const request = new Request(`${ORIGIN}/settings`, { headers: { cookie: browser.header } })
      const { redirect = '', cookies = [] } = await setup.auth.signIn(request, 'ob', options)
      for (const { name, value } of cookies) browser.cookies.set(name, encodeURIComponent(value))
      return redirect
    }
    const other = newProviderUser()
    expect(await finishSignIn(setup, browser, await begin({}), other)).toBe(CHOOSE)
    await finishSignIn(setup, browser, await begin({ link: true }), other)
    expect(await userIdOf(setup, 'ob', other)).toBe(await userIdOf(setup, 'oa', ann))
  })
})

describe('with requireVerifiedEmail', () => {
  test('the question comes before the mail, and the mail finishes the sign-in', async () => {
    const setup = setUp({ requireVerifiedEmail: true })
    const browser = setup.browser()
    await signInByMail(setup, browser, 'ann@example.org')
    const other = newProviderUser()
    expect(await signInAt(setup, browser, 'ob', other)).toBe(CHOOSE)
    expect(setup.mails).toHaveLength(1)
    expect(await choose(browser, 'sign-in')).toBe(`${ORIGIN}/auth/verify-request?provider=mail&type=email`)
    expect(await emailOf(browser)).toBe('ann@example.org')
    expect(await userIdOf(setup, 'ob', other)).toBeUndefined()
    const link = setup.mails.at(-1)?.url ?? ''
    const html = await (await browser.get(link)).text()
    expect(html.replaceAll(/<[^>]*>/g, '')).toContain('You will be signed out as ann@example.org')
    expect(location(await confirmOnPage(browser, link))).toBe(SETTINGS)
    expect(await emailOf(browser)).toBe(other.email)
    expect(await userIdOf(setup, 'ob', other)).toEqual(expect.any(String))
  })

  test('a choice does not replace the mail', async () => {
    const setup = setUp({ requireVerifiedEmail: true })
    const browser = setup.browser()
    const other = newProviderUser()
    expect(await signInAt(setup, browser, 'ob', other)).toContain('/auth/verify-request')
    for (const choice of ['sign-in', 'connect'] as const)
      expect(await choose(browser, choice, { question: '', csrfToken: '' })).toBe(`${ORIGIN}/`)
    expect(await browser.session()).toBeNull()
    expect(await userIdOf(setup, 'ob', other)).toBeUndefined()
  })
})

describe('without an adapter', () => {
  const signIn = async (browser: TestBrowser, profile: Record<string, unknown>) => {
    provider.profile = profile
    const url = fullLocation(await browser.post('/auth/signin/oa', { callbackUrl: '/settings' }))
    return location(await browser.get(callbackUrl(url)))
  }
  const ann = { id: 'ann', name: 'Ann', email: 'ann@example.org' }
  const bob = { id: 'bob', name: 'Bob', email: 'bob@example.org' }

  test.each([
    ['the default claims', {}],
    ['a jwt callback that changes sub', { jwt: ({ token }) => ({ ...token, sub: 'always the same' }) }],
    ['a jwt callback that leaves sub out', { jwt: ({ token: { sub: _sub, ...token } }) => token }],
    [
      'a jwt callback with the id of the provider',
      {
        jwt: ({ token, profile }) =>
          profile ? { ...token, sub: String(profile['id'] satisfies Profile[string]) } : token,
      },
    ],
  ] satisfies [string, AuthConfig['callbacks']][])(
    'the user is asked about another account only, with %s',
    async (_claims, callbacks) => {
      const browser = setUpAuth({ providers: [provider.config()], callbacks }).browser()
      expect(await signIn(browser, ann)).toBe(SETTINGS)
      expect(await signIn(browser, ann)).toBe(SETTINGS)
      expect(await signIn(browser, bob)).toBe(CHOOSE)
      const { text, buttons } = await readQuestion(browser)
      const named = 'bob@example.org (OA bob)'
      expect(text).toContain(`You are signed in as ann@example.org. You came back from OA as ${named}.`)
      expect(Object.keys(buttons)).toEqual(['stay', 'sign-in'])
      expect(await emailOf(browser)).toBe('ann@example.org')
      expect(await choose(browser, 'sign-in')).toBe(SETTINGS)
      expect(await emailOf(browser)).toBe('bob@example.org')
    },
  )

  test('the id of the account tells two users with the same address apart', async () => {
    const browser = setUpAuth({ providers: [provider.config()] }).browser()
    await signIn(browser, ann)
    await signIn(browser, { ...bob, email: ann.email })
    expect((await readQuestion(browser)).buttons).toEqual({
      stay: 'Stay signed in as ann@example.org',
      'sign-in': 'Sign in as ann@example.org (OA bob)',
    })
  })
})
