import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Adapter } from '../../src/adapters.ts'
import type { AuthConfig } from '../../src/index.ts'
import { callbackUrl, startProvider, type TestProvider } from '@authwright/test-kit/oauth-provider'
import { location, setUpAuth, ORIGIN } from '@authwright/test-kit/auth-setup'
import { makeStore, StoreAdapter } from '../support/store.ts'

const DAY = 86_400
const COOKIE = '__Host-authwright.session-token'

let provider: TestProvider
beforeAll(async () => void (provider = await startProvider()))
afterAll(() => provider.close())

const setUp = (change: Partial<Adapter> = {}) => {
  const store = makeStore()
  store.users.set('u1', { id: 'u1', name: 'Ann', email: 'ann@example.org', emailVerified: null })
  store.users.set('u2', { id: 'u2', name: 'Bob', email: 'bob@example.org', emailVerified: null })
  const links: string[] = []
  const providers: AuthConfig['providers'] = [
    provider.config(),
    { id: 'mail', name: 'Mail', type: 'email', sendVerificationRequest: ({ url }) => void links.push(url) },
    { id: 'password', name: 'Password', type: 'credentials', credentials: {}, authorize: () => ({ id: 'u1' }) },
  ]
  const adapter = new StoreAdapter(store)
  const context = setUpAuth({ providers, adapter: Object.assign(adapter, change) })
  return { ...context, store, links, adapter }
}

const signedIn = async (it: ReturnType<typeof setUp>) => {
  const browser = it.browser()
  await browser.post('/auth/callback/password')
  return browser
}

describe('a session that must be renewed', () => {
  test('continues if the database can only read, and the failure is logged', async () => {
    const it = setUp()
    const browser = await signedIn(it)
    it.clock.forward(2 * DAY)
    it.store.broken.add('updateSession')
    const response = await browser.get('/auth/session')
    expect(await response.json()).toMatchObject({ user: { name: 'Ann' } })
    expect(response.headers.getSetCookie()).toEqual([])
    expect(it.errors[0]).toMatchObject({ type: 'SessionTokenError', message: 'The session could not be renewed' })
    it.store.broken.clear()
    expect((await browser.get('/auth/session')).headers.getSetCookie().join()).toContain(COOKIE)
  })

  test('is over if the user signed out while it was read', async () => {
    const it = setUp()
    const browser = await signedIn(it)
    it.clock.forward(2 * DAY)
    const { getSessionAndUser } = StoreAdapter.prototype
    Object.assign(it.adapter, {
      getSessionAndUser: async (token: string) => {
        const pair = await getSessionAndUser.call(it.adapter, token)
        it.store.sessions.delete(token)
        return pair
      },
    })
    expect(await browser.session()).toBeNull()
    expect(browser.cookies.has(COOKIE)).toBe(false)
  })
})

test('an expired session is not accepted, whether its row can be deleted or not', async () => {
  const it = setUp()
  const browser = await signedIn(it)
  it.clock.forward(31 * DAY)
  it.store.broken.add('deleteSession')
  expect(await browser.session()).toBeNull()
  expect(browser.cookies.has(COOKIE)).toBe(false)
  expect(it.errors[0]).toMatchObject({ message: 'A session that is over could not be deleted' })
})

describe('the row of another user is an error, not a session', () => {
  test('when the adapter returns it for an id', async () => {
    const it = setUp({ getUser: async () => ({ id: 'u2', email: 'bob@example.org', emailVerified: null }) })
    const browser = it.browser()
    expect(location(await browser.post('/auth/callback/password'))).toContain('error=Configuration')
    expect(await browser.session()).toBeNull()
  })
})

describe('a user whom the database finds by another address', () => {
  /** A collation may treat letters as equal, and the index of a key-value store may have an earlier address. */
  const setUpFound = () => {
    const it = setUp()
    Object.assign(it.adapter, { getUserByEmail: async () => it.store.users.get('u1') ?? null })
    return it
  }

  test.each(['ánn@example.org', 'ann@exámple.org', '\u212ann@example.org', 'anna@example.org', 'ann@old.example'])(
    'is not the user of a link to %s',
    async (address) => {
      const it = setUpFound()
      const browser = it.browser()
      await browser.post('/auth/signin/mail', { email: address })
      if (it.links[0] !== undefined) await browser.get(it.links[0])
      expect((await browser.session())?.user?.email ?? null).not.toBe('ann@example.org')
      expect(it.store.users.get('u1')).toMatchObject({ email: 'ann@example.org', emailVerified: null })
    },
  )

  test('is not the user of a link either if the row has no address any more', async () => {
    const it = setUp()
    const eve = { id: 'eve', email: null as unknown as string, emailVerified: null }
    it.store.users.set('eve', eve)
    Object.assign(it.adapter, { getUserByEmail: async () => it.store.users.get('eve') ?? null })
    const browser = it.browser()
    await browser.post('/auth/signin/mail', { email: 'victim@example.org' })
    await browser.get(it.links[0] ?? ORIGIN)
    expect(await browser.session()).toMatchObject({ user: { email: 'victim@example.org' } })
    expect(it.store.users.get('eve')).toStrictEqual(eve)
  })

  test('leaves the address to the user who verifies it by a link', async () => {
    const it = setUpFound()
    const browser = it.browser()
    await browser.post('/auth/signin/mail', { email: 'ann@old.example' })
    await browser.get(it.links[0] ?? ORIGIN)
    expect(await browser.session()).toMatchObject({ user: { email: 'ann@old.example' } })
    expect(it.store.users.size).toBe(3)
  })

  test('does not get the account of a provider, and keeps no other user out', async () => {
    provider.profile = { id: 'a1', name: 'Ann', email: 'ann@exámple.org' }
    const it = setUpFound()
    const browser = it.browser()
    const asked = location(await browser.post('/auth/signin/oa'))
    await browser.get(callbackUrl(asked))
    expect(await browser.session()).not.toBeNull()
    expect(it.store.accounts.map(({ userId }) => userId)).not.toContain('u1')
    expect(it.store.users.size).toBe(3)
  })

  test('but upper and lower case are the same mailbox', async () => {
    const it = setUp()
    it.store.users.set('u3', { id: 'u3', email: 'Cid@Example.org', emailVerified: null })
    Object.assign(it.adapter, { getUserByEmail: async () => it.store.users.get('u3') ?? null })
    const browser = it.browser()
    await browser.post('/auth/signin/mail', { email: 'cid@example.org' })
    expect(it.links).toHaveLength(1)
    await browser.get(it.links[0] ?? ORIGIN)
    expect(await browser.session()).toMatchObject({ user: { email: 'Cid@Example.org' } })
  })
})
