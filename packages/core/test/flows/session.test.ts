import { describe, expect, test } from 'vitest'
import type { AuthConfig, Session } from '../../src/index.ts'
import type { JWTDecodeParams, JWTEncodeParams } from '../../src/jwt.ts'
import { setUpAuth, ORIGIN, SECRET, type AuthSetup, type TestBrowser } from '@authwright/test-kit/auth-setup'
import { makeStore, StoreAdapter, type Store } from '../support/store.ts'

const DAY = 86_400
const OTHER = 'another secret of the tests, thirty-two characters'
const providers: AuthConfig['providers'] = [
  {
    id: 'credentials',
    name: 'Password',
    type: 'credentials',
    credentials: {},
    authorize: () => ({ id: 'u1', name: 'Ann', email: 'ann@example.org', image: null }),
  },
]

const signedIn = async (context: AuthSetup): Promise<TestBrowser> => {
  const browser = context.browser()
  await browser.post('/auth/callback/credentials')
  return browser
}

const withStore = (config: Partial<AuthConfig> = {}): { site: AuthSetup; store: Store } => {
  const store = makeStore()
  store.users.set('u1', { id: 'u1', name: 'Ann', email: 'ann@example.org', image: null, emailVerified: null })
  return { store, site: setUpAuth({ providers, adapter: new StoreAdapter(store), ...config }) }
}

const cookieName = '__Host-authwright.session-token'

describe('reading a session', () => {
  test('without a session returns null, sets no cookie and is not cached', async () => {
    const response = await setUpAuth().browser().get('/auth/session')
    expect(response.status).toBe(200)
    expect(await response.text()).toBe('null')
    expect(response.headers.getSetCookie()).toEqual([])
    expect(response.headers.get('cache-control')).toBe('private, no-cache, no-store')
    expect(response.headers.get('content-type')).toBe('application/json')
  })

  test.each(['jwt', 'database'] as const)('sets no cookie before a renewal is due (%s)', async (strategy) => {
    const { site: context } = withStore({ session: { strategy } })
    const browser = await signedIn(context)
    context.clock.forward(DAY - 1)
    const response = await browser.get('/auth/session')
    expect(response.headers.getSetCookie()).toEqual([])
    expect(await response.json()).toMatchObject({ expires: '2030-01-31T12:00:00.000Z' })
  })

  test.each(['jwt', 'database'] as const)(
    'renews the session once a day, for the whole maxAge (%s)',
    async (strategy) => {
      const { site: context, store } = withStore({ session: { strategy } })
      const browser = await signedIn(context)
      context.clock.forward(DAY)
      const response = await browser.get('/auth/session')
      expect(response.headers.getSetCookie()).toHaveLength(1)
      expect(response.headers.getSetCookie()[0]).toContain('Expires=Fri, 01 Feb 2030 12:00:00 GMT')
      expect(await response.json()).toMatchObject({ expires: '2030-02-01T12:00:00.000Z' })
      expect((await browser.get('/auth/session')).headers.getSetCookie()).toEqual([])
      expect(store.trace.filter((call) => call === 'A.updateSession')).toHaveLength(strategy === 'jwt' ? 0 : 1)
    },
  )

  test.each(['jwt', 'database'] as const)('with updateAge 0 renews the session every time (%s)', async (strategy) => {
    const { site: context } = withStore({ session: { strategy, updateAge: 0 } })
    const browser = await signedIn(context)
    expect((await browser.get('/auth/session')).headers.getSetCookie()).toHaveLength(1)
  })

  test.each(['jwt', 'database'] as const)('ends the session in the second of its expiry (%s)', async (strategy) => {
    const { site: context, store } = withStore({ session: { strategy, maxAge: 60 } })
    const early = await signedIn(context)
    const late = early.copy()
    context.clock.forward(59)
    expect(await early.copy().session()).not.toBeNull()
    context.clock.forward(1)
    expect(await late.session()).toBeNull()
    expect(late.cookies.has(cookieName)).toBe(false)
    expect(store.sessions.size).toBe(0)
  })

  test('issues a token again if the jwt callback changed it, and only then', async () => {
    let seen = 0
    const context = setUpAuth({
      providers,
      callbacks: {
        jwt: ({ token, trigger }) => (trigger === undefined && seen++ === 0 ? { ...token, plan: 'pro' } : token),
      },
    })
    const browser = await signedIn(context)
    expect((await browser.get('/auth/session')).headers.getSetCookie()).toHaveLength(1)
    expect((await browser.get('/auth/session')).headers.getSetCookie()).toHaveLength(0)
  })

  test('ends the session if the jwt callback returns null', async () => {
    const browser = await signedIn(
      setUpAuth({ providers, callbacks: { jwt: ({ token, trigger }) => (trigger === undefined ? null : token) } }),
    )
    expect(await browser.session()).toBeNull()
    expect(browser.cookies.has(cookieName)).toBe(false)
  })

  test('works without the cookie cache', async () => {
    const browser = await signedIn(setUpAuth({ providers, session: { cookieCacheSize: 0 } }))
    expect(await browser.session()).not.toBeNull()
  })
})

describe('an outage', () => {
  const failing = {
    callbacks: {
      session: () => {
        throw new Error('cannot reach the directory')
      },
    },
  }

  test('in a jwt callback is an error, not a sign-out', async () => {
    const context = setUpAuth({ providers, ...failing })
    const browser = await signedIn(context)
    const response = await browser.get('/auth/session')
    expect(response.status).toBe(503)
    expect(await response.json()).toMatchObject({ error: 'Configuration' })
    expect(browser.cookies.has(cookieName)).toBe(true)
    await expect(
      context.auth.session({ url: ORIGIN, headers: new Headers({ cookie: browser.header }) }),
    ).rejects.toMatchObject({ type: 'JWTSessionError' })
  })

  test('of the database is an error, not a sign-out, and the session continues afterwards', async () => {
    const { site: context, store } = withStore()
    const browser = await signedIn(context)
    store.broken.add('getSessionAndUser')
    const response = await browser.get('/auth/session')
    expect(response.status).toBe(503)
    expect(response.headers.getSetCookie()).toEqual([])
    await expect(
      context.auth.session({ url: ORIGIN, headers: new Headers({ cookie: browser.header }) }),
    ).rejects.toMatchObject({ type: 'SessionTokenError' })
    store.broken.clear()
    expect(await browser.session()).not.toBeNull()
  })

  test.each([
    ['no user', { session: { sessionToken: 't', userId: 'u1', expires: new Date('2031-01-01') } }],
    [
      'another user',
      { session: { sessionToken: 't', userId: 'u1', expires: new Date('2031-01-01') }, user: { id: 'u2' } },
    ],
    ['no date', { session: { sessionToken: 't', userId: 'u1', expires: 'soon' }, user: { id: 'u1' } }],
    ['a list', { session: [], user: [] }],
  ])('in which the database returns %s is an error, not a session', async (_what, row) => {
    const store = makeStore()
    const adapter = Object.assign(new StoreAdapter(store), { getSessionAndUser: async () => row })
    const context = setUpAuth({ providers, adapter: adapter as unknown as StoreAdapter })
    const response = await context.browser({ [cookieName]: 'token' }).get('/auth/session')
    expect(response.status).toBe(503)
  })
})

describe('what a session shows', () => {
  const asked: AuthConfig['callbacks'] = {
    session: ({ session, user }) => ({ ...session, user: { ...session.user, id: user.id } }),
  }

  test('with a database, what the callback returns, without the session token', async () => {
    const { site: context } = withStore({ callbacks: asked })
    const browser = await signedIn(context)
    const text = JSON.stringify(await browser.session())
    expect(text).toContain('"id":"u1"')
    expect(text).not.toContain(browser.cookies.get(cookieName))
    expect(text).not.toContain('emailVerified')
  })

  type Shown = Parameters<NonNullable<NonNullable<AuthConfig['callbacks']>['session']>>[0]['session']

  /** What the browser gets if the callback returns this. */
  const shown = async (callback: (session: Shown) => Session) => {
    const { site: context } = withStore({ callbacks: { session: ({ session }) => callback(session) } })
    const browser = await signedIn(context)
    return { session: await browser.session(), token: browser.cookies.get(cookieName) }
  }
  const visible = { user: { name: 'Ann', email: 'ann@example.org', image: null }, expires: '2030-01-31T12:00:00.000Z' }

  test('with a database, the callback can read the row by name, and spreading and JSON leave it out', async () => {
    let seen: unknown
    const read = (session: Shown): void => {
      const { id, emailVerified } = session.user
      seen = {
        id,
        emailVerified,
        userId: session.userId,
        expires: session.expires,
        token: Reflect.get(session, 'sessionToken'),
      }
    }
    const row = { id: 'u1', emailVerified: null, userId: 'u1', expires: new Date(visible.expires) }
    for (const publish of [
      (session: Shown) => session,
      (session: Shown) => ({ ...session, user: { ...session.user } }),
    ]) {
      const { session, token } = await shown((given) => {
        read(given)
        return publish(given)
      })
      expect(seen).toEqual({ ...row, token })
      expect(session).toEqual(visible)
    }
  })

  test('with a database, shows the members that the callback assigns', async () => {
    const { session } = await shown((given) => {
      const { id } = given.user
      given.user.id = id
      return Object.assign(given, { userId: id })
    })
    expect(session).toEqual({ ...visible, userId: 'u1', user: { ...visible.user, id: 'u1' } })
  })

  test('with a database, server code gets the expiry as a text, also if the callback returns the session', async () => {
    const { site: context } = withStore({ callbacks: { session: ({ session }) => session } })
    const browser = await signedIn(context)
    const { session } = await context.auth.session(new Request(ORIGIN, { headers: { cookie: browser.header } }))
    expect(session).toEqual(visible)
  })

  test('with a token, what the callback copies from it', async () => {
    const browser = await signedIn(
      setUpAuth({
        providers,
        callbacks: {
          jwt: ({ token, user, trigger }) => (trigger === 'signIn' ? { ...token, role: `of ${user.id}` } : token),
          session: ({ session, token }) => ({ ...session, role: token['role'] }) as Session,
        },
      }),
    )
    expect(await browser.session()).toMatchObject({ role: 'of u1', user: { name: 'Ann' } })
  })
})

describe('an update by the client', () => {
  test.each(['jwt', 'database'] as const)('is passed to the callbacks only (%s)', async (strategy) => {
    const seen: unknown[] = []
    const { site: context } = withStore({
      session: { strategy },
      callbacks: {
        jwt: ({ token, trigger, session }) => (trigger === 'update' ? { ...token, name: session.name } : token),
        session: ({ session, trigger, newSession }) => {
          seen.push([trigger, newSession])
          return session
        },
      },
    })
    const browser = await signedIn(context)
    const body = JSON.stringify({ data: { name: 'Annie', sub: 'u2', __proto__: { admin: true } } })
    const response = await browser.auth.handle(
      new Request(`${ORIGIN}/auth/session`, {
        method: 'POST',
        headers: { cookie: browser.header, origin: ORIGIN, 'content-type': 'application/json' },
        body,
      }),
    )
    expect(response.status).toBe(200)
    expect(seen.at(-1)).toEqual(['update', { name: 'Annie', sub: 'u2' }])
    expect(await response.json()).toMatchObject({ user: { name: strategy === 'jwt' ? 'Annie' : 'Ann' } })
  })

  test('from another site is refused and changes nothing', async () => {
    const browser = await signedIn(setUpAuth({ providers }))
    const response = await browser.post('/auth/session', { data: 'x' }, { origin: 'https://evil.test' })
    expect(response.status).toBe(400)
    expect(await response.text()).toBe('null')
    expect(await browser.session()).not.toBeNull()
  })
})

describe('secrets', () => {
  const next = 'another secret of the tests, also long enough for it'

  test('can be rotated without a sign-out', async () => {
    const before = await signedIn(setUpAuth({ providers }))
    const after = setUpAuth({ providers, secret: [next, SECRET] }).browser(Object.fromEntries(before.cookies))
    expect(await after.session()).not.toBeNull()
  })

  test('that were removed end the sessions that they sealed', async () => {
    const before = await signedIn(setUpAuth({ providers }))
    const after = setUpAuth({ providers, secret: next }).browser(Object.fromEntries(before.cookies))
    expect(await after.session()).toBeNull()
    expect(after.cookies.has(cookieName)).toBe(false)
  })
})

describe('a custom codec', () => {
  test('replaces sealing entirely', async () => {
    const context = setUpAuth({
      providers,
      jwt: {
        encode: ({ token }) => `own.${Buffer.from(JSON.stringify(token)).toString('base64url')}`,
        decode: ({ token }) =>
          JSON.parse(Buffer.from(token?.slice(4) ?? '', 'base64url').toString()) as Record<string, unknown>,
      },
    })
    const browser = await signedIn(context)
    expect(browser.cookies.get(cookieName)).toMatch(/^own\./)
    expect(await browser.session()).toMatchObject({ user: { name: 'Ann' } })
  })

  test('that throws neither signs in nor signs out, and warns once a minute', async () => {
    let isDown = false
    const encode = ({ token }: JWTEncodeParams) => JSON.stringify(token)
    const decode = async ({ token = '' }: JWTDecodeParams) => {
      if (isDown) throw new Error(`no key for ${token}`)
      return JSON.parse(token) as Record<string, unknown>
    }
    const context = setUpAuth({ providers, jwt: { encode, decode } })
    const browser = await signedIn(context)
    isDown = true
    for (const seconds of [0, 59, 1]) {
      context.clock.forward(seconds)
      const response = await browser.get('/auth/session')
      expect([response.status, await response.json(), response.headers.getSetCookie()]).toStrictEqual([200, null, []])
      expect(context.log).toHaveLength(seconds === 1 ? 2 : 1)
    }
    expect(new Set(context.log)).toStrictEqual(new Set(['jwt-decode-threw']))
    isDown = false
    expect(await browser.session()).toMatchObject({ user: { name: 'Ann' } })
    isDown = true
    await browser.post('/auth/signout')
    expect(browser.cookies.has(cookieName)).toBe(false)
  })

  test('may return an instance of a class', async () => {
    class Claims {
      readonly name = 'Ann'
    }
    const decode = () => new Claims() as never
    const browser = await signedIn(setUpAuth({ providers, jwt: { encode: () => 'token', decode } }))
    expect(await browser.session()).toMatchObject({ user: { name: 'Ann' } })
  })

  test.each([[null], [undefined], [''], ['text'], [7], [[]]])(
    'that returns %j for a token ends the session',
    async (found) => {
      const decode = () => found as never
      const browser = await signedIn(setUpAuth({ providers, jwt: { encode: () => 'token', decode } }))
      expect(await browser.session()).toBeNull()
      expect(browser.cookies.has(cookieName)).toBe(false)
    },
  )

  test.each<[string, string | string[], string | string[]]>([
    ['one text', SECRET, SECRET],
    ['a list', [SECRET, OTHER], [SECRET, OTHER]],
    ['a list of one', [SECRET], [SECRET]],
  ])('gets the secret as the config has it: %s', async (_what, secret, expected) => {
    for (const config of [{ secret }, { secret: OTHER, jwt: { secret } }]) {
      const told: unknown[] = []
      const encode = ({ token, secret: got }: JWTEncodeParams) => {
        told.push(got)
        return JSON.stringify(token)
      }
      const decode = ({ token = '', secret: got }: JWTDecodeParams) => {
        told.push(got)
        return JSON.parse(decodeURIComponent(token)) as Record<string, unknown>
      }
      const browser = await signedIn(setUpAuth({ providers, ...config, jwt: { ...config.jwt, encode, decode } }))
      expect(await browser.session()).toMatchObject({ user: { name: 'Ann' } })
      expect(new Set(told.map((got) => JSON.stringify(got)))).toStrictEqual(new Set([JSON.stringify(expected)]))
    }
  })
})

describe('customization', () => {
  test('binds values to custom cookie names', async () => {
    const cookies = { sessionToken: { name: 'mine' } }
    const browser = await signedIn(setUpAuth({ providers, cookies }))
    expect([...browser.cookies.keys()]).toContain('mine')
    const other = setUpAuth({ providers, cookies: { sessionToken: { name: 'other' } } })
    expect(await other.browser({ other: browser.cookies.get('mine') ?? '' }).session()).toBeNull()
  })

  test('makes the token of a database session with generateSessionToken', async () => {
    const { site: context } = withStore({ session: { generateSessionToken: () => 'my-token' } })
    const browser = await signedIn(context)
    expect(browser.cookies.get(cookieName)).toBe('my-token')
  })
})
