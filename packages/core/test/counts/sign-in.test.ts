import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { memoryAdapter } from '@authwright/testing'
import { callbackUrl, startProvider, type TestProvider } from '@authwright/test-kit/oauth-provider'
import { location, ORIGIN, setUpAuth, type TestBrowser } from '@authwright/test-kit/auth-setup'
import { defaultRuntime } from '../../src/runtime/platform.ts'
import type { Adapter } from '../../src/adapters.ts'
import type { AuthConfig, OAuth2Config } from '../../src/index.ts'
import type { CryptoEngine } from '../../src/runtime/engine.ts'
import { counting, engines } from '../support/engines.ts'

let provider: TestProvider
beforeAll(async () => void (provider = await startProvider()))
afterAll(() => provider.close())

/** The response of the provider is consumed before the user is looked up. */
const NEW = ['incrementCounter', 'getUserByAccount'].concat([
  'transaction',
  'getUserByEmail',
  'createUser',
  'linkAccount',
  'createSession',
])

/** The session is written only if the user still has the account, so no transaction is needed. */
const RETURNING = ['incrementCounter', 'getUserByAccount', 'createSessionOfAccount']

/** An adapter that cannot do so reads the account again after the session: another request may have removed it. */
const RETURNING_CHECKED = ['incrementCounter', 'getUserByAccount', 'createSession', 'getUserByAccount']

/** An adapter that lists the methods that are called. */
const listing = (adapter: Adapter, called: string[]): Adapter => {
  const list = (inner: Adapter): Adapter =>
    Object.fromEntries(
      Object.entries(inner).map(([name, method]: [string, (...args: unknown[]) => unknown]) => [
        name,
        (...args: unknown[]) => {
          called.push(name)
          if (name !== 'transaction') return Reflect.apply(method, inner, args)
          const work = args[0] as (adapter: Adapter) => unknown
          return Reflect.apply(method, inner, [(own: Adapter) => work(list(own))])
        },
      ]),
    )
  return list(adapter)
}

const setUp = (
  engine: CryptoEngine,
  adapter?: Adapter,
  given: Partial<OAuth2Config> = {},
  config: Partial<AuthConfig> = {},
) => {
  const { engine: crypto, counts } = counting(engine)
  const called: string[] = []
  let fetches = 0
  const send: typeof fetch = (...request) => {
    fetches += 1
    return fetch(...request)
  }
  const own = adapter === undefined ? {} : { adapter: listing(adapter, called) }
  const { browser } = setUpAuth({ providers: [provider.config(given)], ...own, ...config }, { crypto, fetch: send })
  /** What an operation costs. */
  const costOf = async (work: () => Promise<unknown>) => {
    const before = { ...counts }
    const fetched = fetches
    called.length = 0
    await work()
    const spent = Object.entries(counts).map(([name, count]) => [name, count - before[name as keyof typeof counts]])
    return {
      ...Object.fromEntries(spent.filter(([, count]) => count !== 0)),
      fetches: fetches - fetched,
      called: [...called],
    }
  }
  return { browser, costOf }
}

const start = async (browser: TestBrowser) =>
  location(await browser.post('/auth/signin/oa', { callbackUrl: '/members' }))
const finish = async (browser: TestBrowser, address: string) => {
  const response = await browser.get(callbackUrl(address))
  expect(location(response)).toBe(`${ORIGIN}/members`)
}

describe.each(engines)(
  'what a sign-in asks of the %s engine and of the provider after the first one',
  (_name, engine) => {
    test('is the sealing of the attempt and of the session, one opening, two requests, and no key', async () => {
      const { browser, costOf } = setUp(engine)
      const first = browser()
      await first.get('/auth/csrf')
      await finish(first, await start(first))
      const tab = browser()
      let address = ''
      expect(await costOf(() => tab.get('/auth/csrf'))).toStrictEqual({ fetches: 0, called: [] })
      expect(await costOf(() => tab.get('/auth/signin'))).toStrictEqual({ fetches: 0, called: [] })
      const starting = await costOf(async () => void (address = await start(tab)))
      // The hash is that of the code verifier, or of the registration.
      expect(starting).toStrictEqual({ sha256: 1, seal: 1, fetches: 0, called: [] })
      const finishing = await costOf(() => finish(tab, address))
      expect(finishing).toStrictEqual({ sha256: 1, open: 1, seal: 1, fetches: 2, called: [] })
      // The event `signOut` gets the claims.
      expect(await costOf(() => tab.post('/auth/signout'))).toStrictEqual({ open: 1, fetches: 0, called: [] })
    })
  },
)

describe('the calls of a sign-in to the database', () => {
  const isVerified = { emailVerified: () => true }

  test('are six for a new user, four of them in one transaction', async () => {
    const { browser, costOf } = setUp(defaultRuntime.crypto, memoryAdapter(), isVerified)
    const tab = browser()
    const address = await start(tab)
    expect((await costOf(() => finish(tab, address))).called).toStrictEqual(NEW)
  })

  test('write nothing for a returning user but the session', async () => {
    const { browser, costOf } = setUp(defaultRuntime.crypto, memoryAdapter(), isVerified)
    const [one, two] = [browser(), browser()]
    await finish(one, await start(one))
    const address = await start(two)
    expect((await costOf(() => finish(two, address))).called).toStrictEqual(RETURNING)
    expect((await costOf(() => two.session())).called).toStrictEqual(['getSessionAndUser'])
    expect((await costOf(() => two.post('/auth/signout'))).called).toStrictEqual(['deleteSession'])
  })

  test('read the account again if the adapter cannot make a session depend on it', async () => {
    const { createSessionOfAccount: _, ...adapter } = memoryAdapter()
    const { browser, costOf } = setUp(defaultRuntime.crypto, adapter, isVerified)
    const [one, two] = [browser(), browser()]
    await finish(one, await start(one))
    const address = await start(two)
    expect((await costOf(() => finish(two, address))).called).toStrictEqual(RETURNING_CHECKED)
  })

  test('are one more for a new user, and no more for a returning one, if deletions are delayed', async () => {
    const config = { account: { deletionDelay: 604_800 }, callbacks: { deleteUser: () => true } }
    const { browser, costOf } = setUp(defaultRuntime.crypto, memoryAdapter(), isVerified, config)
    const [one, two] = [browser(), browser()]
    const first = await start(one)
    const [use, look, ...more] = NEW
    expect((await costOf(() => finish(one, first))).called).toStrictEqual([use, look, 'getUserByEmail', ...more])
    const second = await start(two)
    expect((await costOf(() => finish(two, second))).called).toStrictEqual(RETURNING)
  })
})
