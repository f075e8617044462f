import { memoryAdapter } from '@authwright/testing'
import { describe, expect, test } from 'vitest'
import { defaultRuntime, type Adapter, type AuthConfig } from '../../src/index.ts'
import { createKeyring } from '../../src/crypto/keyring.ts'
import { setUpAuth, ORIGIN, SECRET, TestBrowser, type AuthSetup } from '@authwright/test-kit/auth-setup'

const DAY = 86_400
const START = Date.parse('2030-01-01T12:00:00Z') / 1000
const NAME = '__Host-authwright.session-token'
const ANN = { id: 'u1', name: 'Ann', email: 'ann@example.org' }
const VERIFIED = { ...ANN, emailVerified: new Date(0) }

const keyring = createKeyring([SECRET], defaultRuntime.crypto)
const seal = (claims: object) => keyring.seal(NAME, JSON.stringify(claims))
const claimsOf = async ({ cookies }: TestBrowser): Promise<Record<string, unknown>> =>
  JSON.parse((await keyring.open(NAME, cookies.get(NAME) ?? '')) ?? 'null')

const password = {
  id: 'password',
  name: 'Password',
  type: 'credentials' as const,
  credentials: {},
  authorize: () => ANN,
}

/** An application with sessions in cookies, where Ann is a verified user, which records the look-ups of users. */
const setUp = async (config: Partial<AuthConfig> = {}, adapter: Adapter = memoryAdapter()) => {
  await adapter.createUser?.(VERIFIED)
  const lookups: string[] = []
  const failing = { isDown: false }
  const getUser = async (id: string) => {
    lookups.push(id)
    if (failing.isDown) throw new Error('the database is down')
    return (await adapter.getUser?.(id)) ?? null
  }
  const recorded = { ...adapter, getUser }
  const setup = setUpAuth({
    adapter: recorded,
    providers: [password],
    ...config,
    session: { strategy: 'jwt', ...config.session },
  })
  return { ...setup, adapter, lookups, failing }
}

const signIn = async ({ browser: open }: AuthSetup): Promise<TestBrowser> => {
  const browser = open()
  await browser.post('/auth/callback/password')
  return browser
}

describe('auth_time', () => {
  test('is the time of the sign-in, and stays through renewals, updates and callbacks that drop or move it', async () => {
    const seen: unknown[] = []
    const setup = await setUp({
      callbacks: {
        jwt: ({ token, trigger }) => {
          seen.push(token['auth_time'])
          const { auth_time: _dropped, ...rest } = token
          return trigger === 'update' ? { ...token, auth_time: START + DAY } : rest
        },
      },
    })
    const browser = await signIn(setup)
    setup.clock.forward(DAY)
    await browser.session()
    await browser.post('/auth/session', { data: '{}' })
    expect(await claimsOf(browser)).toMatchObject({ auth_time: START, iat: START + DAY })
    expect(seen).toEqual([START, START, START])
  })

  test('that the callback drops does not make the token be written at each request', async () => {
    const setup = await setUp({ callbacks: { jwt: ({ token: { name = null, sub = '' } }) => ({ name, sub }) } })
    const browser = await signIn(setup)
    expect((await browser.get('/auth/session')).headers.getSetCookie()).toEqual([])
  })

  test.each<[string, object]>([
    ['without it', {}],
    ['with a claim of the application in milliseconds', { auth_time: START * 1000 }],
    ['with a text', { auth_time: '2030' }],
  ])('of a token of an older version, %s, is when the token was issued', async (_which, more) => {
    const setup = await setUp()
    const old = { sub: 'u1', name: 'Ann', iat: START - DAY, exp: START + DAY, ...more }
    const browser = setup.browser({ [NAME]: await seal(old) })
    await browser.session()
    expect(await claimsOf(browser)).toMatchObject({ auth_time: START - DAY, iat: START })
  })

  test('ends a session at absoluteMaxAge, although the token expires later and the option was lowered', async () => {
    const before = await setUp()
    const browser = await signIn(before)
    const after = await setUp({ session: { absoluteMaxAge: 7 * DAY } })
    const there = new TestBrowser(after.auth, after.clock, Object.fromEntries(browser.cookies))
    expect(await there.session()).toMatchObject({ expires: '2030-01-08T12:00:00.000Z' })
    after.clock.forward(7 * DAY - 1)
    expect(await there.copy().session()).not.toBeNull()
    after.clock.forward(1)
    expect([await there.session(), there.cookies.has(NAME)]).toEqual([null, false])
  })

  test('bounds the lifetime that a codec of the application is told', async () => {
    const told: unknown[] = []
    const setup = await setUp({
      session: { absoluteMaxAge: 3 * DAY },
      jwt: {
        encode: ({ token, maxAge }) => {
          told.push(maxAge)
          return JSON.stringify(token)
        },
        decode: ({ token }) => JSON.parse(token ?? 'null') as Record<string, unknown>,
      },
    })
    const browser = await signIn(setup)
    setup.clock.forward(DAY)
    await browser.session()
    expect(told).toEqual([3 * DAY, 2 * DAY])
    setup.clock.forward(2 * DAY)
    expect(await browser.session()).toBeNull()
  })
})

describe('the user of a session in a cookie', () => {
  test('is looked up once per updateAge, and at no other check', async () => {
    const setup = await setUp()
    const browser = await signIn(setup)
    setup.lookups.length = 0
    for (let hour = 0; hour < 71; hour += 1) {
      setup.clock.forward(3600)
      expect(await browser.session()).not.toBeNull()
    }
    expect(setup.lookups).toEqual(['u1', 'u1'])
  })

  test('is looked up although updates or the callback write the token every hour', async () => {
    let count = 0
    const setup = await setUp({ callbacks: { jwt: ({ token }) => ({ ...token, count: (count += 1) }) } })
    const browser = await signIn(setup)
    await setup.auth.revokeSessions('u1')
    const sessions: unknown[] = []
    for (let hour = 0; hour < 24; hour += 1) {
      setup.clock.forward(3600)
      sessions.push(await (await browser.post('/auth/session', { data: '{}' })).json())
    }
    expect(sessions[22]).not.toBeNull()
    expect(sessions[23]).toBeNull()
  })

  test('is found although the callback sets another sub', async () => {
    const setup = await setUp({ callbacks: { jwt: ({ token }) => ({ ...token, sub: 'of the application' }) } })
    const browser = await signIn(setup)
    await setup.auth.revokeSessions('u1')
    setup.clock.forward(DAY)
    expect(await browser.session()).toBeNull()
  })

  test('cannot be set or cleared by a callback, which does not see it', async () => {
    const seen: string[] = []
    const setup = await setUp({
      callbacks: {
        jwt: ({ token }) => {
          seen.push(...Object.keys(token))
          return { ...token, 'authwright.user': [9_000_000_000, 9_000_000_000_000, 'u2'] }
        },
      },
    })
    const browser = await signIn(setup)
    await browser.session()
    expect((await claimsOf(browser))['authwright.user']).toEqual([START, 0])
    expect(seen).not.toContain('authwright.user')
  })

  test('whom authorize returned and the database does not have is looked up once per updateAge', async () => {
    const setup = await setUp({ providers: [{ ...password, authorize: () => ({ id: '7', name: 'Seven' }) }] })
    const browser = await signIn(setup)
    expect(setup.lookups).toEqual(['7'])
    for (let day = 0; day < 3; day += 1) {
      setup.clock.forward(DAY)
      expect([await browser.session(), await browser.session()]).not.toContain(null)
    }
    expect(setup.lookups).toEqual(['7', '7', '7', '7'])
  })

  test.each<[string, string | null]>([
    ['is used by a token of an older version', 'u1'],
    ['that a token of an older version names and the database does not have changes nothing', '7'],
  ])('%s', async (_what, sub) => {
    const setup = await setUp()
    const old = { sub, name: 'Ann', iat: START - DAY, exp: START + DAY }
    const browser = setup.browser({ [NAME]: await seal(old) })
    await browser.session()
    expect((await claimsOf(browser))['authwright.user']).toEqual(sub === 'u1' ? [START, 0] : [START])
    setup.clock.forward(DAY)
    expect(await browser.session()).not.toBeNull()
    expect(setup.lookups).toEqual([sub, sub])
  })

  test.each([0, 60])(
    'who gets a row after the sign-in ends the session by a revocation %i seconds later',
    async (later) => {
      const seven = { id: '7', name: 'Seven', email: 'seven@example.org', emailVerified: null }
      const setup = await setUp({ providers: [{ ...password, authorize: () => seven }] })
      const browser = await signIn(setup)
      await setup.adapter.createUser?.(seven)
      setup.clock.forward(later)
      await setup.auth.revokeSessions('7')
      expect((await browser.get('/auth/account')).status).toBe(302)
      setup.clock.forward(DAY)
      expect(await browser.session()).toBeNull()
      expect((await browser.get('/auth/account')).status).toBe(302)
    },
  )

  test('who revoked the sessions ends a token of an older version, too', async () => {
    const setup = await setUp()
    await setup.auth.revokeSessions('u1')
    const old = { sub: 'u1', name: 'Ann', iat: START - DAY, exp: START + DAY }
    expect(await setup.browser({ [NAME]: await seal(old) }).session()).toBeNull()
  })

  test('who cannot be looked up stays signed in, with the same cookie, and the next request tries again', async () => {
    const setup = await setUp()
    const browser = await signIn(setup)
    setup.clock.forward(DAY)
    setup.failing.isDown = true
    const response = await browser.get('/auth/session')
    expect(response.headers.getSetCookie()).toEqual([])
    expect(await response.json()).toMatchObject({ user: { name: 'Ann' }, expires: '2030-01-31T12:00:00.000Z' })
    expect(setup.errors).toMatchObject([{ type: 'JWTSessionError' }])
    setup.failing.isDown = false
    expect(await browser.session()).toMatchObject({ expires: '2030-02-01T12:00:00.000Z' })
  })

  test('who cannot be looked up until the token expires is signed out then', async () => {
    const setup = await setUp()
    const browser = await signIn(setup)
    setup.failing.isDown = true
    setup.clock.forward(30 * DAY)
    expect(await browser.session()).toBeNull()
  })

  test('is checked later by the server with the adapter, although one without it renewed the session', async () => {
    const setup = await setUp()
    const browser = await signIn(setup)
    const edge = setUpAuth({ providers: [] })
    const there = new TestBrowser(edge.auth, edge.clock, Object.fromEntries(browser.cookies))
    for (const { clock } of [edge, setup]) clock.forward(DAY)
    await setup.auth.revokeSessions('u1')
    expect(await there.session()).not.toBeNull()
    expect(there.cookies.get(NAME)).not.toBe(browser.cookies.get(NAME))
    expect((await there.get('/auth/session')).headers.getSetCookie()).toEqual([])
    expect(await setup.browser(Object.fromEntries(there.cookies)).session()).toBeNull()
  })
})

describe('revokeSessions', () => {
  test.each<[string, 'jwt' | 'database', Adapter | undefined, string]>([
    ['without an adapter', 'jwt', undefined, 'MissingAdapter'],
    ['if the adapter cannot revoke sessions in cookies', 'jwt', { getUser: async () => null }, 'MissingAdapterMethods'],
  ])('throws %s', async (_when, strategy, adapter, type) => {
    const { auth } = setUpAuth({ providers: [password], session: { strategy }, ...(adapter && { adapter }) })
    await expect(auth.revokeSessions('u1')).rejects.toMatchObject({ type })
  })

  test('throws if the adapter cannot delete the sessions of a user', async () => {
    const { deleteSessions: _none, ...adapter } = memoryAdapter()
    const { auth } = setUpAuth({ providers: [password], adapter })
    await expect(auth.revokeSessions('u1')).rejects.toMatchObject({ type: 'MissingAdapterMethods' })
  })

  test('throws if the database fails', async () => {
    const { transaction: _none, ...adapter } = memoryAdapter()
    const setup = await setUp({}, adapter)
    setup.failing.isDown = true
    await expect(setup.auth.revokeSessions('u1')).rejects.toMatchObject({ type: 'AdapterError' })
  })

  test('throws for a user whom the database does not have, because nothing can record it', async () => {
    await expect((await setUp()).auth.revokeSessions('unknown')).rejects.toMatchObject({ type: 'AdapterError' })
  })
})

test.each<[AuthConfig['session'], number]>([
  [{ maxAge: 365 * DAY }, 1],
  [{ maxAge: 365 * DAY, absoluteMaxAge: 365 * DAY }, 0],
  [{ maxAge: 30 * DAY, absoluteMaxAge: DAY }, 1],
  [{}, 0],
])('the start warns if no session can last for maxAge: %j', async (session, warnings) => {
  const { browser, log } = setUpAuth({ session: session ?? {} })
  await browser().session()
  expect(log.filter((code) => code === 'session-max-age')).toHaveLength(warnings)
})

test('a page of the application sees no session that has ended', async () => {
  const setup = await setUp()
  const browser = await signIn(setup)
  await setup.auth.revokeSessions('u1')
  setup.clock.forward(DAY)
  const { session, cookies } = await setup.auth.session(new Request(ORIGIN, { headers: { cookie: browser.header } }))
  expect([session, cookies]).toEqual([null, []])
})
