import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { memoryAdapter } from '@authwright/testing'
import { callbackUrl, startProvider, type TestProvider } from '@authwright/test-kit/oauth-provider'
import { location, ORIGIN, setUpAuth, type TestBrowser } from '@authwright/test-kit/auth-setup'
import { defaultRuntime } from '../../src/runtime/platform.ts'
import type { Adapter } from '../../src/adapters.ts'
import type { AuthConfig } from '../../src/index.ts'
import type { CryptoEngine } from '../../src/runtime/engine.ts'
import { oidc } from '../oauth/oauth-setup.ts'
import { startOp, type Op } from '../oauth/op.ts'
import { counting, engines } from '../support/engines.ts'

let provider: TestProvider
let op: Op
beforeAll(async () => void ([provider, op] = await Promise.all([startProvider(), startOp()])))
afterAll(() => Promise.all([provider.close(), op.close()]))

const ann = { id: 'u1', name: 'Ann', email: 'ann@example.org' }

const password = {
  id: 'password',
  name: 'Password',
  type: 'credentials' as const,
  credentials: {},
  authorize: () => ann,
}

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

const setUp = (engine: CryptoEngine, { adapter, ...config }: Partial<AuthConfig> = {}) => {
  const { engine: crypto, counts } = counting(engine)
  const called: string[] = []
  let fetches = 0
  const send: typeof fetch = (...request) => {
    fetches += 1
    return fetch(...request)
  }
  const own = adapter ? { adapter: listing(adapter, called) } : {}
  const providers = [provider.config({ emailVerified: () => true }), oidc(op), password]
  // The time of the providers, which sign tokens.
  const runtime = { crypto, fetch: send, now: Date.now }
  const { browser } = setUpAuth({ providers, ...own, ...config }, runtime)
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

/** Starts a sign-in. Returns the callback URL to which the provider redirects the browser. */
type Start = (browser: TestBrowser) => Promise<string>

const start: Start = async (browser) =>
  callbackUrl(location(await browser.post('/auth/signin/oa', { callbackUrl: '/members' })))
const startOidc: Start = async (browser) => {
  const address = location(await browser.post('/auth/signin/op', { callbackUrl: '/members' }))
  return `/auth/callback/op?${op.consent(new URL(address))}`
}
const expectMembers = (response: Response) => expect(location(response)).toBe(`${ORIGIN}/members`)
const finish = async (browser: TestBrowser, callback: string) => expectMembers(await browser.get(callback))
const enterPassword = async (browser: TestBrowser) =>
  expectMembers(await browser.post('/auth/callback/password', { callbackUrl: '/members' }))

describe.each(engines)(
  'what is asked of the %s engine and of the provider after the first sign-in',
  (_name, engine) => {
    /** A browser of a user, and what requests cost after the first sign-in. */
    const afterFirst = async (begin: Start) => {
      const { browser, costOf } = setUp(engine)
      const first = browser()
      await finish(first, await begin(first))
      const tab = browser()
      await tab.get('/auth/csrf')
      return { tab, costOf }
    }

    test.each(['/auth/csrf', '/auth/signin'])('is one HMAC for %s, which verifies the CSRF cookie', async (path) => {
      const { tab, costOf } = await afterFirst(start)
      expect(await costOf(() => tab.get(path))).toStrictEqual({ mac: 1, fetches: 0, called: [] })
    })

    test('is nothing for /auth/providers', async () => {
      const { tab, costOf } = await afterFirst(start)
      expect(await costOf(() => tab.get('/auth/providers'))).toStrictEqual({ fetches: 0, called: [] })
    })

    test.each([
      ['OAuth', start, 2],
      // The user is in the ID token, whose keys are cached.
      ['OpenID Connect', startOidc, 1],
    ] as const)(
      'is the sealing of the attempt and of the session, one opening, two HMACs and no key for %s',
      async (_name, begin, fetches) => {
        const { tab, costOf } = await afterFirst(begin)
        let callback = ''
        const starting = await costOf(async () => void (callback = await begin(tab)))
        // The hash is that of the code verifier, or of the registration. The HMAC is the name of the cookie.
        expect(starting).toStrictEqual({ sha256: 1, mac: 1, seal: 1, fetches: 0, called: [] })
        const finishing = await costOf(() => finish(tab, callback))
        expect(finishing).toStrictEqual({ sha256: 1, mac: 1, open: 1, seal: 1, fetches, called: [] })
      },
    )

    test('is the sealing of the session for a password', async () => {
      const { tab, costOf } = await afterFirst(start)
      expect(await costOf(() => enterPassword(tab))).toStrictEqual({ seal: 1, fetches: 0, called: [] })
    })

    test('is one opening for the end of the session', async () => {
      const { tab, costOf } = await afterFirst(start)
      await enterPassword(tab)
      // The event `signOut` gets the claims.
      expect(await costOf(() => tab.post('/auth/signout'))).toStrictEqual({ open: 1, fetches: 0, called: [] })
    })
  },
)

describe('the calls of a request to the database', () => {
  const setUpDatabase = (adapter: Adapter = memoryAdapter(), config: Partial<AuthConfig> = {}) =>
    setUp(defaultRuntime.crypto, { adapter, ...config })

  test.each([
    ['OAuth', start],
    ['OpenID Connect', startOidc],
  ] as const)('are six for a new user of %s, four of them in one transaction', async (_name, begin) => {
    const { browser, costOf } = setUpDatabase()
    const tab = browser()
    const callback = await begin(tab)
    expect((await costOf(() => finish(tab, callback))).called).toStrictEqual(NEW)
  })

  test.each([
    ['OAuth', start],
    ['OpenID Connect', startOidc],
  ] as const)(
    'write only the counter of the attempt and the session for a returning user of %s',
    async (_name, begin) => {
      const { browser, costOf } = setUpDatabase()
      const [one, two] = [browser(), browser()]
      await finish(one, await begin(one))
      let callback = ''
      expect((await costOf(async () => void (callback = await begin(two)))).called).toStrictEqual([])
      expect((await costOf(() => finish(two, callback))).called).toStrictEqual(RETURNING)
      expect((await costOf(() => two.session())).called).toStrictEqual(['getSessionAndUser'])
      expect((await costOf(() => two.post('/auth/signout'))).called).toStrictEqual(['deleteSession'])
    },
  )

  test.each(['/auth/csrf', '/auth/signin', '/auth/providers'])('are none for %s', async (path) => {
    const { browser, costOf } = setUpDatabase()
    expect((await costOf(() => browser().get(path))).called).toStrictEqual([])
  })

  test('write a session that is renewed once', async () => {
    const { browser, costOf } = setUpDatabase(memoryAdapter(), { session: { updateAge: 0 } })
    const tab = browser()
    await finish(tab, await start(tab))
    expect((await costOf(() => tab.session())).called).toStrictEqual(['getSessionAndUser', 'updateSession'])
  })

  test('read the user once for a password, and nothing else, with sessions in cookies', async () => {
    const adapter = memoryAdapter()
    // The session of a user without a verified address reads the user at each check.
    await adapter.createUser({ ...ann, emailVerified: new Date(0) })
    const { browser, costOf } = setUpDatabase(adapter, { session: { strategy: 'jwt' } })
    const tab = browser()
    expect((await costOf(() => enterPassword(tab))).called).toStrictEqual(['getUser'])
    expect((await costOf(() => tab.session())).called).toStrictEqual([])
  })

  test('read the account again if the adapter cannot make a session depend on it', async () => {
    const { createSessionOfAccount: _, ...adapter } = memoryAdapter()
    const { browser, costOf } = setUpDatabase(adapter)
    const [one, two] = [browser(), browser()]
    await finish(one, await start(one))
    const callback = await start(two)
    expect((await costOf(() => finish(two, callback))).called).toStrictEqual(RETURNING_CHECKED)
  })

  test('are one more for a new user, and no more for a returning one, if deletions are delayed', async () => {
    const config = { account: { deletionDelay: 604_800 }, callbacks: { deleteUser: () => true } }
    const { browser, costOf } = setUpDatabase(memoryAdapter(), config)
    const [one, two] = [browser(), browser()]
    const first = await start(one)
    const [use, look, ...more] = NEW
    expect((await costOf(() => finish(one, first))).called).toStrictEqual([use, look, 'getUserByEmail', ...more])
    const second = await start(two)
    expect((await costOf(() => finish(two, second))).called).toStrictEqual(RETURNING)
  })
})
