import { memoryAdapter } from '@authwright/testing'
import { ORIGIN, setUpAuth } from '@authwright/test-kit/auth-setup'
import { describe, expect, test } from 'vitest'
import { makeAuthCache, makeRequestContext, type RequestSource } from '../../src/framework.ts'
import type { AuthConfig, Cookie } from '../../src/index.ts'

const DAY = 86_400
const ANN = { id: 'u1', name: 'Ann', email: 'ann@example.org', emailVerified: new Date(0) }

const password = {
  id: 'password',
  name: 'Password',
  type: 'credentials' as const,
  credentials: {},
  authorize: () => ANN,
}

/** An application, a browser that is signed in as Ann, and contexts for its requests. */
const setUp = async (strategy: 'jwt' | 'database', config: Partial<AuthConfig> = {}) => {
  const adapter = memoryAdapter()
  await adapter.createUser?.(ANN)
  const setup = setUpAuth({ adapter, providers: [password], ...config, session: { strategy } })
  const browser = setup.browser()
  await browser.post('/auth/callback/password')
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const open = (source: Partial<RequestSource> = {}) => {
    const sent: Cookie[] = []
    const request = { url: `${ORIGIN}/page?tab=2`, headers: new Headers({ cookie }), ...source.request }
    const configured = { engine: setup.auth, config: { providers: [] }, basePath: '/auth', warn: () => undefined }
    const auth = () => Promise.resolve(configured)
    return {
      sent,
      request,
      ...makeRequestContext({ auth, setCookie: (added) => sent.push(added), ...source, request }),
    }
  }
  return { ...setup, adapter, open }
}

describe.each(['jwt', 'database'] as const)('the context of a request with %s sessions', (strategy) => {
  test('reads the session once, and sets its renewed cookie', async () => {
    const { open, clock } = await setUp(strategy)
    clock.forward(2 * DAY)
    const context = open()
    expect(await context.session()).toMatchObject({ user: { name: 'Ann' } })
    expect(await context.session()).toBe(await context.session())
    expect(context.sent.map(({ name }) => name)).toEqual(['__Host-authwright.session-token'])
    expect(await context.finish()).toEqual(context.sent)
  })

  test('renews nothing when cookies cannot be set, and the next request renews', async () => {
    const called: unknown[] = []
    const jwt: NonNullable<AuthConfig['callbacks']>['jwt'] = ({ token }) => {
      called.push(token)
      return token
    }
    const { open, clock } = await setUp(strategy, { callbacks: { jwt } })
    clock.forward(2 * DAY)
    called.length = 0
    const late = open({ canSetCookies: () => false })
    const first = await late.session()
    expect(first).toMatchObject({ user: { name: 'Ann' } })
    expect([late.sent, called]).toEqual([[], []])
    const next = open()
    const renewed = await next.session()
    expect(next.sent).toHaveLength(1)
    expect(Date.parse(renewed?.expires ?? '')).toBeGreaterThan(Date.parse(first?.expires ?? ''))
  })

  test('renews nothing after it is finished', async () => {
    const { open, clock } = await setUp(strategy)
    clock.forward(2 * DAY)
    const context = open()
    expect(await context.finish()).toEqual([])
    expect(await context.session()).toMatchObject({ user: { name: 'Ann' } })
    expect(context.sent).toEqual([])
  })

  test('shows the changed session after a sign-out in the same request', async () => {
    const { open } = await setUp(strategy)
    const context = open()
    expect(await context.session()).not.toBeNull()
    expect(await context.signOut({ redirectTo: '/bye' })).toBe(`${ORIGIN}/bye`)
    expect(await context.session()).toBeNull()
  })

  test('updates the session that an earlier read of the same request renewed', async () => {
    let turn = 0
    // Like a refresh token that the provider rotates: each one may be used once.
    const jwt: NonNullable<AuthConfig['callbacks']>['jwt'] = ({ token }) => {
      if (token['next'] !== undefined && token['next'] !== turn) throw new Error('used before')
      turn += 1
      return { ...token, next: turn }
    }
    const { open, clock } = await setUp('jwt', { callbacks: { jwt } })
    clock.forward(2 * DAY)
    const context = open()
    expect(await context.session()).toMatchObject({ user: { name: 'Ann' } })
    expect(await context.update({})).toMatchObject({ user: { name: 'Ann' } })
  })

  test('does not restore the session when a read ends after a sign-out', async () => {
    let release = (): void => undefined
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    const { open, clock } = await setUp(strategy, {
      callbacks: {
        session: async ({ session }) => {
          await held
          return session
        },
      },
    })
    clock.forward(2 * DAY)
    const context = open()
    const reading = context.session()
    await context.signOut()
    release()
    await reading
    const last = (await context.finish()).find(({ name }) => name.endsWith('session-token'))
    expect(last).toMatchObject({ value: '' })
  })
})

describe('the guard', () => {
  const page = { method: 'GET', headers: new Headers({ 'sec-fetch-mode': 'navigate' }) }
  const url = `${ORIGIN}/reports?year=2030`

  test('returns the session of a signed-in user', async () => {
    const { open } = await setUp('jwt')
    const context = open()
    expect(await context.checkAccess()).toMatchObject({ session: { user: { name: 'Ann' } } })
  })

  test('redirects a page request of a signed-out user to the sign-in page, and back to the page', async () => {
    const { open } = await setUp('jwt')
    const context = open({ request: { url, ...page } })
    expect(await context.checkAccess()).toEqual({
      refusal: {
        status: 302,
        error: 'SessionRequired',
        location: `/auth/signin?callbackUrl=${encodeURIComponent('/reports?year=2030')}`,
      },
    })
  })

  test("redirects a request of the framework's script for the data of a page, and back to the page", async () => {
    const { open } = await setUp('jwt')
    const script = { method: 'GET', headers: new Headers({ 'sec-fetch-mode': 'cors' }) }
    const context = open({ request: { url: `${ORIGIN}/data/7`, ...script } })
    expect(await context.checkAccess(undefined, '/reports?year=2030')).toMatchObject({
      refusal: { status: 302, location: `/auth/signin?callbackUrl=${encodeURIComponent('/reports?year=2030')}` },
    })
  })

  test.each<[string, { readonly method: string; readonly headers: Headers }]>([
    [
      'a request of a script',
      { method: 'GET', headers: new Headers({ 'sec-fetch-mode': 'cors', accept: 'text/html' }) },
    ],
    ['a request of a program', { method: 'GET', headers: new Headers({ accept: '*/*' }) }],
    ['a posted form', { method: 'POST', headers: new Headers({ 'sec-fetch-mode': 'navigate' }) }],
  ])('refuses %s of a signed-out user with status 401', async (_what, request) => {
    const { open } = await setUp('jwt')
    const context = open({ request: { url, ...request } })
    expect(await context.checkAccess()).toEqual({
      refusal: { status: 401, error: 'SessionRequired' },
    })
  })

  test('refuses a user who fails the check with status 403', async () => {
    const { open } = await setUp('jwt')
    const context = open()
    const result = await context.checkAccess(({ user }) => user.name === 'Bob')
    expect(result).toEqual({ refusal: { status: 403, error: 'AccessDenied' } })
  })

  test('refuses a session for which the session callback found no user', async () => {
    const session = (params: { session: object }) => ({ ...params.session, user: null }) as never
    const { open } = await setUp('database', { callbacks: { session } })
    expect(await open().checkAccess()).toEqual({ refusal: { status: 401, error: 'SessionRequired' } })
  })

  test('throws when the database is down', async () => {
    const { open, adapter } = await setUp('database')
    adapter.getSessionAndUser = () => Promise.reject(new Error('down'))
    const context = open()
    await expect(context.checkAccess()).rejects.toMatchObject({ type: 'SessionTokenError' })
  })
})

describe('the warning about a proxy that is not trusted', () => {
  const warningsOf = async (headers: Record<string, string>, config: Partial<AuthConfig> = {}, requests = 1) => {
    const warnings: string[] = []
    const warn = (code: string, ...rest: unknown[]): void => void warnings.push([code, ...rest].join(' '))
    const options = { providers: [], secret: 'a secret, thirty-two characters and more', trustHost: true, ...config }
    const findAuth = makeAuthCache<undefined>(
      { ...options, logger: { error: () => undefined, warn, debug: () => undefined } },
      () => ({ environment: {} }),
    )
    for (let i = 0; i < requests; i += 1) {
      const request = { url: 'http://10.0.0.7:3000/page', headers: new Headers(headers) }
      await makeRequestContext({ auth: () => findAuth(undefined), request, setCookie: () => undefined }).session()
    }
    return warnings
  }

  test.each([
    { 'x-forwarded-proto': 'https' },
    { 'x-forwarded-host': 'app.example.com' },
    { host: '10.0.0.7:3000', 'x-forwarded-proto': 'https', 'x-forwarded-host': 'app.example.com' },
  ])('is logged once, with the variable to set: %o', async (headers) => {
    const warnings = await warningsOf({ host: '10.0.0.7:3000', ...headers }, {}, 3)
    expect(warnings).toEqual([expect.stringMatching(/^proxy-not-trusted .*AUTH_URL/)])
    expect(warnings[0]).not.toContain('app.example.com')
  })

  test('is not logged without these headers, for the same address, for a malformed one, and with AUTH_URL', async () => {
    const host = '10.0.0.7:3000'
    expect(await warningsOf({ host })).toEqual([])
    expect(await warningsOf({ host, 'x-forwarded-proto': 'http', 'x-forwarded-host': host })).toEqual([])
    expect(await warningsOf({ host, 'x-forwarded-host': 'evil.test/x' })).toEqual([])
    expect(await warningsOf({ host, 'x-forwarded-proto': 'https' }, { origin: 'https://app.example.com' })).toEqual([])
  })
})
