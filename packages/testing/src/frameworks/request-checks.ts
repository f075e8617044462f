import assert from 'node:assert/strict'
import type { Browser } from '../cookie-browser.ts'
import { DEFAULT_ENVIRONMENT } from './application.ts'
import {
  assertAlive,
  assertIncludes,
  cookieNames,
  PUBLIC,
  sessionCookies,
  signedIn,
  signIn,
  userEmail,
  userName,
  withIdentityProvider,
  type Check,
  type Site,
} from './check.ts'
import { signInByPostedForm } from './account-checks.ts'

const FORM = 'application/x-www-form-urlencoded'
const LIMIT = 1024 * 1024

const MALFORMED_TARGETS = ['//evil.test/auth/signin', '/\\evil.test/auth/signin', '*', '/auth/../../evil.test']
/** The lines of `Host` of a request each. */
const MALFORMED_HOSTS: readonly (readonly string[])[] = [['evil.test/x'], ['evil.test:99999'], []]

const requestText = (target: string, hosts: readonly string[], version = '1.1'): string => {
  const lines = hosts.map((name) => `Host: ${name}\r\n`).join('')
  return `GET ${target} HTTP/${version}\r\n${lines}Connection: close\r\n\r\n`
}

/** Asserts that the response to a target and some `Host` lines names no host of an attacker. */
const checkTarget = async (site: Site, target: string, hosts: readonly string[], version = '1.1'): Promise<string> => {
  const text = requestText(target, hosts, version)
  const response = await site.sendText(text)
  assert.ok(!response.includes('evil.test'), `${text}${response}`)
  assert.match(response, /^HTTP\/1\.[01] (?:200|400|404|405) /, `${text}${response}`)
  return response
}

const hasHead = (received: string): boolean => received.includes('\r\n\r\n')

/** Sign-ins whose bodies are above the limit by one byte, with and without their length. */
const tooLong = (site: Site): readonly string[] => {
  const { host } = new URL(site.origin)
  const head = `POST /auth/callback/password HTTP/1.1\r\nHost: ${host}\r\nOrigin: ${site.origin}\r\nContent-Type: ${FORM}\r\n`
  const fields = 'username=ada&password=correct&filler='
  const text = fields + 'x'.repeat(LIMIT + 1 - fields.length)
  return [
    `${head}Content-Length: ${text.length}\r\n\r\n${text}`,
    `${head}Transfer-Encoding: chunked\r\n\r\n${text.length.toString(16)}\r\n${text}\r\n0\r\n\r\n`,
  ]
}

/** Asserts that the application has logged no error. */
const assertNoErrors = (site: Site): void =>
  assert.deepEqual(
    site.logs().filter((line) => line.startsWith('error')),
    [],
  )

/** Hosts, proxies, bodies, and requests of other sites and of clients that hang up. */
export const requestChecks: readonly Check[] = [
  {
    id: 'C29',
    rule: 'takes scheme and host from AUTH_URL, whatever the request says',
    run: async (start) => {
      const environment = { ...DEFAULT_ENVIRONMENT, AUTH_URL: 'https://app.example.com' }
      const site = await start({ environment })
      const browser = site.browser('https://app.example.com')
      const headers = { host: 'evil.test' }
      const providers = await browser.get('/auth/providers', { headers })
      assertIncludes(providers.body, 'https://app.example.com/auth/callback/password')
      const body = { username: 'ada', password: 'correct', callbackUrl: '/api/me' }
      const page = await browser.post('/auth/callback/password', body, { headers })
      assert.equal(page.location?.href, 'https://app.example.com/api/me')
      assert.deepEqual(sessionCookies(browser), ['__Host-authwright.session-token'])
      assert.equal(userName((await browser.get('/api/me', { headers })).json()), 'ada')
    },
  },
  {
    id: 'C29',
    rule: 'signs in at a provider with the redirect URI of AUTH_URL, whatever the request says',
    run: (start) =>
      withIdentityProvider('/auth', async (issuer) => {
        const environment = { ...DEFAULT_ENVIRONMENT, AUTH_URL: PUBLIC }
        const site = await start({ environment, issuer })
        const browser = site.browser(PUBLIC)
        const headers = { host: 'evil.test', 'x-forwarded-host': 'evil.test' }
        const page = await browser.post('/auth/signin/idp', {}, { headers })
        // The provider knows one redirect URI, and shows an error for any other.
        await browser.get(page.location ?? '', { redirect: 'follow' })
        await browser.submit({}, { press: 'Ada', redirect: 'follow' })
        assert.equal(userName((await browser.get(`${PUBLIC}/api/me`)).json()), 'Ada Lovelace')
      }),
  },
  {
    id: 'C30',
    rule: 'takes no scheme and host from the headers of a proxy that the application does not trust',
    run: async (start) => {
      const site = await start()
      const headers = { 'x-forwarded-host': 'evil.test', 'x-forwarded-proto': 'https', forwarded: 'host=evil.test' }
      const providers = await site.send('/auth/providers', { headers })
      assertIncludes(await providers.text(), `"${site.origin}/auth/callback/password"`)
    },
  },
  {
    id: 'C30',
    rule: 'takes scheme and host from a proxy that the application trusts, not from the client before it',
    needs: ['proxy-setting'],
    run: async (start) => {
      const site = await start({ trustsProxy: true })
      for (const [host, scheme] of [
        ['app.example.com', 'https'],
        ['evil.test, app.example.com', 'http, https'],
      ] as const) {
        const headers = { 'x-forwarded-host': host, 'x-forwarded-proto': scheme }
        const providers = await (await site.send('/auth/providers', { headers })).text()
        assertIncludes(providers, '"https://app.example.com/auth/callback/password"')
      }
    },
  },
  {
    id: 'C31',
    rule: 'redirects to no other host after a malformed target or host, and goes on serving',
    needs: ['http/1.1'],
    run: async (start) => {
      const site = await start()
      const { host } = new URL(site.origin)
      const requests = [
        ...MALFORMED_TARGETS.map((target) => [target, [host]] as const),
        ...[[host, 'evil.test'], ...MALFORMED_HOSTS, ['user@evil.test']].map(
          (hosts) => ['/auth/signin', hosts] as const,
        ),
      ]
      for (const [target, hosts] of requests) {
        const response = await site.sendText(requestText(target, hosts))
        // A server may close the connection.
        assert.match(response, /^(?:HTTP\/1\.[01] \d{3} |$)/)
        const [, location = '/'] = /^location: *(.*)$/im.exec(response) ?? []
        assert.notEqual(new URL(location, site.origin).host, 'evil.test', `${target} ${hosts.join()}: ${location}`)
        await assertAlive(site)
      }
    },
  },
  {
    id: 'C31',
    rule: 'names no other host after a malformed target, and goes on serving',
    needs: ['http/1.1'],
    run: async (start) => {
      const site = await start()
      const { host } = new URL(site.origin)
      for (const target of MALFORMED_TARGETS) await checkTarget(site, target, [host])
      await assertAlive(site)
    },
  },
  {
    id: 'C31',
    rule: 'names no other host after a malformed host, and goes on serving',
    needs: ['http/1.1'],
    run: async (start) => {
      const site = await start()
      const { host } = new URL(site.origin)
      for (const names of [[host, 'evil.test'], ...MALFORMED_HOSTS]) await checkTarget(site, '/auth/providers', names)
      await checkTarget(site, '/auth/providers', [], '1.0')
      await assertAlive(site)
    },
  },
  {
    id: 'C31',
    rule: 'names no other host after a Host with a user name, and goes on serving',
    needs: ['http/1.1'],
    run: async (start) => {
      const site = await start()
      await checkTarget(site, '/auth/providers', ['user@evil.test'])
      await assertAlive(site)
    },
  },
  {
    id: 'C31',
    rule: 'responds with 400 if target and Host, or two lines of Host, name different hosts',
    needs: ['http/1.1', 'host-header'],
    run: async (start) => {
      const site = await start()
      const { host } = new URL(site.origin)
      const paths = ['/auth/providers', '/auth/signin', '/api/me', '']
      for (const path of paths) await checkTarget(site, `http://evil.test${path}`, [host])
      assert.match(await checkTarget(site, 'http://evil.test/auth/providers', [host]), /^HTTP\/1\.1 400 /)
      assert.match(await checkTarget(site, '/auth/providers', [host, 'evil.test']), /^HTTP\/1\.1 400 /)
      const text = `GET ${site.origin}/auth/providers HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`
      assertIncludes(await site.sendText(text), `${site.origin}/auth/callback/password`)
      await assertAlive(site)
    },
  },
  {
    id: 'C32',
    rule: 'responds with 500 for a host that is not trusted, and logs the variable to set',
    run: async (start) => {
      const site = await start({ environment: { ...DEFAULT_ENVIRONMENT, AUTH_TRUST_HOST: 'false' } })
      const page = await site.browser('http://evil.test').get('/auth/signin')
      assert.equal(page.status, 500)
      assert.equal(page.location, null)
      const errors = site.logs().filter((line) => line.startsWith('error'))
      assert.equal(errors.length, 1, errors.join('\n'))
      assertIncludes(errors[0] ?? '', 'AUTH_URL')
    },
  },
  {
    id: 'C32',
    rule: 'signs in no user at a host that is not trusted, and redirects nowhere there',
    run: async (start) => {
      const site = await start({ environment: { ...DEFAULT_ENVIRONMENT, AUTH_TRUST_HOST: 'false' } })
      const browser = site.browser('http://evil.test')
      const fields = { username: 'ada', password: 'correct' }
      for (const page of [
        await browser.get('/protected'),
        await browser.get('/auth/signout'),
        await browser.post('/auth/callback/password', fields),
        await browser.post('/login?username=ada&password=correct', {}),
        await browser.post('/logout', {}),
      ]) {
        assert.ok(page.status >= 400, `${page.url.pathname}: ${page.status}`)
        assert.equal(page.location, null, page.url.pathname)
        assert.ok(!page.body.includes('Members only'))
      }
      assert.deepEqual(sessionCookies(browser), [])
    },
  },
  {
    id: 'C35',
    rule: 'accepts a body that a parser of the application has read',
    needs: ['body-parser'],
    run: async (start) => {
      const site = await start({ parsesBodies: true })
      await signedIn(site)
      const script = site.browser()
      await script.post('/auth/callback/password', { json: { username: 'ada', password: 'correct', callbackUrl: '/' } })
      assert.equal(userName((await script.get('/auth/session')).json()), 'ada')
      const wrong = await signIn(site.browser(), { password: 'wrong' })
      assertIncludes(wrong.location?.search ?? '', 'error=CredentialsSignin')
      const repeated = new URLSearchParams('username=ada&password=correct&callbackUrl=/a&callbackUrl=https://evil.test')
      assert.equal((await site.browser().post('/auth/callback/password', repeated)).status, 400)
    },
  },
  {
    id: 'C35',
    rule: 'accepts the form of a provider that a parser of the application has read',
    needs: ['body-parser'],
    run: (start) => signInByPostedForm(start, { parsesBodies: true }),
  },
  {
    id: 'C36',
    rule: 'signs in no user with a body above the limit, and goes on serving',
    needs: ['http/1.1'],
    run: async (start) => {
      const site = await start()
      for (const text of tooLong(site)) {
        // A server may close the connection before the body has arrived.
        const received = await site.sendText(text, hasHead)
        assert.match(received, /^(?:HTTP\/1\.1 [45]\d\d |$)/)
        assert.ok(!received.includes('session-token'))
        await signedIn(site)
      }
    },
  },
  {
    id: 'C36',
    rule: 'responds with 413 to a body above the limit, with and without its length',
    needs: ['http/1.1'],
    run: async (start) => {
      const site = await start()
      for (const text of tooLong(site)) assert.match(await site.sendText(text, hasHead), /^HTTP\/1\.1 413 /)
      await assertAlive(site)
    },
  },
  {
    id: 'C36',
    rule: "ends a request whose body stops half-way with the server's time limit, without an error in the log",
    needs: ['http/1.1', 'request-timeout'],
    run: async (start) => {
      const site = await start({ requestTimeout: 300 })
      const { host } = new URL(site.origin)
      const head = `POST /auth/callback/password HTTP/1.1\r\nHost: ${host}\r\nOrigin: ${site.origin}\r\nContent-Type: ${FORM}\r\n`
      // It ends when the server closes the connection.
      const received = await site.sendText(`${head}Content-Length: 100\r\n\r\nusername=ada&password=correct`)
      assert.match(received, /^(?:HTTP\/1\.1 4\d\d |$)/)
      assert.ok(!received.includes('session-token'), received)
      await assertAlive(site)
      assertNoErrors(site)
    },
  },
  {
    id: 'C37',
    rule: 'refuses forms and calls of other sites, and leaves other routes to the application',
    run: async (start) => {
      const site = await start()
      const browser = await signedIn(site)
      const cookie = browser.jar.header(new URL(site.origin))
      const post = (path: string, headers: Record<string, string>, body = ''): Promise<Response> =>
        site.send(path, { method: 'POST', body, headers: { cookie, 'content-type': FORM, ...headers } })
      const paths = [
        '/auth/signin/email',
        '/auth/signout',
        '/auth/session',
        '/auth/callback/password',
        '/login?username=eve&password=correct',
        '/logout',
      ]
      for (const path of paths) {
        for (const headers of [
          { origin: 'https://evil.test' },
          { origin: 'null' },
          { 'sec-fetch-site': 'cross-site' },
        ]) {
          const response = await post(path, headers as Record<string, string>)
          assert.ok(!cookieNames(response.headers).some((name) => name.includes('session-token')), path)
          assert.ok((response.headers.get('location') ?? 'error').includes('error'), path)
        }
        const wrong = await post(path, {}, 'csrfToken=wrong&email=eve@example.org')
        assert.ok(!cookieNames(wrong.headers).some((name) => name.includes('session-token')), path)
      }
      const update = JSON.stringify({ data: { size: 10 }, csrfToken: 'wrong' })
      for (const headers of [{ origin: 'https://evil.test' }, { 'sec-fetch-site': 'cross-site' }, {}])
        for (const type of ['application/json', 'text/plain'])
          await post('/auth/session', { ...headers, 'content-type': type } as Record<string, string>, update)
      const session = (await browser.get('/api/me')).json() as { readonly filler?: string }
      assert.deepEqual([userName(session), session.filler], ['ada', undefined])
      assert.ok(!site.logs().some((line) => line.startsWith('mail ')), 'another site has sent an e-mail')
      const own = await site.send('/own-cookie', { headers: { origin: 'https://evil.test' } })
      assert.equal(own.status, 200)
    },
  },
  {
    id: 'C41',
    rule: 'survives clients that hang up, without an error in the log',
    needs: ['http/1.1'],
    run: async (start) => {
      const site = await start({ isSlow: true })
      const { host } = new URL(site.origin)
      const browser = await signedIn(site)
      const cookie = browser.jar.header(new URL(site.origin))
      await site.sendText(`GET /late HTTP/1.1\r\nHost: ${host}\r\nCookie: ${cookie}\r\n\r\n`, (received) =>
        received.includes('first'),
      )
      const head = `POST /auth/callback/password HTTP/1.1\r\nHost: ${host}\r\nOrigin: ${site.origin}\r\nContent-Type: ${FORM}\r\n`
      // The server asks for the body as soon as it has read the head (RFC 9110 §10.1.1), and gets half of it.
      await site.sendText(`${head}Expect: 100-continue\r\nContent-Length: 100\r\n\r\nusername=a`, (received) =>
        received.includes('100 Continue'),
      )
      await assertAlive(site)
      assert.equal((await signIn(browser)).status, 302)
      assertNoErrors(site)
    },
  },
  {
    id: 'C41',
    rule: 'completes a sign-in whose client hangs up, or leaves nothing of it',
    needs: ['http/1.1'],
    run: async (start) => {
      const site = await start({ hasLegacySessions: true, hasCodes: true, isSlow: true })
      const { host } = new URL(site.origin)
      const askForCode = async (): Promise<Browser> => {
        const browser = site.browser()
        await browser.post(
          '/auth/signin/email',
          { email: 'new@example.org', callbackUrl: '/api/me' },
          { redirect: 'follow' },
        )
        return browser
      }
      const code = (): string =>
        site
          .logs()
          .findLast((line) => line.startsWith('mail '))
          ?.split(' ')[2] ?? ''
      const browser = await askForCode()
      const form = browser.page()?.forms.find(({ fields }) => 'code' in fields)
      assert.ok(form, 'the page has no form for the code')
      const body = new URLSearchParams({ ...form.fields, code: code() }).toString()
      const cookie = browser.jar.header(new URL(site.origin))
      const lines = [
        `POST ${form.action.pathname}${form.action.search} HTTP/1.1`,
        `Host: ${host}`,
        `Origin: ${site.origin}`,
        `Cookie: ${cookie}`,
        `Content-Type: ${FORM}`,
        `Content-Length: ${body.length}`,
        'Expect: 100-continue',
      ]
      // The whole request has been sent, and nothing of the response has been received.
      await site.sendText(`${lines.join('\r\n')}\r\n\r\n${body}`, (received) => received.includes('100 Continue'))
      const again = await askForCode()
      const page = await again.submit({ code: code() }, { redirect: 'follow' })
      assert.equal(page.url.href, `${site.origin}/api/me`)
      assert.equal(userEmail(page.json()), 'new@example.org')
      assertNoErrors(site)
    },
  },
]
