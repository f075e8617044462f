import { describe, expect, test } from 'vitest'
import type { AuthConfig } from '../../src/index.ts'
import Credentials from '../../src/providers/credentials.ts'
import GitHub from '../../src/providers/github.ts'
import { location, setUpAuth, ORIGIN, type AuthSetup } from '@authwright/test-kit/auth-setup'

const site = (): AuthSetup =>
  setUpAuth({
    providers: [
      GitHub({ clientId: 'app', clientSecret: 'secret' }),
      Credentials({
        credentials: { password: { label: 'Password', type: 'password' } },
        authorize: ({ password }) => (password === 'right' ? { id: '1', name: 'Ann' } : null),
      }),
    ],
    pages: { signIn: '/login', error: '/oops' },
  })

const facts = (path: string, cookie = '') => ({ url: ORIGIN + path, headers: new Headers({ cookie }) })

describe('a custom sign-in page with `signInPage`', () => {
  test('gets the sign-in methods with the actions and fields of their forms', async () => {
    const { props, cookies } = await site().auth.signInPage(facts('/login?callbackUrl=%2Fa&error=CredentialsSignin'))
    expect(props).toMatchObject({
      callbackUrl: `${ORIGIN}/a`,
      error: 'CredentialsSignin',
      csrfToken: expect.stringMatching(/^[\w-]{20,}$/),
      providers: [
        { id: 'github', name: 'GitHub', kind: 'redirect', action: '/auth/signin/github' },
        {
          id: 'credentials',
          kind: 'credentials',
          action: '/auth/callback/credentials',
          fields: [{ name: 'password', label: 'Password', type: 'password' }],
        },
      ],
    })
    expect(cookies.map(({ name }) => name)).toEqual(['__Host-authwright.csrf-token', '__Host-authwright.callback-url'])
  })

  test('gets the seconds to wait after too many tries', async () => {
    const { props } = await site().auth.signInPage(facts('/login?error=TooManyRequests&retryAfter=60'))
    expect(props).toMatchObject({ error: 'TooManyRequests', retryAfter: 60 })
  })

  test('gets no untrusted value of the query', async () => {
    const { props } = await site().auth.signInPage(
      facts('/login?callbackUrl=https%3A%2F%2Fevil.example&error=Call+us&providers=x&csrfToken=x'),
    )
    expect(props).toMatchObject({ callbackUrl: `${ORIGIN}/`, error: 'Default' })
    expect(props.csrfToken).not.toBe('x')
    expect(props.providers).toHaveLength(2)
  })

  test('accepts the CSRF token from a browser that sends no origin', async () => {
    const application = site()
    const { props, cookies } = await application.auth.signInPage(facts('/login?callbackUrl=%2Fa'))
    const browser = application.browser(
      Object.fromEntries(cookies.map(({ name, value }) => [name, encodeURIComponent(value)])),
    )
    const { csrfToken = '', callbackUrl } = props
    const refused = await browser.post('/auth/callback/credentials', { password: 'right', callbackUrl }, {})
    expect(location(refused)).toBe(`${ORIGIN}/login?error=MissingCSRF`)
    const done = await browser.post('/auth/callback/credentials', { password: 'right', callbackUrl, csrfToken }, {})
    expect(location(done)).toBe(`${ORIGIN}/a`)
  })

  test('gets the provider of the last sign-in', async () => {
    const { props } = await site().auth.signInPage(facts('/login', '__Host-authwright.last-provider=github'))
    expect(props.lastUsed).toBe('github')
  })
})

describe('a custom sign-in page with the endpoints', () => {
  test('gets the providers, a CSRF token, and the errors of a sign-in', async () => {
    const browser = site().browser()
    const providers = await (await browser.get('/auth/providers')).json()
    const { csrfToken } = await (await browser.get('/auth/csrf')).json()
    const { callbackUrl: action } = providers.credentials
    const wrong = await browser.post(new URL(action).pathname, { password: 'wrong', csrfToken }, {})
    expect(location(wrong)).toBe(`${ORIGIN}/login?error=CredentialsSignin&code=credentials`)
    const right = await browser.post(new URL(action).pathname, { password: 'right', csrfToken, callbackUrl: '/a' }, {})
    expect(location(right)).toBe(`${ORIGIN}/a`)
  })

  test('gets JSON instead of a redirect', async () => {
    const headers = { origin: ORIGIN, 'x-auth-return-redirect': '1' }
    const response = await site().browser().post('/auth/callback/credentials', { password: 'wrong' }, headers)
    expect(await response.json()).toEqual({ url: `${ORIGIN}/login?error=CredentialsSignin&code=credentials` })
  })
})

const open = (path: string, config: Partial<AuthConfig>) => {
  const context = setUpAuth({ providers: [Credentials({ authorize: () => null })], ...config })
  return context.browser().get(path)
}

describe('the address of a built-in page as a custom page shows the built-in page', () => {
  test.each([
    ['/auth/signin', { signIn: '/auth/signin' }],
    ['/auth/signin/', { signIn: `${ORIGIN}/auth/signin` }],
    ['/auth/signin?error=AccessDenied', { signIn: '/auth/signin/' }],
    ['/auth/verify-request', { verifyRequest: '/auth/verify-request?x=1' }],
    ['/auth/error', { error: '/auth/error' }],
  ])('%s', async (path, pages) => {
    expect((await open(path, { pages })).status).toBe(200)
  })
})

test('the address of the built-in sign-out page as a custom page is no loop', async () => {
  const pages = { signOut: '/auth/signout' }
  // No one is signed in.
  expect(location(await open('/auth/signout', { pages }))).toBe(`${ORIGIN}/`)
})

test('the error page can be the sign-in page', async () => {
  const pages = { error: '/auth/signin' }
  expect(location(await open('/auth/error?error=AccessDenied', { pages }))).toBe(
    `${ORIGIN}/auth/signin?error=AccessDenied`,
  )
})

describe('a failing page causes no redirect loop', () => {
  const throwing = (): never => {
    throw new Error('the redirect callback fails')
  }
  const callbacks = { redirect: throwing }

  test.each([
    ['if the error page started the sign-in', '/auth/signin?callbackUrl=%2Foops%3Fa%3Db', { error: '/oops' }],
    [
      'if the error page started the sign-in with its full address',
      `/auth/signin?callbackUrl=${encodeURIComponent(`${ORIGIN}/oops/`)}`,
      { error: '/oops?x=1' },
    ],
    ['if the page is the error page', '/auth/signin?callbackUrl=%2Fa', { error: '/auth/signin' }],
  ])('%s', async (_, path, pages) => {
    const response = await open(path, { pages, callbacks })
    expect(response.status).toBe(503)
    expect(await response.text()).toContain('Something is wrong on our side')
  })

  test('and otherwise redirects to the error page', async () => {
    const response = await open('/auth/signin?callbackUrl=%2Fa', { pages: { error: '/oops' }, callbacks })
    expect(location(response)).toBe(`${ORIGIN}/oops?error=Configuration`)
  })

  test.each(['/auth/signin', '/auth/error', `${ORIGIN}/auth/signin?x=1`])(
    'if the config is invalid and the error page is %s',
    async (error) => {
      const response = await open('/auth/signin', { pages: { error }, secret: 'short' })
      expect(response.status).toBe(500)
      expect(response.headers.get('content-type')).toContain('text/html')
    },
  )

  test('with the base path / only the routes of the library count as built-in pages', async () => {
    const config = { basePath: '/', secret: 'short' }
    expect(location(await open('/signin', { ...config, pages: { error: '/oops' } }))).toBe(
      `${ORIGIN}/oops?error=Configuration`,
    )
    expect((await open('/signin', { ...config, pages: { error: '/error' } })).status).toBe(500)
  })

  test('redirects to no page on a host that is not trusted', async () => {
    const config = { trustHost: false, pages: { error: '/oops' } }
    for (const more of [{}, { secret: 'short' }]) {
      const response = await open('/auth/signin', { ...config, ...more })
      expect([response.status, location(response)]).toEqual([500, ''])
    }
    const elsewhere = await open('/auth/signin', { ...config, pages: { error: 'https://status.example/' } })
    expect(location(elsewhere)).toBe('https://status.example/?error=Configuration')
    const known = await open('/auth/signin', { ...config, origin: 'https://acme.example', secret: 'short' })
    expect(location(known)).toBe('https://acme.example/oops?error=Configuration')
  })

  test('redirects to the error page also if the origin of the config is invalid', async () => {
    const config = { origin: 'acme.example', secret: 'short' }
    const elsewhere = await open('/auth/signin', { ...config, pages: { error: 'https://status.example/' } })
    expect(location(elsewhere)).toBe('https://status.example/?error=Configuration')
    const own = await open('/auth/signin', { ...config, pages: { error: '/oops' } })
    expect(location(own)).toBe(`${ORIGIN}/oops?error=Configuration`)
  })

  test('compares whole paths', async () => {
    const response = await open('/auth/signin?callbackUrl=%2Foops-and-more', {
      pages: { error: '/oops' },
      secret: 'short',
    })
    expect(location(response)).toBe(`${ORIGIN}/oops?error=Configuration`)
  })
})

describe('custom pages', () => {
  test('get the return address of a sign-out if the request has one', async () => {
    const pages = { signOut: '/bye?x=1' }
    expect(location(await open('/auth/signout?callbackUrl=%2Fa', { pages }))).toBe(
      `${ORIGIN}/bye?x=1&callbackUrl=${encodeURIComponent(`${ORIGIN}/a`)}`,
    )
    const away = `/auth/signout?callbackUrl=${encodeURIComponent('https://evil.example/')}`
    expect(location(await open(away, { pages }))).toBe(
      `${ORIGIN}/bye?x=1&callbackUrl=${encodeURIComponent(`${ORIGIN}/`)}`,
    )
  })

  test('can be on another host and have a query', async () => {
    const pages = { signIn: 'https://login.example/enter?tenant=7' }
    expect(location(await open('/auth/signin?error=SessionRequired', { pages }))).toBe(
      `https://login.example/enter?tenant=7&callbackUrl=${encodeURIComponent(`${ORIGIN}/`)}&error=SessionRequired`,
    )
  })
})
