import { describe, expect, test } from 'vitest'
import { skipCSRFCheck, type AuthConfig } from '../../src/index.ts'
import { location, setUpAuth, ORIGIN, SECRET, type TestBrowser } from '@authwright/test-kit/auth-setup'
import { makeStore, StoreAdapter } from '../support/store.ts'

const CSRF = '__Host-authwright.csrf-token'
const SESSION = '__Host-authwright.session-token'

const config: Partial<AuthConfig> = {
  adapter: new StoreAdapter(makeStore()),
  session: { strategy: 'jwt' },
  providers: [
    { id: 'credentials', name: 'Password', type: 'credentials', credentials: {}, authorize: () => ({ id: 'u1' }) },
    {
      id: 'email',
      name: 'E-mail',
      type: 'email',
      sendVerificationRequest: () => {
        throw new Error('a mail went out')
      },
    },
    {
      id: 'oa',
      name: 'OA',
      type: 'oauth',
      clientId: 'c',
      authorization: 'https://idp.example/a',
      token: 'https://idp.example/t',
      userinfo: 'https://idp.example/u',
    },
  ],
}

const changing = [
  '/auth/signin/oa',
  '/auth/signin/email',
  '/auth/callback/credentials',
  '/auth/callback/email',
  '/auth/signout',
]
const token = async (browser: TestBrowser): Promise<string> =>
  ((await (await browser.get('/auth/csrf')).json()) as { csrfToken: string }).csrfToken

describe.each(changing)('a post to %s', (path) => {
  test.each([
    ['from another site', { origin: 'https://evil.test', 'sec-fetch-site': 'cross-site' }],
    ['from a sibling', { 'sec-fetch-site': 'same-site' }],
    ['from a sandboxed frame', { origin: 'null' }],
    ['without Origin and Sec-Fetch-Site', {}],
    ['that claims another method’s name', { 'x-http-method-override': 'GET' }],
  ])('%s is refused', async (_what, headers) => {
    const browser = setUpAuth(config).browser()
    const response = await browser.post(path, { email: 'ann@example.org' }, headers as Record<string, string>)
    expect(location(response)).toBe(`${ORIGIN}/auth/signin?error=MissingCSRF`)
    expect(await browser.session()).toBeNull()
  })

  test.each([
    'text/plain',
    'Text/Plain',
    'multipart/form-data; boundary=x',
    'application/x-www-form-urlencoded; charset=utf-7',
    '',
  ])('from another site as %j is refused', async (type) => {
    const request = new Request(ORIGIN + path, {
      method: 'POST',
      headers: { origin: 'https://evil.test', ...(type === '' ? {} : { 'content-type': type }) },
      body: 'email=ann%40example.org',
    })
    expect(location(await setUpAuth(config).auth.handle(request))).toContain('error=MissingCSRF')
  })
})

describe('the token', () => {
  test('is accepted without Origin and Sec-Fetch-Site', async () => {
    const browser = setUpAuth(config).browser()
    await browser.post('/auth/callback/credentials', { csrfToken: await token(browser) }, {})
    expect(await browser.session()).not.toBeNull()
  })

  test('does not outweigh a foreign origin', async () => {
    const browser = setUpAuth(config).browser()
    await browser.post(
      '/auth/callback/credentials',
      { csrfToken: await token(browser) },
      { origin: 'https://evil.test' },
    )
    expect(await browser.session()).toBeNull()
  })

  test('that is wrong is refused even from the right origin', async () => {
    const browser = setUpAuth(config).browser()
    await token(browser)
    await browser.post('/auth/callback/credentials', { csrfToken: 'f'.repeat(64) })
    expect(await browser.session()).toBeNull()
  })

  test('of another browser is refused without Origin and Sec-Fetch-Site', async () => {
    const context = setUpAuth(config)
    const browser = context.browser()
    await token(browser)
    await browser.post('/auth/callback/credentials', { csrfToken: await token(context.browser()) }, {})
    expect(await browser.session()).toBeNull()
  })

  test('is 64 hexadecimal digits, and the cookie is the token, a bar and a hash', async () => {
    const browser = setUpAuth(config).browser()
    const mine = await token(browser)
    expect(mine).toMatch(/^[0-9a-f]{64}$/)
    expect(decodeURIComponent(browser.cookies.get(CSRF) ?? '')).toMatch(new RegExp(`^${mine}\\|[0-9a-f]{64}$`))
    expect((await browser.get('/auth/csrf')).headers.getSetCookie()).toEqual([])
  })

  test('stays the same in every tab', async () => {
    const browser = setUpAuth(config).browser()
    expect(await token(browser)).toBe(await token(browser))
  })

  test('from before a sign-in is refused after it', async () => {
    const browser = setUpAuth(config).browser()
    const before = await token(browser)
    await browser.post('/auth/callback/credentials')
    expect(await token(browser)).not.toBe(before)
    await browser.post('/auth/signout', { csrfToken: before }, {})
    expect(await browser.session()).not.toBeNull()
  })

  test('is valid after a change of secrets while the old secret is listed', async () => {
    const browser = setUpAuth(config).browser()
    const mine = await token(browser)
    const rotated = setUpAuth({ ...config, secret: ['another secret of the tests, also long enough for it', SECRET] })
    const later = rotated.browser(Object.fromEntries(browser.cookies))
    await later.post('/auth/callback/credentials', { csrfToken: mine }, {})
    expect(await later.session()).not.toBeNull()
  })

  test.each([
    ['without a hash', (cookie: string) => cookie.split('|')[0] ?? ''],
    ['with halves swapped', (cookie: string) => cookie.split('|').toReversed().join('|')],
    ['with a third part', (cookie: string) => `${cookie}|x`],
    ['of another secret', (cookie: string) => `${cookie.split('|')[0]}|${'0'.repeat(64)}`],
    ['emptied', () => ''],
    ['enormous', () => 'x'.repeat(1_000_000)],
  ])('with a cookie %s is refused, and a new cookie is made', async (_what, change) => {
    const browser = setUpAuth(config).browser()
    const mine = await token(browser)
    browser.cookies.set(CSRF, encodeURIComponent(change(decodeURIComponent(browser.cookies.get(CSRF) ?? ''))))
    await browser.post('/auth/callback/credentials', { csrfToken: mine }, {})
    expect(await browser.session()).toBeNull()
    expect(await token(browser)).not.toBe(mine)
  })

  test.each([1, 'a'.repeat(63), 'a'.repeat(65), ['a'], { a: 1 }])('given as %j in JSON is refused', async (sent) => {
    const context = setUpAuth(config)
    const browser = context.browser()
    await token(browser)
    const request = new Request(`${ORIGIN}/auth/callback/credentials`, {
      method: 'POST',
      headers: { cookie: browser.header, 'content-type': 'application/json' },
      body: JSON.stringify({ csrfToken: sent }),
    })
    const response = await context.auth.handle(request)
    expect(response.headers.getSetCookie().some((line) => line.startsWith(SESSION))).toBe(false)
  })

  test('is different in every browser', async () => {
    const context = setUpAuth(config)
    const tokens = await Promise.all(Array.from({ length: 1000 }, () => token(context.browser())))
    expect(new Set(tokens).size).toBe(1000)
  })
})

test.each(['/auth/signin/oa', '/auth/signin/email?email=ann@example.org', '/auth/signout'])(
  'a link to %s only shows a page',
  async (path) => {
    const browser = setUpAuth(config).browser()
    await browser.post('/auth/callback/credentials')
    const response = await browser.get(path)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toContain('text/html')
    expect(await browser.session()).not.toBeNull()
  },
)

test('a framework with its own protection can disable the check', async () => {
  const context = setUpAuth({ ...config, skipCSRFCheck })
  const browser = context.browser()
  await browser.post('/auth/callback/credentials', {}, {})
  expect(await browser.session()).not.toBeNull()
  expect((await browser.get('/auth/csrf')).status).toBe(404)
  expect(context.log).toContain('csrf-disabled')
})

test('only the skipCSRFCheck symbol disables it', async () => {
  const browser = setUpAuth({ ...config, skipCSRFCheck: true as unknown as typeof skipCSRFCheck }).browser()
  await browser.post('/auth/callback/credentials', {}, {})
  expect(await browser.session()).toBeNull()
})
