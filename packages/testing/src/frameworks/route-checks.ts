import assert from 'node:assert/strict'
import { FILLERS, type ApplicationOptions } from './application.ts'
import {
  assertIncludes,
  cookieNames,
  PUBLIC,
  SESSION_COOKIE,
  sessionCookies,
  shownSession,
  signedIn,
  signIn,
  submitPassword,
  userEmail,
  userName,
  withIdentityProvider,
  type Check,
  type Site,
} from './check.ts'

/** The link or the code in the e-mail that was sent. */
const sentMail = (site: Site): string =>
  site
    .logs()
    .find((line) => line.startsWith('mail '))
    ?.split(' ')[2] ?? ''

/** Asserts that users sign in at an OpenID provider, and are led back to the application below its base path. */
const signInAtProvider = (
  start: (options: ApplicationOptions) => Promise<Site>,
  { basePath, mount = '' }: { readonly basePath: string; readonly mount?: string },
): Promise<void> =>
  withIdentityProvider(basePath, async (issuer) => {
    const site = await start({ issuer, basePath, ...(mount === '' ? {} : { mount }) })
    const browser = site.browser(PUBLIC)
    await browser.get(`${basePath}/signin?callbackUrl=${mount}/api/me`)
    await browser.submit({}, { press: 'Provider', redirect: 'follow' })
    const page = await browser.submit({}, { press: 'Ada', redirect: 'follow' })
    assert.equal(page.url.href, `${PUBLIC}${mount}/api/me`)
    assert.equal(userName(page.json()), 'Ada Lovelace')
  })

/** The routes of the library, and what they send. */
export const routeChecks: readonly Check[] = [
  {
    id: 'C01',
    rule: 'starts without AUTH_SECRET, and the first request names what is missing',
    run: async (start) => {
      const site = await start({ environment: { AUTH_TRUST_HOST: 'true' } })
      assert.deepEqual(site.logs(), [], 'the config was read before the first request')
      const page = await site.browser().get('/auth/signin')
      assert.equal(page.status, 500)
      assertIncludes(page.headers.get('content-type') ?? '', 'text/html')
      assertIncludes(site.logs().join('\n'), 'MissingSecret')
      assert.equal((await site.send('/auth/session')).status, 500)
    },
  },
  {
    id: 'C02',
    rule: 'responds to /session and /providers with JSON that no cache stores',
    run: async (start) => {
      const site = await start()
      const session = await site.send('/auth/session')
      assert.equal(session.status, 200)
      assert.equal(await session.json(), null)
      assert.equal(session.headers.get('cache-control'), 'private, no-cache, no-store')
      const response = await site.send('/auth/providers')
      assert.equal(response.headers.get('cache-control'), 'private, no-cache, no-store')
      const providers = (await response.json()) as Record<string, unknown>
      const { callbackUrl } = providers['password'] as { readonly callbackUrl: string }
      assert.equal(callbackUrl, `${site.origin}/auth/callback/password`)
    },
  },
  {
    id: 'C03',
    rule: 'keeps the security headers of its pages when the application sets its own',
    run: async (start) => {
      const site = await start({ setsSecurityHeaders: true })
      const { headers, body } = await site.browser().get('/auth/signin')
      assertIncludes(body, '<form')
      assertIncludes(headers.get('content-security-policy') ?? '', 'style-src')
      assert.notEqual(headers.get('referrer-policy'), 'unsafe-url')
      const page = await site.browser().get('/')
      assert.equal(page.headers.get('content-security-policy'), "default-src 'none'")
    },
  },
  {
    id: 'C04',
    rule: 'signs in with the right password only, with a form and with JSON',
    run: async (start) => {
      const site = await start()
      const browser = site.browser()
      const wrong = await signIn(browser, { password: 'wrong' })
      assert.equal(wrong.location?.pathname, '/auth/signin')
      assertIncludes(wrong.location?.search ?? '', 'error=CredentialsSignin')
      assertIncludes((await browser.follow()).body, '<form')
      assert.deepEqual(sessionCookies(browser), [])
      const right = await signIn(browser)
      assert.deepEqual([right.status, right.location?.href], [302, `${site.origin}/`])
      assert.equal(userName(shownSession(await browser.follow())), 'ada')
      const script = site.browser()
      const json = { username: 'grace', password: 'correct', callbackUrl: '/' }
      await script.post('/auth/callback/password', { json })
      assert.equal(userName((await script.get('/auth/session')).json()), 'grace')
    },
  },
  {
    id: 'C05',
    rule: 'signs in at an OpenID provider, and removes the cookie of the attempt',
    run: (start) =>
      withIdentityProvider('/auth', async (issuer) => {
        const site = await start({ issuer })
        const browser = site.browser(PUBLIC)
        await browser.get('/auth/signin?callbackUrl=/api/me')
        const attempt = await browser.submit({}, { press: 'Provider' })
        assert.equal(attempt.location?.origin, issuer)
        assert.ok(cookieNames(attempt.headers).some((name) => name.startsWith('authwright.state')))
        await browser.follow()
        const page = await browser.submit({}, { press: 'Ada', redirect: 'follow' })
        assert.equal(page.url.href, `${PUBLIC}/api/me`)
        assert.equal(userName(page.json()), 'Ada Lovelace')
        assert.ok(!browser.jar.list().some(({ name }) => name.startsWith('authwright.state')))
      }),
  },
  {
    id: 'C07',
    rule: 'signs in with the link of an e-mail',
    run: async (start) => {
      const site = await start()
      const browser = site.browser()
      await browser.post('/auth/signin/email', { email: 'ada@example.org', callbackUrl: '/' })
      const link = sentMail(site)
      assert.ok(link.startsWith(site.origin), 'no e-mail was sent')
      await browser.get(link, { redirect: 'follow' })
      // A link that a mail client fetches must not sign in, so the page asks.
      if (browser.page()?.forms.length !== 0) await browser.submit({}, { redirect: 'follow' })
      assert.equal(userEmail((await browser.get('/api/me')).json()), 'ada@example.org')
    },
  },
  {
    id: 'C07',
    rule: 'signs in with the code of an e-mail',
    run: async (start) => {
      const site = await start({ hasCodes: true })
      const browser = site.browser()
      const form = { email: 'ada@example.org', callbackUrl: '/api/me' }
      await browser.post('/auth/signin/email', form, { redirect: 'follow' })
      const code = sentMail(site)
      await browser.submit({ code: code === 'BBBB-BBBB' ? 'CCCC-CCCC' : 'BBBB-BBBB' }, { redirect: 'follow' })
      assert.deepEqual(sessionCookies(browser), [])
      const page = await browser.submit({ code }, { redirect: 'follow' })
      assert.equal(page.url.href, `${site.origin}/api/me`)
      assert.equal(userEmail(page.json()), 'ada@example.org')
    },
  },
  {
    id: 'C10',
    rule: 'splits a large session into several cookies, and deletes those that a smaller one does not need',
    run: async (start) => {
      const site = await start()
      const browser = await signedIn(site, 'large')
      const parts = sessionCookies(browser)
      assert.ok(parts.length > 1, 'the session is in one cookie')
      const session = (await browser.get('/api/me')).json() as { readonly filler?: string }
      assert.equal(session.filler?.length, FILLERS['large'])
      await browser.post('/auth/session', { json: { data: { size: 10 } } })
      assert.equal(sessionCookies(browser).length, 1)
      assert.equal(((await browser.get('/api/me')).json() as { readonly filler?: string }).filler?.length, 10)
    },
  },
  {
    id: 'C11',
    rule: 'sends several cookies in separate header lines and in order, none lost',
    run: async (start) => {
      const site = await start()
      const browser = site.browser()
      const page = await signIn(browser, { username: 'large' })
      const names = cookieNames(page.headers)
      const parts = names.filter((name) => name.startsWith(SESSION_COOKIE))
      assert.ok(parts.length > 1)
      assert.deepEqual(
        parts,
        parts.map((_, i) => `${SESSION_COOKIE}.${i}`),
      )
      assert.equal(new Set(names).size, names.length)
      for (const line of page.headers.getSetCookie()) assert.equal(line.split('authwright.').length, 2, line)
    },
  },
  {
    id: 'C27',
    rule: 'serves its routes below the base path of the config',
    run: async (start) => {
      const base = '/members/auth'
      const site = await start({ basePath: base })
      const browser = site.browser()
      assert.equal((await browser.get(`${base}/session`)).json(), null)
      assertIncludes((await browser.get(`${base}/providers`)).body, `${site.origin}${base}/callback/password`)
      assert.equal((await browser.get('/auth/session')).status, 404)
      const refused = await browser.get('/protected')
      assert.equal(refused.location?.pathname, `${base}/signin`)
      await browser.follow()
      const page = await submitPassword(browser)
      assert.equal(page.url.href, `${site.origin}/protected`)
      const other = site.browser()
      assert.equal((await other.post('/login?username=grace&password=correct', {})).status, 302)
      assert.equal(userName((await other.get(`${base}/session`)).json()), 'grace')
    },
  },
  {
    id: 'C27',
    rule: 'signs in at an OpenID provider below the base path of the config',
    run: (start) => signInAtProvider(start, { basePath: '/members/auth' }),
  },
  {
    id: 'C27',
    rule: 'signs in at an OpenID provider in a router below a path',
    needs: ['mount'],
    run: (start) => signInAtProvider(start, { basePath: '/shop/auth', mount: '/shop' }),
  },
  {
    id: 'C27',
    rule: 'serves its routes in a router below a path',
    needs: ['mount'],
    run: async (start) => {
      const base = '/shop/auth'
      const site = await start({ basePath: base, mount: '/shop' })
      const browser = site.browser()
      assertIncludes((await browser.get(`${base}/providers`)).body, `${site.origin}${base}/callback/password`)
      const refused = await browser.get('/shop/protected?page=2')
      assert.equal(refused.location?.searchParams.get('callbackUrl'), '/shop/protected?page=2')
      await browser.follow()
      const page = await submitPassword(browser)
      assert.equal(page.url.href, `${site.origin}/shop/protected?page=2`)
      const action = await browser.post('/shop/login?username=grace&password=correct', {})
      assert.equal(action.status, 302)
      assert.equal(userName((await browser.get('/shop/api/me')).json()), 'grace')
    },
  },
  {
    id: 'C28',
    rule: 'serves no other spelling of the path of a route',
    run: async (start) => {
      const site = await start()
      const browser = await signedIn(site)
      const cookie = browser.jar.header(new URL(site.origin))
      const paths = [
        '/AUTH/session',
        '/auth/SESSION',
        '/auth%2fsession',
        '/auth%2Fsession',
        '/auth/session%2f',
        '/auth/session%00',
        '/auth/session.',
        '/auth;x/session',
        '/auth/%73ession',
        '/auth/session;x',
        '/auth/session/x.css',
        '/authsession',
      ]
      for (const path of paths) {
        const response = await site.send(path, { headers: { cookie } })
        const body = await response.text()
        assert.equal(response.status, 404, path)
        // The application's page for a missing address may show the user.
        assert.ok(!/^\s*\{.*"user"/s.test(body), `${path} shows the session`)
      }
      // Clients of this interface send an extra slash. A framework may redirect to the path without it.
      assert.equal((await browser.get('/auth/session/', { redirect: 'follow' })).status, 200)
    },
  },
  {
    id: 'C33',
    rule: 'responds to HEAD without a body, and to OPTIONS and PUT with 405 and the allowed methods',
    run: async (start) => {
      const site = await start()
      const head = await site.send('/auth/session', { method: 'HEAD' })
      assert.deepEqual([head.status, await head.text()], [200, ''])
      for (const method of ['OPTIONS', 'PUT', 'DELETE', 'PATCH']) {
        const response = await site.send('/auth/session', { method })
        assert.equal(response.status, 405, method)
        assert.equal(response.headers.get('allow'), 'GET, HEAD, POST')
      }
    },
  },
  {
    id: 'C34',
    rule: 'responds with 404 to an unknown provider, and to a path that is longer than that of a route',
    run: async (start) => {
      const site = await start()
      for (const path of [
        '/auth/signin/unknown',
        '/auth/callback/unknown',
        '/auth/signout/unknown',
        '/auth/signin/password/x',
      ]) {
        for (const method of ['GET', 'POST']) {
          const response = await site.send(path, { method, headers: { origin: site.origin } })
          assert.equal(response.status, 404, `${method} ${path}`)
          assertIncludes(response.headers.get('cache-control') ?? '', 'no-store')
          assert.ok(!(await response.text()).includes('Nothing here for'), `${method} ${path}`)
        }
      }
    },
  },
  {
    id: 'C34',
    rule: 'leaves other paths below the base path to the application',
    run: async (start) => {
      const site = await start()
      for (const path of ['/auth/unknown', '/auth/unknown/password', '/auth', '/elsewhere']) {
        const response = await site.send(path)
        assert.equal(response.status, 404, path)
        assertIncludes(await response.text(), 'Nothing here')
      }
    },
  },
  {
    id: 'C49',
    rule: 'serves its routes over HTTP/2 without TLS',
    needs: ['http2'],
    run: async (start) => {
      const site = await start({ isHttp2: true })
      const providers = await site.send('/auth/providers')
      assertIncludes(await providers.text(), `"${site.origin}/auth/callback/password"`)
      const browser = site.browser()
      const wrong = await signIn(browser, { password: 'wrong' })
      assertIncludes(wrong.location?.search ?? '', 'error=CredentialsSignin')
      const right = await signIn(browser, { username: 'large' })
      assert.ok(cookieNames(right.headers).filter((name) => name.startsWith(SESSION_COOKIE)).length > 1)
      assert.equal(userName(shownSession(await browser.follow())), 'large')
      const refused = await site.browser().get('/protected')
      assert.equal(refused.location?.href, `${site.origin}/auth/signin?callbackUrl=%2Fprotected`)
    },
  },
  {
    id: 'C38',
    rule: 'shows a reference on the error page that is also in the log',
    run: async (start) => {
      const site = await start()
      const browser = site.browser()
      await signIn(browser, { username: 'huge' })
      const page = await browser.follow()
      const reference = page.url.searchParams.get('reference') ?? ''
      assert.match(reference, /^[0-9A-F]{8}$/)
      assertIncludes(page.text, reference)
      assertIncludes(site.logs().join('\n'), reference)
    },
  },
  {
    id: 'C38',
    rule: 'leads back to the sign-in page when the user refuses at the provider, without an error in the log',
    run: (start) =>
      withIdentityProvider('/auth', async (issuer) => {
        const site = await start({ issuer })
        const browser = site.browser(PUBLIC)
        await browser.get('/auth/signin?callbackUrl=/api/me')
        await browser.submit({}, { press: 'Provider', redirect: 'follow' })
        const page = await browser.submit({}, { press: 'Deny', redirect: 'follow' })
        assert.equal(page.url.origin + page.url.pathname, `${PUBLIC}/auth/signin`)
        assert.equal(page.url.searchParams.get('error'), 'OAuthCallbackError')
        assert.deepEqual(
          site.logs().filter((line) => line.startsWith('error')),
          [],
        )
        assert.deepEqual(sessionCookies(browser), [])
      }),
  },
]
