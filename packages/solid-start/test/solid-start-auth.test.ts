import { getSession, SolidAuth, SolidStartAuth } from '@authwright/solid-start'
import { openBrowser } from '@authwright/testing'
import { provideRequestEvent } from 'solid-js/web/storage'
import { expect, test, vi } from 'vitest'

const secret = 'a secret of the tests, long enough to be one'
const origin = 'https://app.example.com'

const password = {
  id: 'password',
  name: 'Password',
  type: 'credentials' as const,
  credentials: {},
  authorize: () => ({ id: '1', name: 'Ada' }),
}

test('names the missing request', async () => {
  const { auth, requireUser, signIn } = SolidStartAuth({ providers: [], secret, trustHost: true })
  for (const call of [auth, requireUser, signIn]) await expect(call()).rejects.toThrow('There is no request')
})

/** Calls `requireUser` in a server function, which the script of the home page calls. Returns the status and the redirect target. */
const guard = async (given: Parameters<ReturnType<typeof SolidStartAuth>['requireUser']>[0], cookie = '') => {
  const { middleware, requireUser } = SolidStartAuth({ providers: [password], secret, trustHost: true })
  const headers = { 'x-server-id': 'account', referer: `${origin}/`, cookie }
  const req = new Request(`${origin}/_server`, { method: 'POST', headers })
  const nativeEvent = { req, res: { headers: new Headers(), errHeaders: new Headers() } }
  const event = { request: req, response: {}, nativeEvent }
  const response = await middleware(nativeEvent, () =>
    provideRequestEvent(event as never, async () => new Response((await requireUser(given)).user.name)),
  )
  return response instanceof Response ? [response.status, response.headers.get('location')] : response
}

test.each([
  ['the page that the guard names', { callbackUrl: '/account?tab=2' }, '%2Faccount%3Ftab%3D2'],
  ['the page of the script without it', undefined, '%2F'],
  ['the home page for another site', { callbackUrl: 'https://evil.example/account' }, '%2F'],
])('the sign-in page leads back to %s', async (_what, options, callbackUrl) => {
  expect(await guard(options)).toEqual([302, `${origin}/api/auth/signin?callbackUrl=${callbackUrl}`])
})

test('the check of the options refuses a user', async () => {
  const { middleware } = SolidStartAuth({ providers: [password], secret, trustHost: true })
  const browser = openBrowser({
    origin,
    handler: async (req) =>
      (await middleware({ req, res: { headers: new Headers(), errHeaders: new Headers() } }, () => null)) as Response,
  })
  await browser.post('/api/auth/callback/password', {})
  const cookie = browser.jar.header(new URL(origin))
  const refused = await guard({ callbackUrl: '/account', check: ({ user }) => user.name === 'Grace' }, cookie)
  expect(refused).toEqual([403, null])
  expect(await guard({ callbackUrl: '/account' }, cookie)).toEqual([200, null])
})

test.each([
  ['/api/auth', {}],
  ['/members/auth', { prefix: '/members/auth' }],
  ['/auth', { basePath: '/auth', prefix: '/members/auth' }],
])('SolidAuth serves its routes below %s, and getSession reads their session', async (base, path) => {
  const warnings: unknown[] = []
  const logger = { warn: (code: unknown) => warnings.push(code), error: () => undefined, debug: () => undefined }
  const config = { providers: [password], secret, trustHost: true, logger, ...path }
  const { GET, POST } = SolidAuth(config)
  const requests: Request[] = []
  const browser = openBrowser({
    origin,
    handler: (request) => {
      requests.push(request.clone())
      return (request.method === 'POST' ? POST : GET)({ request })
    },
  })
  await browser.post(`${base}/callback/password`, {})
  expect((await browser.get(`${base}/session`)).json()).toMatchObject({ user: { name: 'Ada' } })
  const [latest] = requests.slice(-1)
  expect(latest === undefined ? null : await getSession(latest, config)).toMatchObject({ user: { name: 'Ada' } })
  expect(await getSession(new Request(origin), config)).toBeNull()
  expect((await browser.get(`${base}/else`)).status).toBe(404)
  expect((await browser.get('/else/session')).status).toBe(404)
  expect(warnings).toEqual([])
})

test('SolidAuth refuses a malformed host', async () => {
  const { GET } = SolidAuth({ providers: [], secret, trustHost: true })
  const request = new Request(`${origin}/api/auth/providers`, { headers: { host: 'user@evil.test' } })
  expect((await GET({ request })).status).toBe(400)
})

test('shows the developer why a page has failed, and no other browser', async () => {
  const logger = { error: () => undefined, warn: () => undefined, debug: () => undefined }
  const { middleware } = SolidStartAuth({ providers: [], secret: 'short', logger })
  const page = {}
  const open = (address: string, status: number) => {
    const req = new Request(address, { headers: { accept: 'text/html' } })
    return middleware({ req, res: { status, headers: new Headers(), errHeaders: new Headers() } }, () => page)
  }
  vi.stubEnv('NODE_ENV', 'development')
  const shown = await open('http://localhost:3000/', 500)
  expect(shown instanceof Response && (await shown.text())).toMatch(
    /WeakSecret: The secret \(AUTH_SECRET\).*<a href="https:\/\/\S+\/errors\/weaksecret\.md">/s,
  )
  expect(await open('http://localhost:3000/', 200)).toBe(page)
  expect(await open('http://192.168.1.5:3000/', 500)).toBe(page)
  vi.stubEnv('NODE_ENV', 'production')
  expect(await open('http://localhost:3000/', 500)).toBe(page)
})
