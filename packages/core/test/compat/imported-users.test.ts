import { memoryAdapter } from '@authwright/testing'
import { callbackUrl, startProvider, type TestProvider } from '@authwright/test-kit/oauth-provider'
import { fullLocation, location, ORIGIN, type TestBrowser } from '@authwright/test-kit/auth-setup'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Adapter, AdapterUser } from '../../src/adapters.ts'
import type { AuthConfig } from '../../src/index.ts'
import { fromAuthJs } from '../../src/compat/index.ts'
import { inDays, move, today } from './moved.ts'

const ADDRESS = 'ann@old.example'

let provider: TestProvider
beforeAll(async () => {
  provider = await startProvider()
})
beforeEach(() => {
  provider.profile = { id: 'ann-1', name: 'Ann', email: ADDRESS }
})
afterAll(() => provider.close())

/** Auth.js, a serial column, Prisma and MongoDB make such ids; the last one is a UUID of version 7 from the day before. */
const OLD_IDS = [
  '3f0b8c4e-9d1a-4c6b-8a57-1f2e3d4c5b6a',
  '7',
  'cjld2cjxh0000qzrmn831i7rn',
  '507f1f77bcf86cd799439011',
  `${(today - 86_400_000)
    .toString(16)
    .padStart(12, '0')
    .replace(/^(.{8})/, '$1-')}-7abc-8def-0123456789ab`,
]

const sent: string[] = []
const mail = {
  id: 'mail',
  type: 'email',
  name: 'Mail',
  sendVerificationRequest: ({ url }: { url: string }) => void sent.push(url),
} as const

/** An application after the move, with the row that Auth.js left: an account at a provider, and no verified address. */
const setUp = async (config: Partial<AuthConfig>, movedAt: Date | undefined, id = OLD_IDS[0] ?? '') => {
  const adapter = memoryAdapter()
  await adapter.createUser({ id, name: 'Ann', email: ADDRESS, emailVerified: null })
  await adapter.linkAccount({ userId: id, type: 'oauth', provider: 'old', providerAccountId: 'ann-1' })
  await adapter.createSession({ sessionToken: 'phone', userId: id, expires: inDays(20) })
  const context = move({ adapter, ...config }, movedAt === undefined ? {} : { movedAt })
  const accounts = () =>
    [...adapter.state().accounts.values()].map((account) => `${account.provider} ${account.userId}`)
  const user = () => adapter.state().users.get(id)
  const sessions = () => [...adapter.state().sessions.keys()]
  return {
    ...context,
    adapter,
    id,
    accounts,
    user,
    sessions,
    browserAgain: context.browser,
    browser: context.browser(),
  }
}

const signIn = async (browser: TestBrowser, id: string): Promise<string> => {
  const back = new URL(callbackUrl(fullLocation(await browser.post(`/auth/signin/${id}`))))
  return location(await browser.get(back.pathname + back.search))
}

const openMail = async (browser: TestBrowser): Promise<void> => {
  sent.length = 0
  await browser.post('/auth/signin/mail', { email: ADDRESS })
  const link = new URL(sent[0] ?? '')
  await browser.get(link.pathname + link.search)
}

const old = (options = {}) => provider.config({ id: 'old', ...options })

describe.each(['jwt', 'database'] as const)(
  'a user of Auth.js without a verified address, with %s sessions,',
  (strategy) => {
    const session = { strategy }

    test.each(OLD_IDS)('keeps accounts and sessions when a mail verifies the address (%s)', async (id) => {
      const context = await setUp({ providers: [mail, old()], session }, new Date(today), id)
      await openMail(context.browser)
      expect(await context.browser.session()).toMatchObject({ user: { email: ADDRESS } })
      expect(context.accounts()).toStrictEqual([`old ${id}`])
      expect(context.sessions()).toContain('phone')
      expect(context.user()?.emailVerified).toBeInstanceOf(Date)
    })

    test('stays signed in when another browser verifies the address', async () => {
      const { browser, ...context } = await setUp({ providers: [mail, old()], session }, new Date(today))
      await signIn(browser, 'old')
      await openMail(context.browserAgain())
      expect(await browser.session()).toMatchObject({ user: { email: ADDRESS } })
    })

    test('keeps the account when another provider links by the address', async () => {
      const providers = [
        old(),
        provider.config({ id: 'new', allowDangerousEmailAccountLinking: true, emailVerified: () => true }),
      ]
      const context = await setUp({ providers, session }, new Date(today))
      expect(await signIn(context.browser, 'new')).toBe(`${ORIGIN}/`)
      expect(context.accounts()).toStrictEqual([`old ${context.id}`, `new ${context.id}`])
      expect(context.sessions()).toContain('phone')
    })

    test.each([
      ['the same address', ADDRESS, true],
      ['another address', 'ann@new.example', false],
    ])('has a verified address after a sign-in with the linked account, whose provider verifies %s', async (...row) => {
      const [, email, isVerified] = row
      provider.profile = { id: 'ann-1', name: 'Ann', email }
      const providers = [old({ emailVerified: () => true })]
      const context = await setUp({ providers, session }, new Date(today))
      await signIn(context.browser, 'old')
      expect(context.user()?.email).toBe(ADDRESS)
      expect(context.user()?.emailVerified instanceof Date).toBe(isVerified)
      expect(context.accounts()).toStrictEqual([`old ${context.id}`])
    })

    test.each([
      ['without transactions', false],
      ['with transactions that an error aborts', true],
    ])(
      'signs in with the linked account if the database cannot store that it is verified, %s',
      async (_how, aborts) => {
        const { transaction: _none, ...memory } = memoryAdapter()
        const open = (isTransaction: boolean, state = { isAborted: false }): Adapter => ({
          ...memory,
          getUser: (id) => {
            if (state.isAborted) throw new Error('current transaction is aborted')
            return memory.getUser(id)
          },
          updateUser: (row) => {
            if (!Object.hasOwn(row, 'emailVerified')) return memory.updateUser(row)
            state.isAborted = isTransaction
            throw new Error('column "emailVerified" does not exist')
          },
          createSession: (row) => {
            if (state.isAborted) throw new Error('current transaction is aborted')
            return memory.createSession(row)
          },
        })
        const transaction: NonNullable<Adapter['transaction']> = (work) => work(open(true))
        const adapter: Adapter = { ...open(false), ...(aborts ? { transaction } : {}) }
        const id = OLD_IDS[0] ?? ''
        await memory.createUser({ id, name: 'Ann', email: ADDRESS, emailVerified: null })
        await memory.linkAccount({ userId: id, type: 'oauth', provider: 'old', providerAccountId: 'ann-1' })
        const providers = [old({ emailVerified: () => true })]
        const { browser: newBrowser, errors } = move({ adapter, providers, session }, { movedAt: new Date(today) })
        const browser = newBrowser()
        expect(await signIn(browser, 'old')).toBe(`${ORIGIN}/`)
        expect(await browser.session()).toMatchObject({ user: { email: ADDRESS } })
        expect(errors.map(String).join()).toContain('updateUser failed')
      },
    )

    test('does not lose the address to a verified identity, on a site without mail', async () => {
      provider.profile = { id: 'eve-1', name: 'Eve', email: ADDRESS }
      const providers = [old(), provider.config({ id: 'new', emailVerified: () => true })]
      const context = await setUp({ providers, session }, new Date(today))
      expect(await signIn(context.browser, 'new')).toContain('error=OAuthAccountNotLinked')
      expect(context.user()).toMatchObject({ email: ADDRESS })
    })

    test.each([
      ['without movedAt', undefined],
      ['created after the move', new Date(today - 2 * 86_400_000)],
    ])('loses what was attached when a mail verifies the address, if the user is %s', async (_how, movedAt) => {
      const context = await setUp({ providers: [mail, old()], session }, movedAt, OLD_IDS.at(-1))
      await openMail(context.browser)
      expect(context.accounts()).toStrictEqual([])
      expect(context.sessions()).not.toContain('phone')
    })
  },
)

test('an id without a time counts as newer where the sign-up form of the application creates users', async () => {
  const password = { id: 'password', name: 'P', type: 'credentials', credentials: {}, authorize: () => null } as const
  const context = await setUp({ providers: [mail, old(), password] }, new Date(today))
  await openMail(context.browser)
  expect(context.accounts()).toStrictEqual([])
})

test('an imported user who loses the address to another user is signed out', async () => {
  const { browser, ...context } = await setUp(
    { providers: [mail, old()], session: { strategy: 'jwt' } },
    new Date(today),
  )
  await signIn(browser, 'old')
  await context.adapter.updateUser({ id: context.id, email: null as unknown as string })
  expect(await browser.session()).toBeNull()
})

test('a user who signs up after the move with an unverified address is not an imported one', async () => {
  const { browser, ...context } = await setUp({ providers: [mail, old()] }, new Date(today))
  provider.profile = { id: 'eve-1', name: 'Eve', email: 'victim@site.example' }
  await signIn(browser, 'old')
  const eve = [...context.adapter.state().users.values()].find(({ email }) => email === 'victim@site.example')
  expect(context.accounts()).toContain(`old ${eve?.id}`)
  const victim = context.browserAgain()
  await victim.post('/auth/signin/mail', { email: 'victim@site.example' })
  const link = new URL(sent.at(-1) ?? '')
  await victim.get(link.pathname + link.search)
  expect(context.accounts()).not.toContain(`old ${eve?.id}`)
})

test('a time of the move in the future is refused, because users who sign up now would count as imported', async () => {
  const { browser, errors } = move({ adapter: memoryAdapter(), providers: [old()] }, { movedAt: inDays(1) })
  expect((await browser().get('/auth/session')).status).toBe(500)
  expect(errors.map(String).join()).toContain('account.importedBefore has to be a time in the past')
})

/** An adapter whose database numbers the users. */
const numbering = ({ createUser, transaction, ...others }: Required<Adapter>, hasTransactions: boolean): Adapter => {
  const numbered = { ...others, createUser: (user: AdapterUser) => createUser({ ...user, id: '8' }) }
  const begin: Adapter['transaction'] = (work) => transaction(() => work(numbered))
  return hasTransactions ? { ...numbered, transaction: begin } : numbered
}

describe.each([
  ['with', true],
  ['without', false],
])('a new user whose id does not show the time, %s transactions,', (_with, hasTransactions) => {
  test.each([
    ['gets no address that the provider may not have verified', {}, null],
    ['gets a verified address', { emailVerified: () => true }, ADDRESS],
  ])('%s', async (_rule, options, email) => {
    const adapter = memoryAdapter()
    const { browser } = move(
      { adapter: numbering(adapter, hasTransactions), providers: [old(options)] },
      { movedAt: new Date(today) },
    )
    const signedIn = browser()
    await signIn(signedIn, 'old')
    expect(await signedIn.session()).toMatchObject({ user: { name: 'Ann' } })
    expect(adapter.state().users.get('8')?.email ?? null).toBe(email)
  })
})

test('fromAuthJs keeps the other options of accounts', () => {
  const config = fromAuthJs(
    { providers: [], account: { notifications: false } },
    { until: inDays(9), movedAt: '2027-01-01' },
  )
  expect(config).toMatchObject({ account: { notifications: false, importedBefore: '2027-01-01' } })
})
