import assert from 'node:assert/strict'
import { DEFAULT_ENVIRONMENT } from './application.ts'
import {
  assertIncludes,
  CONCURRENT_USERS,
  cookieNames,
  REDIRECTS,
  sessionCookies,
  shownSession,
  shownUsers,
  signedIn,
  userName,
  type Check,
} from './check.ts'

/** Whether a shared cache may store the response, and send it to other users (RFC 9111 §3). */
const isShared = (headers: Headers): boolean => /\b(?:public|s-maxage)\b/i.test(headers.get('cache-control') ?? '')

/** What frameworks that render pages do besides: requests for data, HTML with the session, actions and prerendering. */
export const pageChecks: readonly Check[] = [
  {
    id: 'C15',
    rule: "guards a page for the framework's requests for its data too",
    needs: ['data-request'],
    run: async (start) => {
      const site = await start()
      const shown = await site.requestData(await signedIn(site), '/protected')
      assertIncludes(shown.body, 'Members only')
      const refused = await site.requestData(site.browser(), '/protected')
      assert.ok(!refused.body.includes('Members only'), refused.body)
      const forged = site.browser()
      forged.jar.store('authwright.session-token=forged; Path=/', new URL(site.origin))
      assert.ok(!(await site.requestData(forged, '/protected')).body.includes('Members only'))
    },
  },
  {
    id: 'C16',
    rule: 'shows each user in the HTML of the first response, which no shared cache stores',
    run: async (start) => {
      const site = await start()
      const [ada, grace] = [await signedIn(site), await signedIn(site, 'grace')]
      for (const [browser, name] of [
        [ada, 'ada'],
        [grace, 'grace'],
        [site.browser(), 'signed out'],
        [ada, 'ada'],
      ] as const) {
        const page = await browser.get('/user')
        assert.equal(page.status, 200)
        assert.equal(/id="user"[^>]*>([^<]*)</.exec(page.body)?.[1], name)
        assert.ok(!isShared(page.headers), page.headers.get('cache-control') ?? '')
      }
    },
  },
  {
    id: 'C12',
    rule: "shows the session to the framework's actions, and reads it once per request",
    needs: ['action'],
    run: async (start) => {
      const site = await start()
      const browser = await signedIn(site)
      await browser.get('/act')
      const { location, status, text } = await browser.submit()
      assert.ok(REDIRECTS.includes(status), `status ${status}: ${text}`)
      assert.equal(location?.searchParams.get('name'), 'ada')
      const reads = location.searchParams.get('reads')?.split(',') ?? []
      assert.equal(reads.length, 3)
      assert.equal(new Set(reads).size, 1, `the reads ${reads.join()}`)
    },
  },
  {
    id: 'C17',
    rule: "signs in and out by the framework's actions without JavaScript, for forms of this site only",
    needs: ['action'],
    run: async (start) => {
      const site = await start()
      const right = { username: 'ada', password: 'correct' }
      const browser = site.browser()
      await browser.get('/enter')
      const refused = await browser.submit({ ...right, password: 'wrong' }, { redirect: 'follow' })
      assertIncludes(refused.text, 'CredentialsSignin')
      assert.deepEqual(sessionCookies(browser), [])
      await browser.get('/enter')
      const page = await browser.submit(right)
      assert.ok(REDIRECTS.includes(page.status), `status ${page.status}: ${page.text}`)
      assert.equal(page.location?.href, `${site.origin}/api/me`)
      assert.equal(cookieNames(page.headers).filter((name) => name.includes('session-token')).length, 1)
      assert.equal(userName((await browser.follow()).json()), 'ada')
      const other = site.browser()
      await other.get('/enter')
      await other.submit(right, { from: 'https://evil.test/' })
      assert.deepEqual(sessionCookies(other), [])
      await browser.get('/leave')
      await browser.submit({}, { from: 'https://evil.test/' })
      assert.equal(userName(shownSession(await browser.get('/'))), 'ada')
      await browser.get('/leave')
      await browser.submit()
      assert.deepEqual(sessionCookies(browser), [])
    },
  },
  {
    id: 'C27',
    rule: "signs in and out by the framework's actions in an application below a path",
    needs: ['action', 'mount'],
    run: async (start) => {
      const site = await start({ basePath: '/shop/auth', mount: '/shop' })
      const browser = site.browser()
      await browser.get('/shop/enter')
      const page = await browser.submit({ username: 'ada', password: 'correct' })
      assert.ok(REDIRECTS.includes(page.status), `status ${page.status}: ${page.text}`)
      assert.equal(userName((await browser.get('/shop/auth/session')).json()), 'ada')
      assert.equal(userName((await browser.get('/shop/api/me')).json()), 'ada')
      await browser.get('/shop/leave')
      await browser.submit()
      assert.deepEqual(sessionCookies(browser), [])
    },
  },
  {
    id: 'C40',
    rule: 'never mixes the sessions of pages that are rendered at the same time',
    run: async (start) => {
      const site = await start({ isSlow: true })
      const browsers = await Promise.all(CONCURRENT_USERS.map((name) => signedIn(site, name)))
      const pages = await Promise.all(browsers.map((browser) => browser.get('/user')))
      assert.deepEqual(
        pages.map(({ body }) => shownUsers(body)),
        CONCURRENT_USERS.map((name) => [name]),
      )
    },
  },
  {
    id: 'C46',
    rule: 'shows no user on a prerendered page, and serves it without a secret',
    needs: ['prerendering'],
    run: async (start) => {
      const site = await start({ renewsAlways: true })
      const browser = await signedIn(site)
      for (const each of [browser, site.browser()]) {
        const { status, text, headers } = await each.get('/static', { redirect: 'follow' })
        assert.deepEqual([status, text.includes('signed out'), text.includes('ada')], [200, true, false])
        assert.ok(headers.getSetCookie().length === 0 || !isShared(headers), 'a shared cache may store a cookie')
      }
      const { AUTH_SECRET: _secret, ...environment } = DEFAULT_ENVIRONMENT
      const withoutSecret = (await start({ environment })).browser()
      assert.equal((await withoutSecret.get('/static', { redirect: 'follow' })).status, 200)
    },
  },
]
