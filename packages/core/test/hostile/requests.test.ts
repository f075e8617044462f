import { describe, expect, test } from 'vitest'
import type { AuthConfig, IncomingRequest } from '../../src/index.ts'
import { location, setUpAuth, ORIGIN } from '@authwright/test-kit/auth-setup'

const config: Partial<AuthConfig> = {
  providers: [
    { id: 'credentials', name: 'Password', type: 'credentials', credentials: {}, authorize: () => ({ id: 'u1' }) },
  ],
}
const site = setUpAuth(config)

const ask = (
  path: string,
  init: Omit<RequestInit, 'headers'> & { headers?: Record<string, string> } = {},
): Promise<Response> =>
  site.auth.handle(new Request(ORIGIN + path, { ...init, headers: { origin: ORIGIN, ...init.headers } }))

describe('an HTTP method', () => {
  test.each([
    ['/auth/session', 'DELETE', 'GET, HEAD, POST'],
    ['/auth/session', 'OPTIONS', 'GET, HEAD, POST'],
    ['/auth/csrf', 'POST', 'GET, HEAD'],
    ['/auth/providers', 'PUT', 'GET, HEAD'],
    ['/auth/signin', 'PROPFIND', 'GET, HEAD, POST'],
    ['/auth/error', 'POST', 'GET, HEAD'],
  ])('that %s does not allow (%s) gets the allowed methods', async (path, method, allowed) => {
    const response = await ask(path, { method })
    expect(response.status).toBe(405)
    expect(response.headers.get('allow')).toBe(allowed)
  })

  test.each(['session', 'csrf', 'providers', 'signin', 'error', 'verify-request'])(
    'HEAD of %s is empty and changes nothing',
    async (action) => {
      const response = await ask(`/auth/${action}`, { method: 'HEAD' })
      expect(response.status).toBe(200)
      expect(await response.text()).toBe('')
      expect(response.headers.getSetCookie()).toEqual([])
    },
  )
})

describe('a path', () => {
  test.each([
    '/auth',
    '/auth/nothing',
    '/auth/session/x.css',
    '/auth/signin/unknown',
    '/auth/callback/__proto__',
    '/auth/callback/constructor',
    '/auth/signin/%2e%2e%2f',
    `/auth/signin/${'x'.repeat(10_000)}`,
    '/authsession',
  ])('%s without a route is 404', async (path) => {
    const response = await ask(path)
    expect(response.status).toBe(404)
    expect(response.headers.get('cache-control')).toContain('no-store')
  })
})

describe('a body', () => {
  const post = (body: BodyInit, type = 'application/x-www-form-urlencoded', path = '/auth/callback/credentials') =>
    ask(path, { method: 'POST', body, headers: { 'content-type': type } })

  test.each(['{', '[]', '"x"', '7', 'null', '{"callbackUrl":5}', '{"callbackUrl":["/x"]}', '{"email":{"$ne":null}}'])(
    'of JSON like %s is 400',
    async (body) => {
      expect((await post(body, 'application/json')).status).toBe(400)
    },
  )

  test.each([
    'callbackUrl=/a&callbackUrl=https://evil.test',
    'email=a@b.test&email=c@d.test',
    'csrfToken=a&csrfToken=b',
  ])('that repeats a parameter of the flow is 400: %s', async (body) => {
    expect((await post(body)).status).toBe(400)
  })

  test('that is not UTF-8 is 400', async () => {
    expect((await post(new Uint8Array([0xff, 0xfe, 0x61]))).status).toBe(400)
  })

  test('over 64 KiB is 413, by its Content-Length or by its length', async () => {
    expect((await post('a=' + 'x'.repeat(65_534))).status).toBe(302)
    expect((await post('a=' + 'x'.repeat(65_535))).status).toBe(413)
    const stream = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(new Uint8Array(65_536)),
    })
    const init = {
      method: 'POST',
      body: stream,
      duplex: 'half',
      headers: { 'content-type': 'application/json' },
    } as Parameters<typeof ask>[1]
    expect((await ask('/auth/callback/credentials', init)).status).toBe(413)
  })

  test('can have a smaller limit', async () => {
    const small = setUpAuth({ ...config, maxBodySize: 10 })
    const response = await small.browser().post('/auth/callback/credentials', { a: 'x'.repeat(20) })
    expect(response.status).toBe(413)
  })

  test.each([
    ['a list', `{"data":[${'1,'.repeat(999)}1]}`],
    ['an object', `{"data":{${'"a":1,'.repeat(999)}"a":1}}`],
    ['many lists', `{"data":[${'[1],'.repeat(600)}1]}`],
    ['lists in lists', `{"data":${'['.repeat(1000)}${']'.repeat(1000)}}`],
    ['lists in lists that do not end', `{"data":${'['.repeat(30_000)}`],
    ['no end of a string', `{"data":"${'\\"'.repeat(20_000)}\\`],
  ])('of JSON with more than 1,000 members in %s is 400', async (_where, body) => {
    expect((await post(body, 'application/json', '/auth/session')).status).toBe(400)
    expect((await post(body, 'application/json')).status).toBe(400)
  })

  test.each([
    ['1,000 members', `{"data":[${'1,'.repeat(998)}1]}`],
    ['commas and brackets in a string', JSON.stringify({ data: ',[{"\\'.repeat(4000) })],
  ])('of JSON with %s is read', async (_what, body) => {
    expect((await post(body, 'application/json', '/auth/session')).status).toBe(200)
  })

  test.each(['a=1&a=2', 'password=right&password=wrong', 'x=&x='])(
    'of a form that repeats a field is 400: %s',
    async (body) => {
      expect((await post(body)).status).toBe(400)
    },
  )

  test('cannot reach a prototype', async () => {
    await post('{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}', 'application/json')
    await post('__proto__[polluted]=1&constructor.prototype.polluted=1')
    expect({}).not.toHaveProperty('polluted')
  })

  test('that was already read is 400 and does not hang', async () => {
    const request = new Request(`${ORIGIN}/auth/callback/credentials`, {
      method: 'POST',
      headers: { origin: ORIGIN, 'content-type': 'application/json' },
      body: '{}',
    })
    await request.text()
    expect((await site.auth.handle(request)).status).toBe(400)
  })
})

describe('a request as plain data', () => {
  const respond = (request: Partial<IncomingRequest>, own: Partial<AuthConfig> = {}) =>
    setUpAuth({ ...config, ...own }).auth.respond({
      method: 'GET',
      url: '/auth/providers',
      origin: ORIGIN,
      headers: new Headers(),
      ...request,
    })

  test.each(['x:.other.example/auth/providers', 'x:@other.example/auth/providers', 'x::8080/auth/providers', '*', ''])(
    'whose target %j is not a path is 400',
    async (url) => {
      expect(await respond({ url, route: 'providers' })).toMatchObject({ status: 400 })
    },
  )

  test.each(['/auth/providers', '//other.example/auth/providers', 'http://other.example/auth/providers', '/%0a'])(
    'gets addresses of its origin only, whatever its target is: %j',
    async (url) => {
      const { body } = await respond({ url, route: 'providers' })
      const { credentials } = JSON.parse(body ?? '') as { credentials: { signinUrl: string } }
      expect(credentials.signinUrl).toBe(`${ORIGIN}/auth/signin/credentials`)
    },
  )

  test.each(['signin', 'error'])(
    'shows the built-in page %s also where the framework hides the base path',
    async (route) => {
      const pages = { signIn: '/auth/signin', error: '/auth/error' }
      expect(await respond({ url: `/${route}`, route }, { pages })).toMatchObject({ status: 200 })
    },
  )

  test('of JSON that a framework has parsed gives no callback a member __proto__, at any depth', async () => {
    const sent: unknown[] = []
    const callbacks: AuthConfig['callbacks'] = {
      jwt: ({ token, session }) => {
        if (session !== undefined) sent.push(session)
        return token
      },
    }
    const { auth, browser } = setUpAuth({ ...config, callbacks })
    const ann = browser()
    await ann.post('/auth/callback/credentials')
    const fields: unknown = JSON.parse(
      '{"data":{"__proto__":{"isAdmin":true},"list":[{"__proto__":{"isAdmin":true}}]}}',
    )
    await auth.respond({
      method: 'POST',
      url: '/auth/session',
      origin: ORIGIN,
      headers: new Headers({ cookie: ann.header, origin: ORIGIN, 'content-type': 'application/json' }),
      body: async () => ({ kind: 'parsed', fields }),
    })
    expect(sent.map((data) => JSON.stringify(data))).toEqual(['{"list":[{}]}'])
  })

  test.each([[['a', 'b']], [{ $ne: '' }], [5], [null], [Symbol('x')]])(
    'of a form whose framework read a field as %o is 400',
    async (password) => {
      const body = async () => ({ kind: 'parsed', fields: { password } }) as const
      const headers = new Headers({ origin: ORIGIN, 'content-type': 'application/x-www-form-urlencoded' })
      const url = '/auth/callback/credentials'
      expect(await respond({ method: 'POST', url, headers, body })).toMatchObject({ status: 400 })
    },
  )
})

describe('a query', () => {
  test.each(['/auth/signin?callbackUrl=/ok&callbackUrl=https://evil.test', '/auth/error?error=AccessDenied&error=x'])(
    'that repeats a parameter of the flow is 400: %s',
    async (path) => {
      expect((await ask(path)).status).toBe(400)
    },
  )

  test.each(['constructor', '__proto__', '<script>alert(1)</script>', 'toString', 'Configuration%00'])(
    'with the error %s shows a page that does not repeat it',
    async (error) => {
      for (const page of ['error', 'signin']) {
        const text = await (await ask(`/auth/${page}?error=${encodeURIComponent(error)}`)).text()
        expect(text).not.toContain('alert(1)')
        expect(text).not.toContain('[native code]')
      }
    },
  )

  test('never becomes part of a page', async () => {
    const text = await (await ask('/auth/signin?csrfToken=mine&providers=x&email=%3Cb%3E&theme=x')).text()
    expect(text).not.toContain('value="mine"')
    expect(text).not.toContain('<b>')
  })
})

describe('a cookie', () => {
  const names = [
    '__Host-authwright.session-token',
    '__Host-authwright.csrf-token',
    '__Host-authwright.callback-url',
    '__Host-authwright.state.abc',
  ]
  const values = [
    '',
    '%zz',
    '%',
    'x',
    'null',
    '"',
    'a.b.c.d.e',
    'eyJhbGciOiJub25lIn0.e30.',
    'x'.repeat(65_536),
    '{"$ne":null}',
  ]

  test.each(names)('%s with any value is read without an exception', async (name) => {
    for (const value of values) {
      for (const path of ['/auth/session', '/auth/signin', '/auth/csrf', '/auth/signout']) {
        const response = await ask(path, { headers: { cookie: `${name}=${value}` } })
        // The sign-out page sends a visitor who is not signed in to the home page.
        expect(response.status).toBe(path === '/auth/signout' ? 302 : 200)
      }
    }
  })

  test('with an invalid callback URL does not prevent a sign-in', async () => {
    const browser = site.browser({ '__Host-authwright.callback-url': 'javascript:alert(1)' })
    expect((await browser.get('/auth/session')).status).toBe(200)
    expect(location(await browser.post('/auth/callback/credentials'))).toBe(`${ORIGIN}/`)
  })

  test('with another name is never read as a session', async () => {
    const browser = site.browser()
    await browser.post('/auth/callback/credentials')
    const value = browser.cookies.get('__Host-authwright.session-token') ?? ''
    for (const name of [
      'authwright.session-token',
      '__secure-authwright.session-token',
      '__Host-authwright.session-tokenX',
    ]) {
      expect(await site.browser({ [name]: value }).session()).toBeNull()
    }
  })
})

describe('every response', () => {
  test.each([
    '/auth/session',
    '/auth/csrf',
    '/auth/providers',
    '/auth/signin',
    '/auth/signout',
    '/auth/error',
    '/auth/nothing',
    '/auth/callback/credentials',
  ])('of %s is private, is not stored, and has one media type', async (path) => {
    const response = await ask(path)
    expect(response.headers.get('cache-control')).toContain('no-store')
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    expect(response.headers.get('access-control-allow-origin')).toBeNull()
  })

  test('sets HttpOnly, Secure and SameSite cookies without Domain', async () => {
    const browser = site.browser()
    const response = await browser.post('/auth/callback/credentials', { callbackUrl: '/x' })
    const page = await site.browser().get('/auth/signin?callbackUrl=/x')
    const lines = [...response.headers.getSetCookie(), ...page.headers.getSetCookie()]
    expect(lines.length).toBeGreaterThan(2)
    for (const line of lines) {
      expect(line).toMatch(/^__(?:Host|Secure)-/)
      expect(line).toMatch(/; Path=\/(?:;|$)/)
      expect(line).toMatch(/; HttpOnly/)
      expect(line).toMatch(/; Secure/)
      expect(line).toMatch(/; SameSite=Lax/)
      expect(line).not.toMatch(/Domain/i)
    }
  })
})
