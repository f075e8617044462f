import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Account, AuthConfig, OAuth2Config, User } from '../../src/index.ts'
import { callbackUrl, startProvider, type TestProvider } from '@authwright/test-kit/oauth-provider'
import {
  fullLocation,
  location,
  setUpAuth,
  ORIGIN,
  type AuthSetup,
  type TestBrowser,
} from '@authwright/test-kit/auth-setup'
import { makeStore, StoreAdapter, type Store } from '../support/store.ts'

let provider: TestProvider
beforeAll(async () => void (provider = await startProvider()))
beforeEach(() => {
  provider.profile = { id: 'ann-1', name: 'Ann', email: 'Ann@Example.org' }
  provider.userinfoStatus = 200
  provider.requests.length = 0
})
afterAll(() => provider.close())

type Setup = AuthSetup & { readonly store: Store }

const setUp = (config: Partial<AuthConfig> = {}, own: Partial<OAuth2Config> = {}): Setup => {
  const store = makeStore()
  const { trace } = store
  const context = setUpAuth({
    providers: [provider.config(own), provider.config({ id: 'ob', name: 'OB' })],
    adapter: new StoreAdapter(store),
    callbacks: {
      signIn: () => {
        trace.push('C.signIn')
        return true
      },
    },
    events: {
      createUser: () => void trace.push('E.createUser'),
      linkAccount: () => void trace.push('E.linkAccount'),
      signIn: ({ isNewUser }) => void trace.push(`E.signIn ${isNewUser}`),
    },
    ...config,
  })
  return { ...context, store }
}

const start = async (browser: TestBrowser, id = 'oa', callbackUrl = '/members', link = ''): Promise<string> =>
  location(await browser.post(`/auth/signin/${id}`, { callbackUrl, link }))

const signIn = async (browser: TestBrowser, id = 'oa'): Promise<Response> =>
  browser.get(callbackUrl(await start(browser, id)))

/** Link an account to the signed-in user. */
const link = async (browser: TestBrowser, id = 'ob'): Promise<Response> =>
  browser.get(callbackUrl(await start(browser, id, '/members', 'true')))

const stateCookies = (browser: TestBrowser): string[] =>
  [...browser.cookies.keys()].filter((name) => name.includes('.state.'))

describe('a sign-in at a provider', () => {
  test('redirects to the provider, and back to the callback URL', async () => {
    const { browser } = setUp()
    const visitor = browser()
    const asked = new URL(await start(visitor))
    expect(asked.origin + asked.pathname).toBe(`${provider.origin}/authorize`)
    expect(Object.fromEntries(asked.searchParams)).toMatchObject({
      response_type: 'code',
      client_id: 'client',
      redirect_uri: `${ORIGIN}/auth/callback/oa`,
      code_challenge_method: 'S256',
    })
    const response = await visitor.get(callbackUrl(asked.href))
    expect(location(response)).toBe(`${ORIGIN}/members`)
    expect(await visitor.session()).toMatchObject({ user: { name: 'Ann', email: 'ann@example.org' } })
    expect(stateCookies(visitor)).toEqual([])
    expect(provider.requests).toEqual(['POST /token', 'GET /userinfo'])
  })

  test('of a new user calls adapter, callbacks and events in this order', async () => {
    const { browser, store } = setUp()
    await signIn(browser())
    expect(store.trace).toEqual([
      'A.getUserByAccount',
      'C.signIn',
      'A.getUserByEmail',
      'A.createUser',
      'A.linkAccount',
      'E.createUser',
      'E.linkAccount',
      'A.createSession',
      'E.signIn true',
    ])
    expect([...store.users.values()]).toMatchObject([{ name: 'Ann', email: 'ann@example.org', emailVerified: null }])
    expect(store.accounts).toEqual([
      {
        userId: 'user-1',
        type: 'oauth',
        provider: 'oa',
        providerAccountId: 'ann-1',
        access_token: 'at-1',
        token_type: 'bearer',
        scope: 'user',
        expires_at: Date.parse('2030-01-01T13:00:00Z') / 1000,
      },
    ])
  })

  test('of an existing user makes only these adapter calls', async () => {
    const { browser, store } = setUp()
    await signIn(browser())
    store.trace.length = 0
    await signIn(browser())
    // The last look finds an account that was removed at the same time.
    const calls = ['A.getUserByAccount', 'C.signIn', 'A.createSession', 'A.getUserByAccount', 'E.signIn false']
    expect(store.trace).toEqual(calls)
    expect(store.users.size).toBe(1)
  })

  test('with the jwt strategy calls the jwt callback with the sign-in', async () => {
    const seen: unknown[] = []
    const { browser, store } = setUp({
      session: { strategy: 'jwt' },
      callbacks: {
        jwt: ({ token, trigger, account, profile, user, isNewUser }) => {
          if (trigger !== undefined)
            seen.push({
              trigger,
              isNewUser,
              provider: account?.provider,
              profile: profile?.['id'],
              sub: token.sub,
              user: user.id,
            })
          return token
        },
      },
    })
    const visitor = browser()
    await signIn(visitor)
    await signIn(browser())
    expect(seen).toEqual([
      { trigger: 'signUp', isNewUser: true, provider: 'oa', profile: 'ann-1', sub: 'user-1', user: 'user-1' },
      { trigger: 'signIn', isNewUser: false, provider: 'oa', profile: 'ann-1', sub: 'user-1', user: 'user-1' },
    ])
    expect(store.sessions.size).toBe(0)
    expect(await visitor.session()).not.toBeNull()
  })

  test('without a database gives an account the same id every time, and another account another id', async () => {
    const ids: unknown[] = []
    const { browser } = setUp({
      adapter: undefined as unknown as StoreAdapter,
      callbacks: { signIn: ({ user }) => ids.push(user.id) > 0 },
    })
    await signIn(browser())
    await signIn(browser())
    await signIn(browser(), 'ob')
    expect(ids[0]).toBe(ids[1])
    expect(ids[2]).not.toBe(ids[0])
    expect(ids[0]).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  })

  test('redirects a new user to pages.newUser', async () => {
    const { browser } = setUp({ pages: { newUser: '/welcome?from=auth' } })
    expect(location(await signIn(browser()))).toBe(
      `${ORIGIN}/welcome?from=auth&callbackUrl=${encodeURIComponent(`${ORIGIN}/members`)}`,
    )
    expect(location(await signIn(browser()))).toBe(`${ORIGIN}/members`)
  })

  test('passes the client’s parameters to the provider, but none that protect the flow', async () => {
    const { browser } = setUp()
    const parameters =
      'prompt=login&login_hint=ann&redirect_uri=https://evil.test&client_id=evil&state=s&response_type=token&code_challenge=c&nonce=n&callbackUrl=/x'
    const asked = new URL(location(await browser().post(`/auth/signin/oa?${parameters}`))).searchParams
    expect(asked.get('prompt')).toBe('login')
    expect(asked.get('login_hint')).toBe('ann')
    expect(asked.getAll('redirect_uri')).toEqual([`${ORIGIN}/auth/callback/oa`])
    expect(asked.getAll('client_id')).toEqual(['client'])
    expect(asked.getAll('response_type')).toEqual(['code'])
    expect(asked.get('state')).not.toBe('s')
    expect(asked.get('code_challenge')).not.toBe('c')
    expect(asked.has('callbackUrl')).toBe(false)
  })

  test('uses the customFetch of the provider for every call', async () => {
    const { customFetch } = await import('../../src/index.ts')
    const seen: string[] = []
    const own: typeof fetch = (input, init) => {
      seen.push(new URL(input instanceof Request ? input.url : input).pathname)
      return fetch(input, init)
    }
    const { browser } = setUp({}, { [customFetch]: own })
    await signIn(browser())
    expect(seen).toEqual(['/token', '/userinfo'])
  })
})

describe('two tabs', () => {
  const inTurn = <Value>(a: Value, b: Value): Value[] => [a, b]
  const turned = <Value>(a: Value, b: Value): Value[] => [b, a]

  test.each([
    ['the first one first', inTurn],
    ['the second one first', turned],
  ])('at the same time, at two providers, ask the user in the second tab, %s', async (_order, order) => {
    const { browser, store } = setUp()
    const visitor = browser()
    const [a, b] = await Promise.all([start(visitor, 'oa', '/a'), start(visitor, 'ob', '/b')])
    provider.profile = { id: 'ann-1', name: 'Ann' }
    const went: string[] = []
    for (const url of order(a, b)) went.push(location(await visitor.get(callbackUrl(url))))
    expect(went).toEqual([order(`${ORIGIN}/a`, `${ORIGIN}/b`)[0], `${ORIGIN}/auth/choose-account`])
    expect(stateCookies(visitor)).toEqual([])
    expect(store.accounts.map(({ provider: id }) => id)).toEqual(order('oa', 'ob').slice(0, 1))
  })

  test.each([
    ['the first one first', inTurn],
    ['the second one first', turned],
  ])('at the same time, at the same provider, each reach their callback URL, %s', async (_order, order) => {
    const { browser, store } = setUp()
    const visitor = browser()
    // Neither request has the cookie of the other.
    const [a, b] = await Promise.all([start(visitor, 'oa', '/a'), start(visitor, 'oa', '/b')])
    expect(stateCookies(visitor)).toHaveLength(2)
    provider.profile = { id: 'ann-1', name: 'Ann' }
    const went: string[] = []
    for (const url of order(a, b)) went.push(location(await visitor.get(callbackUrl(url))))
    expect(went).toEqual(order(`${ORIGIN}/a`, `${ORIGIN}/b`))
    expect(stateCookies(visitor)).toEqual([])
    expect(store.accounts.map(({ provider: id }) => id)).toEqual(['oa'])
  })

  test('and more keep the five newest attempts', async () => {
    const { browser } = setUp()
    const visitor = browser()
    const urls: string[] = []
    for (let i = 0; i < 8; i += 1) {
      urls.push(await start(visitor))
      visitor.clock.forward(1)
    }
    expect(stateCookies(visitor)).toHaveLength(5)
    expect(location(await visitor.get(callbackUrl(urls[0] ?? '')))).toContain('error=InvalidCheck')
    expect(location(await visitor.get(callbackUrl(urls[7] ?? '')))).toBe(`${ORIGIN}/members`)
  })
})

describe('a response that does not belong to an attempt of this browser', () => {
  const refused = `${ORIGIN}/auth/error?error=InvalidCheck`

  test.each<[string, (url: URL) => void]>([
    ['without a state', (url) => url.searchParams.delete('state')],
    ['with an empty state', (url) => url.searchParams.set('state', '')],
    ['with another state', (url) => url.searchParams.set('state', 'x'.repeat(43))],
    ['with a state cut short', (url) => url.searchParams.set('state', (url.searchParams.get('state') ?? '').slice(1))],
    ['with a longer state', (url) => url.searchParams.set('state', `${url.searchParams.get('state')}x`)],
    ['with two states', (url) => url.searchParams.append('state', 'x')],
    ['with its state in a list', (url) => void (url.search = url.search.replace('state=', 'state[]='))],
    ['at another provider', (url) => void (url.pathname = '/auth/callback/ob')],
  ])('%s is refused without a request to the provider', async (_what, change) => {
    const { browser } = setUp()
    const visitor = browser()
    const url = new URL(callbackUrl(await start(visitor)))
    change(url)
    expect(location(await visitor.get(url.href))).toBe(refused)
    expect(provider.requests).toEqual([])
    expect(await visitor.session()).toBeNull()
  })

  test('is refused in another browser, and the attempt of the first browser continues', async () => {
    const { browser } = setUp()
    const visitor = browser()
    const url = callbackUrl(await start(visitor))
    expect(location(await browser().get(url))).toBe(refused)
    expect(location(await visitor.get(url))).toBe(`${ORIGIN}/members`)
  })

  test('is refused the second time', async () => {
    const { browser } = setUp()
    const visitor = browser()
    const url = callbackUrl(await start(visitor))
    await visitor.get(url)
    expect(location(await visitor.get(url))).toBe(refused)
    expect(await visitor.session()).not.toBeNull()
    expect(provider.requests.filter((request) => request === 'POST /token')).toHaveLength(1)
  })

  test.each([
    [900, true],
    [901, false],
  ])('%i seconds after the start: %s', async (seconds, works) => {
    const { browser } = setUp()
    const visitor = browser()
    const url = callbackUrl(await start(visitor))
    visitor.clock.forward(seconds)
    expect(location(await visitor.get(url))).toBe(works ? `${ORIGIN}/members` : refused)
  })

  test('is refused if it is posted although a redirect was requested', async () => {
    const { browser } = setUp()
    const visitor = browser()
    const url = new URL(callbackUrl(await start(visitor)))
    expect(location(await visitor.post(url.pathname, Object.fromEntries(url.searchParams)))).toBe(refused)
  })
})

describe('a sign-in that fails', () => {
  test('because the user refused redirects to the sign-in page and ends the attempt', async () => {
    const { browser, refusals } = setUp()
    const visitor = browser()
    const response = await visitor.get(
      callbackUrl(await start(visitor), { error: 'access_denied', error_description: '<b>no</b>' }),
    )
    expect(location(response)).toBe(`${ORIGIN}/auth/signin?error=OAuthCallbackError`)
    expect(stateCookies(visitor)).toEqual([])
    expect(refusals).toMatchObject([{ details: { provider: 'oa', error: 'access_denied' } }])
  })

  test.each([
    ['because the user refused', { error: 'access_denied' }, 200],
    ['because the provider fails', { code: 'code-1' }, 503],
  ])('%s does not change the session', async (_why, response, status) => {
    const { browser, store } = setUp()
    const visitor = browser()
    await signIn(visitor)
    const stateOf = async () => [
      await visitor.session(),
      visitor.cookies.get('__Host-authwright.session-token'),
      store.accounts.length,
    ]
    const before = await stateOf()
    expect(before[0]).not.toBeNull()
    provider.userinfoStatus = status
    for (const id of ['ob', 'oa']) {
      const end = await visitor.get(callbackUrl(await start(visitor, id), response))
      expect(location(end)).toContain('error=')
      expect(await stateOf()).toEqual(before)
      expect(stateCookies(visitor)).toEqual([])
    }
  })

  test.each([401, 500, 204])(
    'because userinfo responds with %i signs in no user and writes nothing',
    async (status) => {
      const { browser, store } = setUp()
      provider.userinfoStatus = status
      const visitor = browser()
      await signIn(visitor)
      expect(await visitor.session()).toBeNull()
      expect(store.users.size).toBe(0)
    },
  )

  test.each([undefined, null, '', {}, [], true, 1.5])('because the profile has the id %j invents no id', async (id) => {
    const { browser, store } = setUp()
    provider.profile = { id, name: 'Ann' }
    const visitor = browser()
    await signIn(visitor)
    expect(await visitor.session()).toBeNull()
    expect(store.users.size).toBe(0)
  })

  test('does not include one with a numeric id, whose digits are stored', async () => {
    const { browser, store } = setUp()
    provider.profile = { id: 42, name: 'Ann' }
    await signIn(browser())
    expect(store.accounts[0]?.providerAccountId).toBe('42')
  })

  test('because the signIn callback refuses writes nothing', async () => {
    const { browser, store } = setUp({ callbacks: { signIn: () => false } })
    const visitor = browser()
    expect(location(await signIn(visitor))).toBe(`${ORIGIN}/auth/error?error=AccessDenied`)
    expect(await visitor.session()).toBeNull()
    expect(store.users.size).toBe(0)
    expect(stateCookies(visitor)).toEqual([])
  })

  test('because the signIn callback throws logs the message of the error', async () => {
    const { browser, errors } = setUp({
      callbacks: {
        signIn: () => {
          throw new Error('not on the list')
        },
      },
    })
    expect(location(await signIn(browser()))).toBe(`${ORIGIN}/auth/error?error=AccessDenied`)
    expect(errors[0]).toMatchObject({ type: 'AccessDenied', message: 'not on the list' })
  })

  test('because the signIn callback redirects writes nothing', async () => {
    const { browser, store } = setUp({ callbacks: { signIn: () => '/apply' } })
    expect(location(await signIn(browser()))).toBe(`${ORIGIN}/apply`)
    expect(store.users.size).toBe(0)
  })

  test.each(['createUser', 'linkAccount', 'createSession', 'getUserByAccount', 'getUserByEmail'])(
    'because %s fails succeeds the next time',
    async (method) => {
      const { browser, store } = setUp()
      store.broken.add(method)
      const visitor = browser()
      expect(fullLocation(await signIn(visitor))).toMatch(/\/auth\/error\?error=Configuration&reference=[0-9A-F]{8}$/)
      expect(await visitor.session()).toBeNull()
      store.broken.clear()
      expect(location(await signIn(visitor))).toBe(`${ORIGIN}/members`)
      expect(await visitor.session()).not.toBeNull()
      expect(store.users.size).toBe(1)
      expect(store.accounts).toHaveLength(1)
    },
  )
})

describe('linking', () => {
  const signedInAs = async (it: Setup, person: Record<string, unknown>): Promise<TestBrowser> => {
    provider.profile = person
    const visitor = it.browser()
    await signIn(visitor)
    it.store.trace.length = 0
    return visitor
  }

  test('adds an account to the user who requested it signed in, and gives the session a new token', async () => {
    const it = setUp()
    const visitor = await signedInAs(it, { id: 'ann-1', name: 'Ann', email: 'ann@example.org' })
    const before = visitor.cookies.get('__Host-authwright.session-token')
    provider.profile = { id: 'ann-2', name: 'Ann', email: 'other@example.org' }
    await link(visitor)
    expect(it.store.accounts.map((account) => account.userId)).toEqual(['user-1', 'user-1'])
    expect(it.store.users.size).toBe(1)
    const after = visitor.cookies.get('__Host-authwright.session-token')
    expect(after).not.toBe(before)
    expect([...it.store.sessions.keys()]).toEqual([after])
    expect(await visitor.session()).toMatchObject({ user: { email: 'ann@example.org' } })
    expect(it.store.trace).toContain('E.linkAccount')
  })

  test('does not happen if another user signed in meanwhile', async () => {
    const it = setUp()
    const ann = await signedInAs(it, { id: 'ann-1', name: 'Ann', email: 'ann@example.org' })
    const bob = await signedInAs(it, { id: 'bob-1', name: 'Bob', email: 'bob@example.org' })
    const url = callbackUrl(await start(ann, 'ob', '/members', 'true'))
    ann.cookies.set('__Host-authwright.session-token', bob.cookies.get('__Host-authwright.session-token') ?? '')
    provider.profile = { id: 'new', name: 'New', email: 'new@example.org' }
    expect(location(await ann.get(url))).toBe(`${ORIGIN}/auth/signin?error=OAuthAccountNotLinked`)
    expect(it.store.accounts).toHaveLength(2)
  })

  test('does not happen if the session expired meanwhile', async () => {
    const it = setUp({ session: { maxAge: 600 } })
    const ann = await signedInAs(it, { id: 'ann-1', name: 'Ann', email: 'ann@example.org' })
    const url = callbackUrl(await start(ann, 'ob', '/members', 'true'))
    ann.clock.forward(601)
    provider.profile = { id: 'new', name: 'New', email: 'new@example.org' }
    await ann.get(url)
    expect(it.store.accounts).toHaveLength(1)
  })

  test('does not happen for a user who signed in after the start', async () => {
    const it = setUp()
    const visitor = it.browser()
    const url = callbackUrl(await start(visitor, 'ob'))
    await signIn(visitor)
    provider.profile = { id: 'bob-1', name: 'Bob', email: 'bob@example.org' }
    expect(location(await visitor.get(url))).toBe(`${ORIGIN}/auth/choose-account`)
    expect(it.store.accounts.map((account: Account) => account.userId)).toEqual(['user-1'])
    expect(await visitor.session()).toMatchObject({ user: { email: 'ann@example.org' } })
  })

  test('does not move the account of another user', async () => {
    const it = setUp()
    await signedInAs(it, { id: 'bob-1', name: 'Bob', email: 'bob@example.org' })
    const ann = await signedInAs(it, { id: 'ann-1', name: 'Ann', email: 'ann@example.org' })
    provider.profile = { id: 'bob-1', name: 'Bob', email: 'bob@example.org' }
    expect(location(await link(ann, 'oa'))).toBe(`${ORIGIN}/auth/signin?error=OAuthAccountNotLinked`)
    expect(await ann.session()).toMatchObject({ user: { email: 'ann@example.org' } })
  })

  test('does not happen for an equal address', async () => {
    const it = setUp()
    await signedInAs(it, { id: 'ann-1', name: 'Ann', email: 'ann@example.org' })
    const stranger = it.browser()
    provider.profile = { id: 'mallory', name: 'Mallory', email: 'ANN@example.org' }
    expect(location(await signIn(stranger, 'ob'))).toBe(`${ORIGIN}/auth/signin?error=OAuthAccountNotLinked`)
    expect(await stranger.session()).toBeNull()
    expect(it.store.accounts).toHaveLength(1)
  })

  test('happens for an equal address with allowDangerousEmailAccountLinking, and creates no user', async () => {
    const it = setUp({}, { allowDangerousEmailAccountLinking: true })
    provider.profile = { id: 'ann-1', name: 'Ann', email: 'ann@example.org' }
    await signIn(it.browser(), 'ob')
    it.store.trace.length = 0
    provider.profile = { id: 'ann-2', name: 'Ann', email: 'ann@example.org' }
    await signIn(it.browser())
    expect(it.store.users.size).toBe(1)
    expect(it.store.accounts).toHaveLength(2)
    expect(it.store.trace).not.toContain('E.createUser')
  })
})

test('fifty simultaneous first sign-ins with one account create one user', async () => {
  const store = makeStore()
  const unique = new StoreAdapter(store)
  const adapter = Object.assign(unique, {
    createUser: async (user: User & { id: string; email: string; emailVerified: null }) => {
      if ([...store.users.values()].some((known) => known.email === user.email))
        throw new Error('duplicate key value violates unique constraint')
      return StoreAdapter.prototype.createUser.call(unique, user)
    },
  })
  const context = setUpAuth({ providers: [provider.config()], adapter })
  const visitors = Array.from({ length: 50 }, () => context.browser())
  const urls = await Promise.all(visitors.map(async (visitor) => callbackUrl(await start(visitor))))
  await Promise.all(visitors.map((visitor, i) => visitor.get(urls[i] ?? '')))
  expect(store.users.size).toBe(1)
  const again = await Promise.all(visitors.map((visitor) => signIn(visitor)))
  expect(again.every((response) => location(response) === `${ORIGIN}/members`)).toBe(true)
})

describe('a provider with form_post', () => {
  const byForm = () =>
    setUp({}, { authorization: { url: `${provider.origin}/authorize`, params: { response_mode: 'form_post' } } })
  const fields = (url: string): Record<string, string> => Object.fromEntries(new URL(url).searchParams)
  const crossSite = { origin: 'https://idp.example', 'sec-fetch-site': 'cross-site' }

  test('gets a page that posts the same fields again, and only that post is processed', async () => {
    const { browser } = byForm()
    const visitor = browser()
    const response = fields(callbackUrl(await start(visitor)))
    // Browsers send no Lax cookies with a post from another site.
    const bare = browser()
    const page = await bare.post('/auth/callback/oa', response, crossSite)
    expect(page.status).toBe(200)
    const html = await page.text()
    expect(html).toContain(`value="${response['code']}"`)
    expect(html).toContain(`action="${ORIGIN}/auth/callback/oa"`)
    expect(provider.requests).toEqual([])
    expect(location(await visitor.post('/auth/callback/oa', response))).toBe(`${ORIGIN}/members`)
    expect(await visitor.session()).not.toBeNull()
  })

  test('escapes the fields on that page', async () => {
    const { browser } = byForm()
    const html = await (
      await browser().post('/auth/callback/oa', { state: '"><script>alert(1)</script>' }, crossSite)
    ).text()
    expect(html).not.toContain('<script>alert(1)')
  })

  test('is refused in the query', async () => {
    const { browser } = byForm()
    const visitor = browser()
    expect(location(await visitor.get(callbackUrl(await start(visitor))))).toBe(
      `${ORIGIN}/auth/error?error=InvalidCheck`,
    )
    expect(provider.requests).toEqual([])
  })
})

describe('a redirect proxy', () => {
  const proxied = (more: Partial<AuthConfig> = {}): Partial<AuthConfig> => ({
    redirectProxyUrl: 'https://stable.example.com/auth',
    redirectProxyOrigins: ['https://*.example.com'],
    adapter: undefined as unknown as StoreAdapter,
    ...more,
  })

  test('forwards the response to the deployment that started the attempt', async () => {
    const preview = setUp(proxied())
    const visitor = preview.browser()
    const asked = await start(visitor)
    expect(new URL(asked).searchParams.get('redirect_uri')).toBe('https://stable.example.com/auth/callback/oa')
    const stable = setUp(proxied())
    const forwarded = location(await stable.auth.handle(new Request(callbackUrl(asked))))
    expect(forwarded).toContain(`${ORIGIN}/auth/callback/oa?code=code-1&state=`)
    expect(location(await visitor.get(forwarded))).toBe(`${ORIGIN}/members`)
  })

  test.each([[[]], [['https://other.example']], [['https://*.com']], [['http://app.example.com']]])(
    'does not forward to an origin that the config does not list: %j',
    async (redirectProxyOrigins) => {
      const asked = await start(setUp(proxied()).browser())
      const stable = setUp(proxied({ redirectProxyOrigins }))
      expect(location(await stable.auth.handle(new Request(callbackUrl(asked))))).toContain('error=InvalidCheck')
    },
  )

  test.each([
    [900, `${ORIGIN}/auth/callback/oa?code=code-1`],
    [901, 'https://stable.example.com/auth/error?error=InvalidCheck'],
  ])('forwards a response while the attempt is valid: after %i seconds to %s', async (seconds, end) => {
    const asked = await start(setUp(proxied()).browser())
    const stable = setUp(proxied())
    stable.clock.forward(seconds)
    expect(location(await stable.auth.handle(new Request(callbackUrl(asked))))).toContain(end)
  })

  test('does not forward a response to an attempt at another provider', async () => {
    const asked = new URL(await start(setUp(proxied()).browser(), 'ob'))
    const stable = setUp(proxied())
    const response = new URL(callbackUrl(asked.href))
    expect(response.pathname).toBe('/auth/callback/ob')
    response.pathname = '/auth/callback/oa'
    expect(location(await stable.auth.handle(new Request(response)))).toBe(
      'https://stable.example.com/auth/error?error=InvalidCheck',
    )
    expect(stable.errors).toMatchObject([{ cause: { provider: 'oa', reason: 'other-provider' } }])
  })

  test('does not forward a state that another secret sealed', async () => {
    const asked = await start(
      setUp(proxied({ secret: 'another secret of the tests, also long enough for it' })).browser(),
    )
    const stable = setUp(proxied())
    expect(location(await stable.auth.handle(new Request(callbackUrl(asked))))).toContain(
      'https://stable.example.com/auth/error',
    )
  })
})
