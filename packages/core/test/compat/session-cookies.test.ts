import { memoryAdapter } from '@authwright/testing'
import { describe, expect, test } from 'vitest'
import { fromAuthJs } from '../../src/compat/index.ts'
import { createAuth, type AuthConfig } from '../../src/index.ts'
import { defaultRuntime } from '../../src/runtime/platform.ts'
import { counting, engines } from '../support/engines.ts'
import { makeClock, ORIGIN, SECRET, TestBrowser } from '@authwright/test-kit/auth-setup'
import { NAME, SECURE_NAME, signInWithAuthJs } from './authjs.ts'
import { DAY, inDays, move, OWN } from './moved.ts'

describe('a user who is signed in with Auth.js', () => {
  test('is signed in here at once', async () => {
    const ann = move().browser(await signInWithAuthJs())
    const { user } = (await ann.session()) ?? {}
    expect(user).toStrictEqual({ name: 'Ann', email: 'ann@example.org', image: 'https://img.example/ann.png' })
  })

  test('has our cookie and no cookie of Auth.js after the first request', async () => {
    const ann = move().browser(await signInWithAuthJs())
    await ann.session()
    expect([...ann.cookies.keys()]).toStrictEqual([OWN])
    const again = await ann.get('/auth/session')
    expect(again.headers.getSetCookie()).toStrictEqual([])
    expect(await again.json()).toMatchObject({ user: { name: 'Ann' } })
  })

  test('keeps the claims of callbacks', async () => {
    const old = await signInWithAuthJs({ callbacks: { jwt: ({ token }) => ({ ...token, role: 'admin' }) } })
    const context = move({
      callbacks: { session: ({ session, token }) => ({ ...session, role: token['role'], id: token.sub }) },
    })
    expect(await context.browser(old).session()).toMatchObject({ role: 'admin', id: 'user-1' })
  })

  test('gets an expiry of a whole maxAge, as with Auth.js', async () => {
    const context = move({ session: { maxAge: 10 * DAY } })
    const session = await context.browser(await signInWithAuthJs()).session()
    expect(session?.expires).toBe(new Date(context.time.now() + 10 * DAY * 1000).toISOString())
  })

  test('stays signed in with a chunked token, and all chunks are cleared', async () => {
    const much = 'x'.repeat(7000)
    const old = await signInWithAuthJs({ callbacks: { jwt: ({ token }) => ({ ...token, much }) } })
    expect(Object.keys(old)).toStrictEqual([`${SECURE_NAME}.0`, `${SECURE_NAME}.1`, `${SECURE_NAME}.2`])
    const ann = move({ callbacks: { jwt: ({ token: { much: _much, ...token } }) => token } }).browser(old)
    expect(await ann.session()).toMatchObject({ user: { name: 'Ann' } })
    expect([...ann.cookies.keys()]).toStrictEqual([OWN])
  })

  test('stays signed in on a site without https', async () => {
    const origin = 'http://app.example.com'
    const old = await signInWithAuthJs({}, origin)
    expect(Object.keys(old)).toStrictEqual([NAME])
    const context = move({ origin })
    const response = await context.auth.handle(
      new Request(`${origin}/auth/session`, { headers: { cookie: `${NAME}=${old[NAME]}` } }),
    )
    expect(await response.json()).toMatchObject({ user: { name: 'Ann' } })
    expect(response.headers.getSetCookie().map((line) => line.slice(0, line.indexOf('=')))).toStrictEqual([
      NAME,
      'authwright.session-token',
    ])
  })

  test('stays signed in when the secret was rotated', async () => {
    const old = await signInWithAuthJs({ secret: [SECRET, `${SECRET} of before`] })
    const context = move({ secret: [`${SECRET} of tomorrow`, SECRET] })
    expect(await context.browser(old).session()).toMatchObject({ user: { name: 'Ann' } })
  })

  test('stays signed in when jwt.secret differs from secret', async () => {
    const own = `${SECRET} for tokens`
    const context = move({ jwt: { secret: own } })
    // The types of Auth.js lack the option.
    const jwt: object = { secret: own }
    const old = await signInWithAuthJs({ jwt })
    expect(await context.browser(old).session()).toMatchObject({ user: { name: 'Ann' } })
  })

  test('is signed in for server code too', async () => {
    const old = await signInWithAuthJs()
    const headers = new Headers({ cookie: `${SECURE_NAME}=${old[SECURE_NAME]}` })
    const { session, cookies } = await move().auth.session({ url: ORIGIN, headers })
    expect(session).toMatchObject({ user: { name: 'Ann' } })
    expect(cookies.map(({ name }) => name)).toStrictEqual([SECURE_NAME, OWN])
  })

  test('may update the session with the first request', async () => {
    const ann = move({
      callbacks: {
        jwt: ({ token, trigger, session }) => (trigger === 'update' ? { ...token, name: session.name } : token),
      },
    }).browser(await signInWithAuthJs())
    const response = await ann.auth.handle(
      new Request(`${ORIGIN}/auth/session`, {
        method: 'POST',
        headers: { cookie: ann.header, origin: ORIGIN, 'content-type': 'application/json' },
        body: JSON.stringify({ data: { name: 'Ann B.' } }),
      }),
    )
    expect(await response.json()).toMatchObject({ user: { name: 'Ann B.' } })
  })

  test('stays signed in with many simultaneous requests with the old cookie', async () => {
    const old = await signInWithAuthJs()
    const context = move()
    const seen = await Promise.all(Array.from({ length: 20 }, () => context.browser(old).session()))
    expect(seen.every((session) => session?.user?.name === 'Ann')).toBe(true)
  })

  test('is not signed out by a callback that fails', async () => {
    const context = move({
      callbacks: {
        jwt: () => {
          throw new Error('database down')
        },
      },
    })
    const response = await context.browser(await signInWithAuthJs()).get('/auth/session')
    expect(response.status).toBe(503)
    expect(response.headers.getSetCookie()).toStrictEqual([])
  })
})

/** Ann as Auth.js stored her after a sign-in at a provider, at a site that can send mails and end sessions. */
const moveWithDatabase = async (config: Partial<AuthConfig> = {}) => {
  const adapter = memoryAdapter()
  await adapter.createUser({ id: 'user-1', name: 'Ann', email: 'ann@example.org', emailVerified: null })
  const links: string[] = []
  const mail = {
    id: 'mail',
    name: 'Mail',
    type: 'email' as const,
    sendVerificationRequest: ({ url }: { url: string }) => void links.push(url),
  }
  const context = move({ adapter, providers: [mail], session: { strategy: 'jwt' }, ...config })
  return { ...context, adapter, links }
}

describe.each(['jwt', 'database'] as const)('a user of Auth.js whose address is not verified (%s)', (strategy) => {
  test('stays signed in until the address is verified in another browser', async () => {
    const { browser, adapter, links, time } = await moveWithDatabase({ session: { strategy } })
    await adapter.createSession({ sessionToken: 'old', userId: 'user-1', expires: inDays(30) })
    const ann = browser(strategy === 'jwt' ? await signInWithAuthJs() : { [SECURE_NAME]: 'old' })
    for (let day = 0; day < 3; day += 1) {
      expect(await ann.session()).toMatchObject({ user: { name: 'Ann' } })
      time.forward(DAY)
    }
    const other = browser()
    await other.post('/auth/signin/mail', { email: 'ann@example.org' })
    await other.get(links.at(-1) ?? '')
    expect([await other.session(), await ann.session()]).toMatchObject([{ user: { name: 'Ann' } }, null])
  })
})

describe('a session of Auth.js whose user ended all sessions', () => {
  test('cannot open the account page', async () => {
    const { browser, auth, time } = await moveWithDatabase()
    const old = await signInWithAuthJs()
    time.forward(1)
    expect((await browser(old).get('/auth/account')).status).toBe(200)
    await auth.revokeSessions('user-1')
    const response = await browser(old).get('/auth/account')
    expect(response.headers.get('location')).toContain('/auth/signin')
  })

  test('is not taken over while the database does not respond', async () => {
    const { adapter, auth, time } = await moveWithDatabase()
    time.forward(1)
    await auth.revokeSessions('user-1')
    const failing = { isDown: true }
    const check = () => {
      if (failing.isDown) throw new Error('the database is down')
    }
    const getUser = async (id: string) => (check(), adapter.getUser(id))
    const getUserByEmail = async (email: string) => (check(), adapter.getUserByEmail(email))
    const thief = move({ adapter: { ...adapter, getUser, getUserByEmail }, session: { strategy: 'jwt' } }).browser(
      await signInWithAuthJs(),
    )
    await thief.post('/auth/session', { data: '{}' })
    failing.isDown = false
    expect(await thief.session()).toBeNull()
  })
})

describe('a cookie with a custom name or path', () => {
  const sessionToken = { name: 'my.session', options: { domain: 'example.com' } }

  test('is overwritten, and extra chunks are cleared', async () => {
    const much = 'x'.repeat(3000)
    const old = await signInWithAuthJs({
      cookies: { sessionToken },
      callbacks: { jwt: ({ token }) => ({ ...token, much }) },
    })
    expect(Object.keys(old)).toStrictEqual(['my.session.0', 'my.session.1'])
    const { much: _much, ...rest } = { much }
    const context = move({
      cookies: { sessionToken },
      callbacks: { jwt: ({ token: { much: _dropped, ...token } }) => ({ ...token, ...rest }) },
    })
    const ann = context.browser(old)
    const response = await ann.get('/auth/session')
    expect(await response.json()).toMatchObject({ user: { name: 'Ann' } })
    expect([...ann.cookies.keys()]).toStrictEqual(['my.session'])
    expect(response.headers.getSetCookie().every((line) => line.includes('Domain=example.com'))).toBe(true)
    const again = await ann.get('/auth/session')
    expect(await again.json()).toMatchObject({ user: { name: 'Ann' } })
    expect(again.headers.getSetCookie()).toStrictEqual([])
  })

  test('can differ from the present cookie', async () => {
    const old = await signInWithAuthJs({ cookies: { sessionToken } })
    const ann = move({}, { sessionCookie: sessionToken }).browser(old)
    const response = await ann.get('/auth/session')
    expect(await response.json()).toMatchObject({ user: { name: 'Ann' } })
    const [cleared, own] = response.headers.getSetCookie()
    expect(cleared).toBe('my.session=; Max-Age=0; Domain=example.com; Path=/; HttpOnly; Secure; SameSite=Lax')
    expect(own).toMatch(new RegExp(`^${OWN}=`))
    expect(own).not.toContain('Domain')
  })
})

test('a custom codec opens the old tokens as before', async () => {
  const encode = ({ token }: { token?: object | undefined }) => Buffer.from(JSON.stringify(token)).toString('base64url')
  const decode = ({ token = '' }: { token?: string | undefined }) =>
    JSON.parse(Buffer.from(token, 'base64url').toString()) as Record<string, unknown>
  const old = await signInWithAuthJs({ jwt: { encode, decode } })
  const ann = move({ jwt: { encode, decode } }).browser(old)
  expect(await ann.session()).toMatchObject({ user: { name: 'Ann' } })
  expect([...ann.cookies.keys()]).toStrictEqual([OWN])
})

test('a custom codec that throws leaves the old cookie', async () => {
  let isDown = false
  const encode = ({ token }: { token?: object | undefined }) => Buffer.from(JSON.stringify(token)).toString('base64url')
  const decode = ({ token = '' }: { token?: string | undefined }) => {
    if (isDown) throw new Error('the keys are somewhere else')
    return JSON.parse(Buffer.from(token, 'base64url').toString()) as Record<string, unknown>
  }
  const ann = move({ jwt: { encode, decode } }).browser(await signInWithAuthJs({ jwt: { encode, decode } }))
  isDown = true
  const response = await ann.get('/auth/session')
  expect([await response.json(), response.headers.getSetCookie()]).toStrictEqual([null, []])
  isDown = false
  expect(await ann.session()).toMatchObject({ user: { name: 'Ann' } })
})

describe('the session of this library', () => {
  const password = {
    id: 'credentials',
    name: 'Password',
    type: 'credentials' as const,
    credentials: {},
    authorize: () => ({ id: 'bob', name: 'Bob' }),
  }

  test('is used first, and the old cookie is cleared', async () => {
    const context = move({ providers: [password] })
    const bob = context.browser()
    await bob.post('/auth/callback/credentials')
    for (const [name, value] of Object.entries(await signInWithAuthJs())) bob.cookies.set(name, value)
    expect(await bob.session()).toMatchObject({ user: { name: 'Bob' } })
    expect([...bob.cookies.keys()].filter((name) => name.includes('session'))).toStrictEqual([OWN])
  })

  test('replaces the old one at a sign-in', async () => {
    const bob = move({ providers: [password] }).browser(await signInWithAuthJs())
    await bob.post('/auth/callback/credentials')
    expect([...bob.cookies.keys()].filter((name) => name.includes('session'))).toStrictEqual([OWN])
    expect(await bob.session()).toMatchObject({ user: { name: 'Bob' } })
  })
})

describe('signing out', () => {
  test('clears the cookies of both libraries', async () => {
    const told: unknown[] = []
    const context = move({ events: { signOut: (message) => void told.push(message) } }, { keepCookies: true })
    const ann = context.browser(await signInWithAuthJs())
    await ann.session()
    expect([...ann.cookies.keys()]).toStrictEqual([SECURE_NAME, OWN])
    await ann.post('/auth/signout')
    expect([...ann.cookies.keys()].filter((name) => name.includes('session'))).toStrictEqual([])
    expect(told).toMatchObject([{ token: { name: 'Ann' } }])
  })

  test('works with the first request after the move', async () => {
    const told: unknown[] = []
    const ann = move({ events: { signOut: (message) => void told.push(message) } }).browser(await signInWithAuthJs())
    await ann.post('/auth/signout')
    expect([...ann.cookies.keys()].filter((name) => name.includes('session'))).toStrictEqual([])
    expect(told).toMatchObject([{ token: { name: 'Ann', sub: 'user-1' } }])
  })

  test('by a jwt callback that returns null clears both', async () => {
    const ann = move({ callbacks: { jwt: () => null } }).browser(await signInWithAuthJs())
    expect(await ann.session()).toBeNull()
    expect(ann.cookies.size).toBe(0)
  })

  test('does not revoke a copied token, but a jwt callback can refuse it', async () => {
    const old = await signInWithAuthJs()
    const context = move()
    const ann = context.browser(old)
    await ann.post('/auth/signout')
    expect(await context.browser(old).session()).not.toBeNull()
    const refusing = move({ callbacks: { jwt: ({ token }) => (token.sub === 'user-1' ? null : token) } })
    expect(await refusing.browser(old).session()).toBeNull()
  })
})

describe('while servers are replaced one after another', () => {
  test('the old cookie can stay for both libraries', async () => {
    const old = await signInWithAuthJs()
    const ann = move({}, { keepCookies: true }).browser(old)
    await ann.session()
    expect(ann.cookies.get(SECURE_NAME)).toBe(old[SECURE_NAME])
    expect(await ann.session()).toMatchObject({ user: { name: 'Ann' } })
  })
})

describe.each(engines)('after the conversion, a session check on the %s engine', (_name, engine) => {
  test('opens one token, as without the preset', async () => {
    const { engine: crypto, counts } = counting(engine)
    const config = fromAuthJs(
      { providers: [], secret: SECRET, trustHost: true, session: { cookieCacheSize: 0 } },
      { until: inDays(30) },
    )
    const ann = new TestBrowser(
      createAuth(config, { ...defaultRuntime, crypto }),
      makeClock(),
      await signInWithAuthJs(),
    )
    await ann.session()
    await ann.session()
    const before = { ...counts }
    expect(await ann.session()).toMatchObject({ user: { name: 'Ann' } })
    const spent = Object.entries(counts).filter(([work, count]) => count > (before[work as keyof typeof before] ?? 0))
    expect(spent.map(([work]) => work)).toStrictEqual(['open'])
  })
})
