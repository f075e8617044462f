import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createKeyring } from '../../src/crypto/keyring.ts'
import { createAuth, defaultRuntime, type AuthConfig } from '../../src/index.ts'
import { memoryAdapter } from '@authwright/testing'
import { callbackUrl, startProvider, type TestProvider } from '@authwright/test-kit/oauth-provider'
import { location, setUpAuth, ORIGIN, SECRET } from '@authwright/test-kit/auth-setup'
import { choose, CHOOSE } from '@authwright/test-kit/linking/account-question'
import { makeStore, StoreAdapter } from '../support/store.ts'

let provider: TestProvider
beforeAll(async () => void (provider = await startProvider()))
afterAll(() => provider.close())

const SESSION = '__Host-authwright.session-token'
const password = {
  id: 'credentials',
  name: 'Password',
  type: 'credentials' as const,
  credentials: {},
  authorize: () => ({ id: 'u1', name: 'Ann' }),
}
const configured = (more: Partial<AuthConfig> = {}): Partial<AuthConfig> => ({
  providers: [password, provider.config()],
  ...more,
})
const seal = (claims: object) => createKeyring([SECRET], defaultRuntime.crypto).seal(SESSION, JSON.stringify(claims))

describe('a session token', () => {
  const noon = Date.parse('2030-01-01T12:00:00Z') / 1000

  test.each<[string, object, boolean]>([
    ['as we make them', { sub: 'u1', iat: noon, exp: noon + 60 }, true],
    ['without an end', { sub: 'u1', iat: noon }, false],
    ['whose end is a text', { sub: 'u1', iat: noon, exp: '2040' }, false],
    ['that is over', { sub: 'u1', iat: noon - 60, exp: noon }, false],
    ['made in a future beyond the clocks’ difference', { sub: 'u1', iat: noon + 120, exp: noon + 600 }, false],
    ['made by a server whose clock is a little ahead', { sub: 'u1', iat: noon + 30, exp: noon + 600 }, true],
    ['not yet valid', { sub: 'u1', iat: noon, nbf: noon + 120, exp: noon + 600 }, false],
  ])('%s: %s', async (_what, claims, valid) => {
    const browser = setUpAuth(configured()).browser({ [SESSION]: await seal(claims) })
    expect((await browser.session()) !== null).toBe(valid)
  })

  test('cannot be made from a sealed attempt, nor an attempt from a session token', async () => {
    const context = setUpAuth(configured())
    const browser = context.browser()
    await browser.post('/auth/signin/oa')
    const [name, value] = [...browser.cookies].find(([cookie]) => cookie.includes('.state.')) ?? ['', '']
    expect(await createKeyring([SECRET], defaultRuntime.crypto).open(SESSION, value)).toBeNull()
    const attempt = {
      kind: 'oauth',
      provider: 'oa',
      state: 'x',
      redirectUri: 'y',
      registration: 'r',
      target: 'z',
      created: 1,
    }
    const forged = context.browser({ [name]: await seal(attempt) })
    expect(location(await forged.get('/auth/callback/oa?code=c&state=x'))).toContain('error=InvalidCheck')
  })
})

describe('an attempt', () => {
  test.each(['a b', 'é', '../x', '"', '1', 'a=b', ''])(
    'is started although six injected cookies end in %j',
    async (end) => {
      const injected = Array.from({ length: 6 }, (_, i) => [`__Host-authwright.state.${i}${end}`, 'x'])
      const browser = setUpAuth(configured()).browser(Object.fromEntries(injected) as Record<string, string>)
      expect(location(await browser.post('/auth/signin/oa'))).toContain(provider.origin)
    },
  )

  test('has cookies that stay below the header limit of servers', async () => {
    const browser = setUpAuth(configured()).browser()
    for (let i = 0; i < 8; i += 1) {
      await browser.post('/auth/signin/oa', { callbackUrl: `/${i}?${'q'.repeat(1900)}` })
      browser.clock.forward(1)
    }
    expect(browser.header.length).toBeLessThan(8192)
    for (const [name, value] of browser.cookies) expect(name.length + value.length).toBeLessThanOrEqual(4096)
  })

  test('of a redirect proxy is forwarded for fifteen minutes', async () => {
    const proxied = {
      redirectProxyUrl: 'https://stable.example.com/auth',
      redirectProxyOrigins: ['https://*.example.com'],
    }
    const asked = location(await setUpAuth(configured(proxied)).browser().post('/auth/signin/oa'))
    const stable = setUpAuth(configured(proxied))
    stable.clock.forward(900)
    expect(location(await stable.auth.handle(new Request(callbackUrl(asked))))).toContain(`${ORIGIN}/auth/callback/oa`)
    stable.clock.forward(1)
    expect(location(await stable.auth.handle(new Request(callbackUrl(asked))))).toContain('error=InvalidCheck')
  })
})

describe('server code', () => {
  const foreign = {
    url: `${ORIGIN}/x`,
    headers: new Headers({ origin: 'https://evil.test', 'sec-fetch-site': 'cross-site' }),
  }

  test.each(['POST', 'PUT', 'PATCH', 'DELETE', 'post'])(
    'that passes on a %s of another site changes nothing',
    async (method) => {
      const { auth } = setUpAuth(configured())
      const facts = { ...foreign, method }
      await expect(auth.signIn(facts, 'credentials')).rejects.toMatchObject({ type: 'MissingCSRF' })
      await expect(auth.signOut(facts)).rejects.toMatchObject({ type: 'MissingCSRF' })
      await expect(auth.update(facts, {})).rejects.toMatchObject({ type: 'MissingCSRF' })
    },
  )

  test('signs in and out on its own behalf', async () => {
    const { auth } = setUpAuth(configured())
    const { cookies = [] } = await auth.signIn({ url: `${ORIGIN}/x`, headers: new Headers() }, 'credentials')
    const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
    const facts = { url: `${ORIGIN}/x`, headers: new Headers({ cookie }) }
    expect((await auth.session(facts)).session).toMatchObject({ user: { name: 'Ann' } })
    const out = await auth.signOut(facts, { redirectTo: '/bye' })
    expect(out.redirect).toBe(`${ORIGIN}/bye`)
    expect(out.cookies?.find(({ name }) => name === SESSION)?.options.maxAge).toBe(0)
  })

  test('gets thrown errors, and the log has them too', async () => {
    const context = setUpAuth(configured({ callbacks: { signIn: () => Promise.reject(new Error('no table')) } }))
    await expect(
      context.auth.signIn({ url: `${ORIGIN}/x`, headers: new Headers() }, 'credentials'),
    ).rejects.toMatchObject({ type: 'AccessDenied' })
    expect(context.errors).toHaveLength(1)
  })
})

describe('an error in the application’s code or config throws nothing', () => {
  const handle = async (
    config: unknown,
    path = '/auth/session',
    cookies: Record<string, string> = {},
  ): Promise<Response> => {
    const header = Object.entries(cookies)
      .map(([name, value]) => `${name}=${value}`)
      .join('; ')
    return createAuth(config as AuthConfig).handle(new Request(ORIGIN + path, { headers: { cookie: header } }))
  }
  const base = { secret: SECRET, trustHost: true, providers: [password] }
  const quiet = { error: () => undefined, warn: () => undefined }
  const later = Date.now() / 1000 + 600

  test.each([undefined, null, 7, 'config'])('a config that is %j', async (config) => {
    expect((await handle(config)).status).toBe(500)
  })

  test.each([{ sameSite: 'none of these' }, { maxAge: 1.5 }, { domain: 'a;b' }, { path: 'a;b' }])(
    'cookies with %j',
    async (options) => {
      expect((await handle({ ...base, logger: quiet, cookies: { sessionToken: { options } } })).status).toBe(500)
    },
  )

  test.each([
    ['a bigint', () => ({ id: 10n })],
    [
      'a ring',
      () => {
        const ring: Record<string, unknown> = {}
        ring['self'] = ring
        return ring
      },
    ],
    ['nothing', () => undefined],
    ['a text', () => 'session'],
    ['a list', () => []],
  ])('a session callback that returns %s', async (_what, session) => {
    const response = await handle({ ...base, logger: quiet, callbacks: { session } }, '/auth/session', {
      [SESSION]: await seal({ sub: 'u1', iat: later - 7200, exp: later }),
    })
    expect(response.status).toBe(503)
    expect(response.headers.getSetCookie()).toEqual([])
  })

  test('a session callback that returns null hides the session', async () => {
    const response = await handle({ ...base, callbacks: { session: () => null } }, '/auth/session', {
      [SESSION]: await seal({ sub: 'u1', iat: 1, exp: later }),
    })
    expect(await response.text()).toBe('null')
  })

  test.each([undefined, 'token', []])('a jwt callback that returns %j does not sign in', async (token) => {
    const context = setUpAuth({ ...configured(), callbacks: { jwt: () => token as never } })
    const browser = context.browser()
    expect(location(await browser.post('/auth/callback/credentials'))).toContain('error=Configuration')
    expect(browser.cookies.has(SESSION)).toBe(false)
  })

  test('a logger that throws, and one that rejects later', async () => {
    const throwing = {
      error: () => {
        throw new Error('full')
      },
      warn: () => Promise.reject(new Error('full')) as unknown as void,
    }
    expect((await handle({ ...base, logger: throwing, callback: 1, pages: { error: 7 } })).status).toBe(500)
  })

  test('a polluted Object.prototype changes no option', async () => {
    const polluted = {
      trustHost: true,
      allowDangerousEmailAccountLinking: true,
      domain: 'evil.test',
      secure: false,
      skipCSRFCheck: true,
    }
    Object.assign(Object.prototype, polluted)
    try {
      const untrusted = createAuth({ secret: SECRET, providers: [], logger: quiet } as unknown as AuthConfig)
      expect((await untrusted.handle(new Request(`${ORIGIN}/auth/session`))).status).toBe(500)
      const browser = setUpAuth(configured()).browser()
      const response = await browser.post('/auth/callback/credentials')
      expect(response.headers.getSetCookie().join()).not.toMatch(/evil\.test/)
    } finally {
      for (const name of Object.keys(polluted)) Reflect.deleteProperty(Object.prototype, name)
    }
  })
})

describe('a body', () => {
  test('of another site is not read', async () => {
    const { auth } = setUpAuth(configured())
    let pulled = 0
    const body = new ReadableStream<Uint8Array>(
      {
        pull: (controller) => {
          pulled += 1
          controller.enqueue(new Uint8Array(1024))
        },
      },
      { highWaterMark: 0 },
    )
    const init = {
      method: 'POST',
      body,
      duplex: 'half',
      headers: { origin: 'https://evil.test', 'content-type': 'application/json' },
    }
    const response = await auth.handle(new Request(`${ORIGIN}/auth/callback/credentials`, init as RequestInit))
    expect(location(response)).toContain('error=MissingCSRF')
    expect(pulled).toBe(0)
  })

  test('with more than a thousand fields is 400', async () => {
    const { auth } = setUpAuth({ ...configured(), maxBodySize: 2 ** 20 })
    const request = new Request(`${ORIGIN}/auth/callback/credentials`, {
      method: 'POST',
      headers: { origin: ORIGIN, 'content-type': 'application/x-www-form-urlencoded' },
      body: 'a=1&'.repeat(130_000),
    })
    expect((await auth.handle(request)).status).toBe(400)
  })

  test.each(['{"password":{"$ne":null}}', '{"password":["a"]}'])('with a nested field is 400: %s', async (body) => {
    const { auth } = setUpAuth(configured())
    const request = new Request(`${ORIGIN}/auth/callback/credentials`, {
      method: 'POST',
      headers: { origin: ORIGIN, 'content-type': 'application/json' },
      body,
    })
    expect((await auth.handle(request)).status).toBe(400)
  })
})

describe('an adapter that returns unusable data', () => {
  test.each([{}, { id: null }, [], null, undefined, 'user'])('createUser → %j does not sign in', async (made) => {
    const store = makeStore()
    const adapter = Object.assign(new StoreAdapter(store), { createUser: async () => made })
    const browser = setUpAuth(configured({ adapter: adapter as unknown as StoreAdapter })).browser()
    await browser.get(callbackUrl(location(await browser.post('/auth/signin/oa'))))
    expect(await browser.session()).toBeNull()
    expect(store.accounts).toEqual([])
  })

  test('useVerificationToken → a token of another address does not sign in', async () => {
    const store = makeStore()
    const adapter = Object.assign(new StoreAdapter(store), {
      useVerificationToken: async () => ({
        identifier: 'bob@example.org',
        token: 'x',
        expires: new Date('2031-01-01'),
      }),
    })
    const email = { id: 'email', name: 'E', type: 'email' as const, sendVerificationRequest: () => undefined }
    const browser = setUpAuth({ providers: [email], adapter }).browser()
    await browser.post('/auth/callback/email', { token: 'x'.repeat(64), email: 'ann@example.org' })
    expect(await browser.session()).toBeNull()
    expect(store.users.size).toBe(0)
  })
})

describe('a session token with a user who is not in the database', () => {
  test('does not prevent a sign-in', async () => {
    const store = makeStore()
    const browser = setUpAuth(configured({ adapter: new StoreAdapter(store), session: { strategy: 'jwt' } })).browser()
    await browser.post('/auth/callback/credentials')
    expect(
      location(await browser.get(callbackUrl(location(await browser.post('/auth/signin/oa', { callbackUrl: '/in' }))))),
    ).toBe(CHOOSE)
    expect(await choose(browser, 'sign-in')).toBe(`${ORIGIN}/in`)
    expect(store.accounts).toHaveLength(1)
  })
})

describe('a session in a cookie', () => {
  test('is issued again when the user signs in again or links an account', async () => {
    const store = makeStore()
    const seen: unknown[] = []
    const config = configured({
      adapter: new StoreAdapter(store),
      session: { strategy: 'jwt' },
      providers: [provider.config(), provider.config({ id: 'ob', name: 'OB' })],
      callbacks: {
        jwt: ({ token, account }) => {
          if (account) seen.push(account.provider)
          return token
        },
      },
    })
    const browser = setUpAuth(config).browser()
    const signIn = async (id: string, link = '') =>
      browser.get(callbackUrl(location(await browser.post(`/auth/signin/${id}`, { link }))))
    await signIn('oa')
    const first = browser.cookies.get(SESSION)
    await signIn('oa')
    provider.profile = { id: 'ann-2', name: 'Ann' }
    await signIn('ob', 'true')
    provider.profile = { id: 'ann-1', name: 'Ann', email: 'Ann@Example.org' }
    expect(seen).toEqual(['oa', 'oa', 'ob'])
    expect(browser.cookies.get(SESSION)).not.toBe(first)
    expect(store.users.size).toBe(1)
  })
})

describe('verifying an e-mail address', () => {
  test('removes what an attacker attached to the user before', async () => {
    const links: string[] = []
    const email = {
      id: 'email',
      name: 'E',
      type: 'email' as const,
      sendVerificationRequest: ({ url }: { url: string }) => void links.push(url),
    }
    const context = setUpAuth({ providers: [provider.config(), email], adapter: memoryAdapter() })
    const attacker = context.browser()
    provider.profile = { id: 'eve', name: 'Eve', email: 'ann@example.org' }
    await attacker.get(callbackUrl(location(await attacker.post('/auth/signin/oa'))))
    expect(await attacker.session()).not.toBeNull()
    const ann = context.browser()
    await ann.post('/auth/signin/email', { email: 'ann@example.org' })
    await ann.get(links[0] ?? '')
    expect(await ann.session()).toMatchObject({ user: { email: 'ann@example.org' } })
    expect(await attacker.session()).toBeNull()
    const again = context.browser()
    expect(location(await again.get(callbackUrl(location(await again.post('/auth/signin/oa')))))).toContain(
      'error=OAuthAccountNotLinked',
    )
    provider.profile = { id: 'ann-1', name: 'Ann', email: 'Ann@Example.org' }
  })
})

test('a user with a mistyped password still returns to the callback URL', async () => {
  let right = false
  const context = setUpAuth({ providers: [{ ...password, authorize: () => (right ? { id: 'u1' } : null) }] })
  const browser = context.browser()
  await browser.post('/auth/callback/credentials', { callbackUrl: '/members' })
  right = true
  expect(location(await browser.post('/auth/callback/credentials'))).toBe(`${ORIGIN}/members`)
  expect(location(await browser.post('/auth/signout'))).toBe(`${ORIGIN}/`)
})

test('a CSRF token from before a sign-out is refused after it', async () => {
  const browser = setUpAuth(configured()).browser()
  await browser.post('/auth/callback/credentials')
  const { csrfToken } = (await (await browser.get('/auth/csrf')).json()) as { csrfToken: string }
  await browser.post('/auth/signout')
  await browser.post('/auth/callback/credentials', { csrfToken }, {})
  expect(await browser.session()).toBeNull()
})

test('a line break in an error message forges no log entry', async () => {
  const lines: string[] = []
  const write = (...parts: unknown[]): void => void lines.push(...parts.map(String))
  const authorize = () => {
    throw new Error('no user x\n[auth][error] AdminLoggedIn: forged')
  }
  const config: AuthConfig = { secret: SECRET, trustHost: true, providers: [{ ...password, authorize }] }
  const auth = createAuth(config, { ...defaultRuntime, console: { error: write, warn: write, debug: write } })
  await auth.signIn({ url: ORIGIN, headers: new Headers() }, 'credentials').catch(() => undefined)
  expect(lines.join('\n')).toContain('no user x')
  expect(lines.join('\n')).not.toMatch(/^\[auth\]\[error\] AdminLoggedIn/m)
})
