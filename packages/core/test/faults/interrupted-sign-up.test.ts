import { memoryAdapter } from '@authwright/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Adapter, AdapterUser } from '../../src/adapters.ts'
import type { AuthConfig, Profile } from '../../src/index.ts'
import { callbackUrl, startProvider, type TestProvider } from '@authwright/test-kit/oauth-provider'
import { location, setUpAuth, ORIGIN, SECRET, type AuthSetup, type TestBrowser } from '@authwright/test-kit/auth-setup'

const DAY = 86_400

let provider: TestProvider
beforeAll(async () => void (provider = await startProvider()))
beforeEach(() => {
  provider.profile = { id: 'ann-1', name: 'Ann', email: 'ann@example.org' }
})
afterAll(() => provider.close())

type Memory = ReturnType<typeof memoryAdapter>

/** A database without transactions and with unique addresses. */
const withoutTransactions = ({ state: _state, transaction: _transaction, ...rest }: Memory): Adapter => rest

interface Setup extends AuthSetup {
  readonly memory: Memory
  readonly links: string[]
  readonly told: string[]
}

const setUp = (more: Partial<AuthConfig> = {}, memory = memoryAdapter()): Setup => {
  const links: string[] = []
  const told: string[] = []
  const emailVerified = (profile: Profile): boolean => profile.email_verified !== false
  const context = setUpAuth({
    adapter: withoutTransactions(memory),
    providers: [
      provider.config({ emailVerified }),
      provider.config({ id: 'ob', name: 'OB', emailVerified }),
      { id: 'mail', name: 'Mail', type: 'email', sendVerificationRequest: ({ url }) => void links.push(url) },
    ],
    events: { createUser: () => void told.push('createUser'), linkAccount: () => void told.push('linkAccount') },
    ...more,
  })
  return { ...context, memory, links, told }
}

const signIn = async (browser: TestBrowser, id = 'oa'): Promise<string> => {
  const asked = location(await browser.post(`/auth/signin/${id}`, { callbackUrl: '/members' }))
  return location(await browser.get(callbackUrl(asked)))
}

const REFUSED = `${ORIGIN}/auth/signin?error=OAuthAccountNotLinked`
const IN = `${ORIGIN}/members`

/** A sign-up that is interrupted after the user was created and before the account is. */
const interrupted = async (it: Setup): Promise<AdapterUser> => {
  await signIn(it.browser())
  const [user] = it.memory.state().users.values()
  await it.memory.unlinkAccount({ provider: 'oa', providerAccountId: 'ann-1' })
  await it.memory.deleteSessions(user?.id ?? '')
  it.told.length = 0
  if (user === undefined) throw new Error('no user was created')
  return user
}

describe('a sign-up that was interrupted after the user was created', () => {
  test('is resumed by the same account, and createUser is emitted once', async () => {
    const it = setUp()
    const user = await interrupted(it)
    expect(await signIn(it.browser())).toBe(IN)
    const { users, accounts } = it.memory.state()
    expect([...users.keys()]).toEqual([user.id])
    expect([...accounts.values()]).toMatchObject([{ userId: user.id, providerAccountId: 'ann-1' }])
    expect(it.told).toEqual(['createUser', 'linkAccount'])
  })

  test('is resumed after a change of secrets while the old secret is listed', async () => {
    const it = setUp()
    await interrupted(it)
    const later = setUp({ secret: [`${SECRET}, newer`, SECRET] }, it.memory)
    expect(await signIn(later.browser())).toBe(IN)
  })

  test('is resumed if the provider says nothing about the address', async () => {
    const it = setUp({ providers: [provider.config()] })
    await interrupted(it)
    expect(await signIn(it.browser())).toBe(IN)
    expect(it.memory.state().users.size).toBe(1)
  })

  test('is begun again if the provider calls the address unverified, so that the row has none', async () => {
    provider.profile = { ...provider.profile, email_verified: false }
    const it = setUp()
    const { email } = await interrupted(it)
    expect(email).toBeUndefined()
    it.clock.forward(1)
    expect(await signIn(it.browser())).toBe(IN)
    expect(it.memory.state().users.size).toBe(2)
  })
})

describe('a sign-in does not use a user without accounts', () => {
  test('for another account with the same address, at the same provider or another one', async () => {
    const it = setUp()
    await interrupted(it)
    expect(await signIn(it.browser(), 'ob')).toBe(REFUSED)
    provider.profile = { ...provider.profile, id: 'ann-2' }
    expect(await signIn(it.browser())).toBe(REFUSED)
  })

  test('if this library did not create the user, whatever the id looks like', async () => {
    const it = setUp()
    for (const id of [
      'u1',
      crypto.randomUUID(),
      '019aa4e2-7c00-7abc-8def-0123456789ab',
      'ffffffff-ffff-7fff-bfff-ffffffffffff',
    ]) {
      await it.memory.createUser({ id, email: 'ann@example.org', emailVerified: null })
      expect(await signIn(it.browser())).toBe(REFUSED)
      await it.memory.deleteUser(id)
    }
  })

  test('if the user was created with a secret that is no longer listed', async () => {
    const it = setUp()
    await interrupted(it)
    const later = setUp({ secret: `${SECRET}, another` }, it.memory)
    expect(await signIn(later.browser())).toBe(REFUSED)
  })

  test('after more than a day', async () => {
    const it = setUp()
    await interrupted(it)
    it.clock.forward(DAY)
    expect(await signIn(it.browser())).toBe(IN)
    const later = setUp()
    await interrupted(later)
    later.clock.forward(DAY + 1)
    expect(await signIn(later.browser())).toBe(REFUSED)
  })

  test.each([
    ['by the provider', true],
    ['not at all', false],
  ])('if the address was verified by a link since, and %s before', async (_by, verified) => {
    provider.profile = { ...provider.profile, email_verified: verified }
    const it = setUp()
    await interrupted(it)
    it.clock.forward(1)
    const second = it.browser()
    await second.post('/auth/signin/mail', { email: 'ann@example.org' })
    await second.get(it.links[0] ?? '')
    expect(await second.session()).not.toBeNull()
    const { id } = [...it.memory.state().users.values()][0] ?? { id: '' }
    await it.memory.deleteSessions(id)
    expect(await signIn(it.browser())).toBe(REFUSED)
  })

  test('if the user has another account or a session, because then the account was removed', async () => {
    const it = setUp()
    const { id } = await interrupted(it)
    const expires = new Date(Date.now() + DAY * 1000)
    await it.memory.createSession({ sessionToken: 'hers', userId: id, expires })
    expect(await signIn(it.browser())).toBe(REFUSED)
    await it.memory.deleteSession('hers')
    await it.memory.linkAccount({ provider: 'ob', providerAccountId: 'b', type: 'oauth', userId: id })
    expect(await signIn(it.browser())).toBe(REFUSED)
  })

  test('if the user removed the account', async () => {
    const it = setUp()
    const browser = it.browser()
    await signIn(browser)
    it.clock.forward(60)
    const fields = { action: 'unlink', provider: 'oa', providerAccountId: 'ann-1' }
    expect(location(await browser.post('/auth/account', fields))).toContain('done=unlinked')
    await browser.post('/auth/signout')
    const { accounts, sessions } = it.memory.state()
    expect([accounts.size, sessions.size]).toEqual([0, 0])
    expect(await signIn(it.browser())).toBe(REFUSED)
  })

  test('if the database chooses the ids', async () => {
    const memory = memoryAdapter()
    const own: Adapter = {
      ...withoutTransactions(memory),
      createUser: (user) => memory.createUser({ ...user, id: 'user-1' }),
    }
    const it = setUp({ adapter: own }, memory)
    await interrupted(it)
    expect(await signIn(it.browser())).toBe(REFUSED)
  })
})

test('two simultaneous sign-ups create one user although the database chooses the ids: the second waits for the first', async () => {
  const memory = memoryAdapter()
  let goOn = (): void => undefined
  const linked = new Promise<void>((resolve) => void (goOn = resolve))
  let links = 0
  let looks = 0
  const own: Adapter = {
    ...withoutTransactions(memory),
    createUser: (user) => memory.createUser({ ...user, id: 'user-1' }),
    getUserByAccount: (account) => {
      looks += 1
      // The first two lookups are of the two requests. The third one is the repeated lookup of the second request.
      if (looks === 3) goOn()
      return memory.getUserByAccount(account)
    },
    linkAccount: async (account) => {
      links += 1
      if (links === 1) await linked
      await memory.linkAccount(account)
      return account
    },
  }
  const it = setUp({ adapter: own }, memory)
  const first = signIn(it.browser())
  await vi.waitUntil(() => links === 1, { timeout: 30_000, interval: 5 })
  expect(await signIn(it.browser())).toBe(IN)
  expect(await first).toBe(IN)
  expect(memory.state().users.size).toBe(1)
})

test('the id of a new user is a UUID of version 7 that reveals no account without the secret', async () => {
  const it = setUp()
  await signIn(it.browser())
  const [id = ''] = it.memory.state().users.keys()
  expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(Number.parseInt(id.replace('-', '').slice(0, 12), 16)).toBe(it.clock.now())
  const other = setUp({ secret: `${SECRET}, another` })
  await signIn(other.browser())
  expect([...other.memory.state().users.keys()][0]).not.toBe(id)
})
