import assert from 'node:assert/strict'
import { LEGACY_TOKEN } from './application.ts'
import {
  assertAlive,
  assertIncludes,
  CONCURRENT_USERS,
  cookieNames,
  REDIRECTS,
  SESSION_COOKIE,
  sessionCookies,
  shownSession,
  shownUsers,
  signedIn,
  signIn,
  submitPassword,
  userName,
  type Check,
} from './check.ts'

/** The session in the application's own code: reading, guarding, renewing, changing. */
export const sessionChecks: readonly Check[] = [
  {
    id: 'C12',
    rule: 'shows one session to pages and endpoints, and reads it once per request',
    run: async (start) => {
      const site = await start()
      const browser = await signedIn(site)
      assert.equal(userName(shownSession(await browser.get('/'))), 'ada')
      assert.equal(userName((await browser.get('/api/me')).json()), 'ada')
      const reads = (await browser.get('/twice')).json() as readonly { readonly read: number }[]
      assert.equal(reads.length, 3)
      assert.equal(new Set(reads.map(({ read }) => read)).size, 1)
    },
  },
  {
    id: 'C12',
    rule: 'reads a session in the database once per request',
    run: async (start) => {
      const site = await start({ hasLegacySessions: true })
      const browser = site.browser()
      browser.jar.store(`authjs.session-token=${LEGACY_TOKEN}; Path=/; HttpOnly`, new URL(site.origin))
      // This request takes the session of Auth.js over.
      await browser.get('/auth/session')
      const reads = (): number => site.logs().filter((line) => line === 'read').length
      for (const path of ['/', '/twice', '/protected']) {
        const before = reads()
        assert.equal((await browser.get(path)).status, 200, path)
        assert.equal(reads() - before, 1, path)
      }
    },
  },
  {
    id: 'C13',
    rule: 'redirects a signed-out user from a protected page to the sign-in page, and back',
    run: async (start) => {
      const site = await start()
      const browser = site.browser()
      const refused = await browser.get('/protected?page=2')
      assert.ok(REDIRECTS.includes(refused.status), `status ${refused.status}`)
      assert.equal(refused.location?.href, `${site.origin}/auth/signin?callbackUrl=%2Fprotected%3Fpage%3D2`)
      await browser.follow()
      const page = await submitPassword(browser)
      assert.equal(page.url.href, `${site.origin}/protected?page=2`)
      assertIncludes(page.body, 'Members only')
      const otherSpelling = await site.browser().get('/%70rotected')
      assert.ok(!otherSpelling.body.includes('Members only'))
    },
  },
  {
    id: 'C14',
    rule: 'responds to programs with 401 and to users without the role with 403, without a redirect',
    run: async (start) => {
      const site = await start()
      const response = await site.send('/api/protected')
      assert.deepEqual([response.status, await response.json()], [401, { error: 'SessionRequired' }])
      const user = await (await signedIn(site)).get('/api/protected')
      assert.deepEqual([user.status, user.json()], [403, { error: 'AccessDenied' }])
      const admin = await (await signedIn(site, 'admin')).get('/api/protected')
      assert.deepEqual([admin.status, admin.body.includes('Members only')], [200, true])
    },
  },
  {
    id: 'C14',
    rule: 'responds with 401 to a script that requests a protected page',
    run: async (start) => {
      const site = await start()
      const headers = { 'sec-fetch-mode': 'cors', accept: 'text/html' }
      const response = await site.send('/protected', { headers })
      assert.deepEqual([response.status, await response.json()], [401, { error: 'SessionRequired' }])
    },
  },
  {
    id: 'C19',
    rule: 'signs out by its route and by a function in the application',
    run: async (start) => {
      const site = await start()
      for (const path of ['/auth/signout', '/logout']) {
        const browser = await signedIn(site)
        const page = await browser.post(path, {})
        assert.equal(page.status, 302, path)
        assert.deepEqual(sessionCookies(browser), [], path)
        assert.equal(shownSession(await browser.get('/')), null)
      }
    },
  },
  {
    id: 'C20',
    rule: 'signs in by a function in the application, and throws its AuthError there',
    run: async (start) => {
      const site = await start()
      const browser = site.browser()
      const refused = await browser.post('/login?username=ada&password=wrong', {})
      assert.deepEqual([refused.status, refused.body], [403, 'refused: CredentialsSignin'])
      assert.deepEqual(sessionCookies(browser), [])
      const page = await browser.post('/login?username=ada&password=correct', {})
      assert.deepEqual([page.status, page.location?.pathname], [302, '/api/me'])
      assert.equal(userName((await browser.follow()).json()), 'ada')
    },
  },
  {
    id: 'C20',
    rule: 'leads to the sign-in page after an AuthError that the application does not catch',
    needs: ['failure-redirect'],
    run: async (start) => {
      const site = await start()
      const browser = site.browser()
      const page = await browser.post('/uncaught', {})
      assert.ok(REDIRECTS.includes(page.status), `status ${page.status}`)
      assert.equal(page.location?.pathname, '/auth/signin')
      assert.equal(page.location?.searchParams.get('error'), 'CredentialsSignin')
      assertIncludes((await browser.follow()).body, '<form')
      assert.deepEqual(sessionCookies(browser), [])
      // A script would follow the redirect, and take the page for a success.
      const headers = {
        origin: site.origin,
        'content-type': 'application/x-www-form-urlencoded',
        'sec-fetch-mode': 'cors',
        'sec-fetch-dest': 'empty',
      }
      const response = await site.send('/uncaught', { method: 'POST', headers })
      await response.body?.cancel()
      assert.ok(response.status >= 400, `status ${response.status} for a script`)
    },
  },
  {
    id: 'C20',
    rule: "leaves the framework's own redirects that the application throws, and renews the cookie with them",
    needs: ['thrown-redirect'],
    run: async (start) => {
      const site = await start({ renewsAlways: true })
      const browser = await signedIn(site)
      const page = await browser.get('/thrown-redirect')
      assert.ok(REDIRECTS.includes(page.status), `status ${page.status}`)
      assert.equal(page.location?.href, `${site.origin}/api/me`)
      assert.deepEqual(cookieNames(page.headers), [SESSION_COOKIE])
      assert.equal(userName((await browser.follow()).json()), 'ada')
    },
  },
  {
    id: 'C21',
    rule: 'renews the cookie with a page, an endpoint, a redirect, a missing page and a streamed page',
    run: async (start) => {
      const site = await start({ renewsAlways: true })
      const browser = await signedIn(site)
      for (const path of ['/', '/api/me', '/redirect', '/missing', '/stream', '/protected']) {
        const page = await browser.get(path)
        assert.deepEqual(cookieNames(page.headers), [SESSION_COOKIE], path)
      }
      assert.equal((await browser.get('/stream')).body, 'first ada second')
      assert.equal(userName(shownSession(await browser.get('/'))), 'ada')
    },
  },
  {
    id: 'C22',
    rule: 'reads the session without a renewal after the first byte of the response',
    run: async (start) => {
      const site = await start({ renewsAlways: true })
      const browser = await signedIn(site)
      const calls = (): number => site.logs().filter((line) => line === 'jwt').length
      const before = calls()
      const late = await browser.get('/late')
      // A page may have a placeholder between the two.
      assert.match(late.text, /^first.*ada/s)
      assert.deepEqual(late.headers.getSetCookie(), [])
      // What the callback stored would be lost with the cookie, such as a token that the provider has rotated.
      assert.equal(calls(), before)
      assert.deepEqual(
        site.logs().filter((line) => line.startsWith('error')),
        [],
      )
      assert.deepEqual(cookieNames((await browser.get('/')).headers), [SESSION_COOKIE])
    },
  },
  {
    id: 'C22',
    rule: 'renews no session whose cookie is lost because the response does not wait for it',
    run: async (start) => {
      const site = await start({ hasLegacySessions: true, isSlow: true, renewsAlways: true })
      const browser = site.browser()
      browser.jar.store(`authjs.session-token=${LEGACY_TOKEN}; Path=/; HttpOnly`, new URL(site.origin))
      await browser.get('/')
      const renewals = (): number => site.logs().filter((line) => line === 'renewed').length
      const early = renewals()
      assert.match((await browser.get('/late')).text, /^first.*ada/s)
      assert.equal(renewals(), early, 'the row was renewed after the first byte')
      const before = renewals()
      const page = await browser.get('/unawaited')
      assert.equal(page.body, 'sent')
      const sent = cookieNames(page.headers).includes(SESSION_COOKIE) ? 1 : 0
      // This read begins later and takes as long, so the other one is over.
      assert.deepEqual(cookieNames((await browser.get('/api/me')).headers), [SESSION_COOKIE])
      assert.equal(renewals() - before, sent + 1)
    },
  },
  {
    id: 'C23',
    rule: "sends the application's cookies with its own, and then no shared cache stores the response",
    run: async (start) => {
      const site = await start({ renewsAlways: true })
      const own = await site.send('/own-cookie')
      assert.deepEqual(
        [cookieNames(own.headers), own.headers.get('cache-control')],
        [['one', 'two'], 'public, max-age=60'],
      )
      const browser = await signedIn(site)
      const both = await browser.get('/own-cookie')
      assert.deepEqual(cookieNames(both.headers).toSorted(), [SESSION_COOKIE, 'one', 'two'])
      const cacheControl = both.headers.get('cache-control') ?? ''
      assertIncludes(cacheControl, 'private')
      assert.ok(!cacheControl.includes('public'))
    },
  },
  {
    id: 'C24',
    rule: 'renews the cookie with a Response whose headers cannot change',
    needs: ['web-response'],
    run: async (start) => {
      const site = await start({ renewsAlways: true })
      const browser = await signedIn(site)
      const page = await browser.get('/fetched')
      assert.deepEqual([page.status, page.body], [200, 'cookies'])
      assert.deepEqual(cookieNames(page.headers).toSorted(), [SESSION_COOKIE, 'one', 'two'])
      assert.ok(!page.headers.get('cache-control')?.includes('public'))
    },
  },
  {
    id: 'C25',
    rule: "leaves the application's own cookie of the same name",
    run: async (start) => {
      const site = await start({ renewsAlways: true })
      const browser = await signedIn(site)
      const page = await browser.get('/same-cookie')
      assert.deepEqual(page.headers.getSetCookie(), [`${SESSION_COOKIE}=own; Path=/`])
    },
  },
  {
    id: 'C26',
    rule: 'responds when a handler throws, and goes on serving',
    run: async (start) => {
      const site = await start({ renewsAlways: true })
      const browser = await signedIn(site)
      for (const each of [browser, browser]) assert.equal((await each.get('/throws')).status, 500)
      await assertAlive(site)
      assert.equal(userName(shownSession(await browser.get('/'))), 'ada')
    },
  },
  {
    id: 'C26',
    rule: "leaves errors of the application to the application's error page",
    run: async (start) => {
      const site = await start()
      const browser = await signedIn(site)
      const page = await browser.get('/throws')
      assert.equal(page.status, 500)
      assertIncludes(page.body, 'Application error')
    },
  },
  {
    id: 'C26',
    rule: "renews the cookie with the application's error page",
    needs: ['error-page'],
    run: async (start) => {
      const site = await start({ renewsAlways: true })
      const browser = await signedIn(site)
      assert.deepEqual(cookieNames((await browser.get('/throws')).headers), [SESSION_COOKIE])
    },
  },
  {
    id: 'C39',
    rule: 'never takes a database that is down for a signed-out user',
    run: async (start) => {
      const site = await start({ isDatabaseDown: true })
      const headers = { cookie: `${SESSION_COOKIE}=a-session-token`, accept: 'text/html' }
      for (const path of ['/', '/protected', '/api/protected', '/auth/session']) {
        const response = await site.send(path, { headers })
        // The library's own routes know the cause; the application has its own page for the error that `auth` throws.
        const isOwn = path.startsWith('/auth/')
        assert.ok(isOwn ? response.status === 503 : response.status >= 500, `${path}: ${response.status}`)
        assert.deepEqual(response.headers.getSetCookie(), [], path)
      }
      const withoutCookie = await site.send('/auth/session')
      assert.deepEqual([withoutCookie.status, await withoutCookie.json()], [200, null])
    },
  },
  {
    id: 'C40',
    rule: 'never mixes the sessions of concurrent requests',
    run: async (start) => {
      const site = await start({ isSlow: true, renewsAlways: true })
      const browsers = await Promise.all(CONCURRENT_USERS.map((name) => signedIn(site, name)))
      const paths = ['/', '/api/me', '/auth/session', '/stream']
      const shown = await Promise.all(
        browsers.flatMap((browser) => paths.map(async (path) => (await browser.get(path)).body)),
      )
      shown.forEach((body, i) => {
        assert.deepEqual(shownUsers(body), [CONCURRENT_USERS[Math.floor(i / paths.length)]])
      })
    },
  },
  {
    id: 'C42',
    rule: 'keeps two configs with different base paths and cookies apart',
    run: async (start) => {
      const site = await start({ hasStaff: true })
      const browser = site.browser()
      await signIn(browser, { base: '/staff/auth', username: 'boss' })
      assert.equal(userName((await browser.get('/staff/auth/session')).json()), 'boss')
      assert.equal((await browser.get('/auth/session')).json(), null)
      await signIn(browser)
      assert.equal(userName(shownSession(await browser.get('/'))), 'ada')
      assert.equal(userName((await browser.get('/staff/auth/session')).json()), 'boss')
    },
  },
  {
    id: 'C43',
    rule: 'calls a config function for each request, so each tenant has its own providers',
    run: async (start) => {
      const site = await start({ hasTenants: true })
      for (const tenant of ['http://one.example.com', 'http://two.example.com']) {
        const page = await site.browser(tenant).get('/auth/providers')
        const { password } = page.json() as Record<string, { readonly name: string; readonly callbackUrl: string }>
        assert.equal(password?.name, `Password of ${new URL(tenant).host}`)
        assert.equal(password?.callbackUrl, `${tenant}/auth/callback/password`)
      }
    },
  },
  {
    id: 'C44',
    rule: 'updates the session by a function in the application, and shows it from then on',
    run: async (start) => {
      const site = await start()
      const browser = await signedIn(site)
      const changed = (await browser.post('/resize?size=5000', {})).json() as { readonly filler?: string }
      assert.equal(changed.filler?.length, 5000)
      assert.ok(sessionCookies(browser).length > 1, 'the larger session was not sent')
      for (const path of ['/', '/api/me']) {
        const shown = (await browser.get(path)).body.match(/x{100,}/)?.[0] ?? ''
        assert.equal(shown.length, 5000, path)
      }
      const store = (await browser.get('/auth/session')).json() as { readonly filler?: string }
      assert.equal(store.filler?.length, 5000)
      const signedOut = await site.browser().post('/resize?size=10', {})
      assert.equal(signedOut.json(), null)
    },
  },
  {
    id: 'C45',
    rule: 'takes over a session of Auth.js',
    run: async (start) => {
      const site = await start({ hasLegacySessions: true })
      const browser = site.browser()
      browser.jar.store(`authjs.session-token=${LEGACY_TOKEN}; Path=/; HttpOnly`, new URL(site.origin))
      assert.equal(userName(shownSession(await browser.get('/'))), 'ada')
      assert.ok(browser.jar.value(SESSION_COOKIE), 'the session has no cookie of its own')
      assert.equal(userName((await browser.get('/auth/session')).json()), 'ada')
    },
  },
  {
    id: 'C48',
    rule: 'reads the session of an upgrade request, and sets no cookie there',
    needs: ['upgrade', 'http/1.1'],
    run: async (start) => {
      const site = await start({ renewsAlways: true })
      const cookie = (await signedIn(site)).jar.header(new URL(site.origin))
      const { host } = new URL(site.origin)
      const open = (origin: string): Promise<string> =>
        site.sendText(
          `GET /ws HTTP/1.1\r\nHost: ${host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nOrigin: ${origin}\r\nCookie: ${cookie}\r\n\r\n`,
          (received) => received.includes('\r\n\r\n'),
        )
      const response = await open(site.origin)
      assertIncludes(response, '101 Switching Protocols')
      assertIncludes(response, 'X-User: ada')
      assert.ok(!/set-cookie/i.test(response))
      assertIncludes(await open('https://evil.test'), '403 Forbidden')
    },
  },
]
