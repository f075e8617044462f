import { getSession, SolidAuth, SolidStartAuth } from '@authwright/solid-start'
import { openBrowser } from '@authwright/testing'
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
