import { memoryAdapter } from '@authwright/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Adapter, AuthConfig } from '../../src/index.ts'
import { startProvider, type TestProvider } from '@authwright/test-kit/oauth-provider'
import { location, ORIGIN } from '@authwright/test-kit/auth-setup'
import { verifiedAddressRules } from '@authwright/test-kit/linking/verified-address-rules'
import {
  newProviderUser,
  setUpLinking,
  signInAt,
  signInByMail,
  userIdOf,
  type LinkingSetup,
} from '@authwright/test-kit/linking/linking-setup'

let provider: TestProvider
beforeAll(async () => void (provider = await startProvider()))
afterAll(() => provider.close())

/** The transaction of the memory adapter would have all methods, so leave it out too. */
const lacking = (...methods: (keyof Adapter)[]): Adapter =>
  Object.fromEntries(Object.entries(memoryAdapter()).filter(([name]) => !methods.some((method) => method === name)))

/** What the adapters published for Auth.js do not have. */
const UNPUBLISHED = ['listAccounts', 'deleteSessions', 'transaction', 'listSessions'] as const

describe('over memory', () => {
  verifiedAddressRules(() => ({ adapter: memoryAdapter(), provider }))
})

describe('without transactions', () => {
  verifiedAddressRules(() => ({ adapter: lacking('transaction'), provider }))
})

const ANN = 'ann@example.org'
const strategies = ['database', 'jwt'] as const

const setUp = (adapter: Adapter, config: Partial<AuthConfig>): LinkingSetup =>
  setUpLinking({ adapter, provider, config })

describe.each(strategies)('where the accounts of a user cannot be removed (%s sessions)', (strategy) => {
  const start = (config: Partial<AuthConfig> = {}) =>
    setUp(lacking(...UNPUBLISHED), { session: { strategy }, ...config })

  test('an attacker who enters an address at a provider gets no access to the user who has the mailbox', async () => {
    const setup = start()
    const [mallory, ann, eve] = [setup.browser(), setup.browser(), newProviderUser({ email: ANN })]
    expect(await signInAt(setup, mallory, 'oa', eve)).toBe(`${ORIGIN}/settings`)
    expect((await mallory.session())?.user?.email ?? null).toBeNull()
    await signInByMail(setup, ann, ANN)
    expect(await ann.session()).toMatchObject({ user: { email: ANN } })
    expect(await userIdOf(setup, 'oa', eve)).not.toBe((await setup.adapter.getUserByEmail?.(ANN))?.id)
    const again = setup.browser()
    await signInAt(setup, again, 'oa', eve)
    for (const visitor of [mallory, again]) expect((await visitor.session())?.user?.email ?? null).toBeNull()
  })

  test('an address that the provider verified is stored', async () => {
    const verified = provider.config({ id: 'oa', emailVerified: (profile) => profile.email_verified === true })
    const mail = { id: 'mail', name: 'Mail', type: 'email' as const, sendVerificationRequest: () => undefined }
    const setup = start({ providers: [verified, mail] })
    const visitor = setup.browser()
    await signInAt(setup, visitor, 'oa', newProviderUser({ email: ANN, email_verified: true }))
    expect(await visitor.session()).toMatchObject({ user: { email: ANN } })
  })

  test('a stored address stays with its user', async () => {
    const setup = start()
    const eve = newProviderUser({ email: ANN })
    await setup.adapter.createUser?.({ id: 'u1', name: 'Ann', email: ANN, emailVerified: null })
    await setup.adapter.linkAccount?.({ provider: 'oa', providerAccountId: eve.id, type: 'oauth', userId: 'u1' })
    const visitor = setup.browser()
    await signInAt(setup, visitor, 'oa', eve)
    expect(await visitor.session()).toMatchObject({ user: { email: ANN } })
  })

  test('an address is stored if no user signs in by mail', async () => {
    const setup = start({ providers: [provider.config({ id: 'oa' })] })
    const visitor = setup.browser()
    await signInAt(setup, visitor, 'oa', newProviderUser({ email: ANN }))
    expect(await visitor.session()).toMatchObject({ user: { email: ANN } })
  })
})

describe('what can be removed is removed', () => {
  test('accounts, with sessions in cookies and an adapter without deleteSessions', async () => {
    const setup = setUp(lacking('deleteSessions', 'transaction'), { session: { strategy: 'jwt' } })
    const [mallory, ann, eve] = [setup.browser(), setup.browser(), newProviderUser({ email: ANN })]
    await signInAt(setup, mallory, 'oa', eve)
    expect(await mallory.session()).toMatchObject({ user: { email: ANN } })
    await signInByMail(setup, ann, ANN)
    expect([await mallory.session(), await userIdOf(setup, 'oa', eve)]).toEqual([null, undefined])
  })

  test('sessions of a row that was there, with an adapter without listAccounts', async () => {
    const setup = setUp(lacking('listAccounts', 'transaction'), { session: { strategy: 'database' } })
    const [mallory, eve] = [setup.browser(), newProviderUser({ email: ANN })]
    await setup.adapter.createUser?.({ id: 'u1', name: 'Ann', email: ANN, emailVerified: null })
    await setup.adapter.linkAccount?.({ provider: 'oa', providerAccountId: eve.id, type: 'oauth', userId: 'u1' })
    await signInAt(setup, mallory, 'oa', eve)
    expect(await mallory.session()).toMatchObject({ user: { email: ANN } })
    await signInByMail(setup, setup.browser(), ANN)
    expect(await mallory.session()).toBeNull()
  })
})

test('a user whose row comes without an address loses nothing to a user who verified one', async () => {
  const memory = memoryAdapter()
  await memory.createUser({ id: 'claim', name: 'Ann', email: ANN, emailVerified: null })
  const withoutEmail = async (user: ReturnType<typeof memory.getUser>) => {
    const { email: _email, ...row } = (await user) ?? {}
    return row as Awaited<typeof user>
  }
  const { transaction: _transaction, ...rest } = memory
  const adapter: Adapter = {
    ...rest,
    getUser: (id) => (id === 'claim' ? withoutEmail(memory.getUser(id)) : memory.getUser(id)),
    getUserByEmail: (email) =>
      email === ANN ? withoutEmail(memory.getUserByEmail(email)) : memory.getUserByEmail(email),
  }
  const setup = setUp(adapter, { providers: [provider.config({ id: 'oa', emailVerified: () => true })] })
  const updates: unknown[] = []
  adapter.updateUser = async (changes) => {
    updates.push(changes)
    return memory.updateUser(changes)
  }
  const end = await signInAt(setup, setup.browser(), 'oa', newProviderUser({ email: ANN }))
  expect([end.includes('error=OAuthAccountNotLinked'), updates]).toEqual([true, []])
})

describe('a user without an address who verifies one', () => {
  /** Ann has an account without an address, and another user has her address. */
  const start = async (adapter: Adapter, strategy: 'database' | 'jwt', emailVerified: Date | null) => {
    const urls: string[] = []
    const setup = setUp(adapter, {
      session: { strategy },
      requireVerifiedEmail: true,
      providers: [
        provider.config({ id: 'oa', emailVerified: () => false }),
        { id: 'mail', name: 'Mail', type: 'email', sendVerificationRequest: ({ url }) => void urls.push(url) },
      ],
    })
    const person = newProviderUser({ email: ANN })
    await adapter.createUser?.({ id: 'u1', name: 'Ann', emailVerified: null } as Parameters<
      NonNullable<Adapter['createUser']>
    >[0])
    await adapter.linkAccount?.({ provider: 'oa', providerAccountId: person.id, type: 'oauth', userId: 'u1' })
    await adapter.createUser?.({ id: 'claim', name: 'Mallory', email: ANN, emailVerified })
    const visitor = setup.browser()
    await signInAt(setup, visitor, 'oa', person)
    return { visitor, open: async () => location(await visitor.get(urls.at(-1) ?? '')) }
  }

  describe.each([
    ['with', memoryAdapter],
    ['without', () => lacking('transaction')],
  ] as const)('%s transactions', (_how, make) => {
    test.each(strategies)('gets it from a user who never verified it (%s sessions)', async (strategy) => {
      const adapter = make()
      const { visitor, open } = await start(adapter, strategy, null)
      expect(await open()).toBe(`${ORIGIN}/settings`)
      expect(await visitor.session()).toMatchObject({ user: { email: ANN } })
      expect(await adapter.getUserByEmail?.(ANN)).toMatchObject({ id: 'u1', emailVerified: expect.any(Date) })
      expect((await adapter.getUser?.('claim'))?.email ?? null).toBeNull()
    })

    test.each(strategies)('is refused if another user verified it (%s sessions)', async (strategy) => {
      const adapter = make()
      const { visitor, open } = await start(adapter, strategy, new Date(0))
      expect(await open()).toContain('error=OAuthAccountNotLinked')
      expect(await visitor.session()).toBeNull()
      expect(await adapter.getUserByEmail?.(ANN)).toMatchObject({ id: 'claim' })
      expect((await adapter.getUser?.('u1'))?.email ?? null).toBeNull()
    })
  })

  test.each(strategies)('gets it, as requireVerifiedEmail demands (%s sessions)', async (strategy) => {
    const urls: string[] = []
    const adapter = memoryAdapter()
    const site = (requireVerifiedEmail: boolean): LinkingSetup =>
      setUp(adapter, {
        session: { strategy },
        requireVerifiedEmail,
        providers: [
          provider.config({ id: 'oa', emailVerified: () => false }),
          { id: 'mail', name: 'Mail', type: 'email', sendVerificationRequest: ({ url }) => void urls.push(url) },
        ],
      })
    const person = newProviderUser({ email: ANN })
    const before = site(false)
    await signInAt(before, before.browser(), 'oa', person)
    expect(await adapter.getUserByEmail(ANN)).toBeNull()
    const setup = site(true)
    const visitor = setup.browser()
    await signInAt(setup, visitor, 'oa', person)
    expect(await visitor.session()).toBeNull()
    await visitor.get(urls.at(-1) ?? '')
    expect(await visitor.session()).toMatchObject({ user: { email: ANN } })
    expect(await adapter.getUserByEmail(ANN)).toMatchObject({ emailVerified: expect.any(Date) })
    expect(await userIdOf(setup, 'oa', person)).toBe((await adapter.getUserByEmail(ANN))?.id)
  })
})
