import { memoryAdapter } from '@authwright/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Adapter } from '../../src/index.ts'
import { defaultRuntime } from '../../src/runtime/platform.ts'
import { counting } from '../support/engines.ts'
import { callbackUrl, startProvider, type TestProvider } from '@authwright/test-kit/oauth-provider'
import { fullLocation, location, setUpAuth, ORIGIN } from '@authwright/test-kit/auth-setup'
import { linkingRules } from '@authwright/test-kit/linking/rules'
import {
  startLink,
  linkAt,
  setUpLinking,
  signUp,
  newProviderUser,
  userIdOf,
  copySessionCookies,
  unlink,
  type LinkingSetupOptions,
  type LinkingSetup,
} from '@authwright/test-kit/linking/linking-setup'

let provider: TestProvider
beforeAll(async () => void (provider = await startProvider()))
afterAll(() => provider.close())

const withoutTransactions = (): Adapter => {
  const { transaction: _none, ...adapter } = memoryAdapter()
  return adapter
}

const setUp = (config: LinkingSetupOptions['config'] = {}): LinkingSetup =>
  setUpLinking({ adapter: memoryAdapter(), provider, config })
const recent = (cookies: Iterable<string>): readonly string[] =>
  [...cookies].filter((name) => name.endsWith('.recent-authentication'))

describe('over memory', () => {
  linkingRules(() => ({ adapter: memoryAdapter(), provider }))
})

describe('without transactions', () => {
  linkingRules(() => ({ adapter: withoutTransactions(), provider }))
})

describe('a form with link=true', () => {
  test('redirects a user who has just signed in to the provider', async () => {
    const it = setUp()
    const { browser } = await signUp(it)
    expect(await startLink(browser, 'ob')).toContain(`${provider.origin}/authorize`)
  })

  test.each([
    ['no user is signed in', 'SessionRequired'],
    ['the sign-in was long ago', 'ReauthenticationRequired'],
  ])('does not redirect to the provider if %s', async (_when, error) => {
    const it = setUp()
    const browser = error === 'SessionRequired' ? it.browser() : (await signUp(it)).browser
    it.clock.forward(901)
    const before = [...browser.cookies.keys()]
    const page = `${ORIGIN}/auth/signin?${new URLSearchParams({ callbackUrl: `${ORIGIN}/settings`, error })}`
    expect(await startLink(browser, 'ob')).toBe(page)
    expect([...browser.cookies.keys()]).toEqual(before)
    const html = await (await browser.get(page)).text()
    expect(html).toContain(error === 'SessionRequired' ? 'Please sign in<' : 'Please sign in again<')
    // This is not an error, so nothing is logged.
    expect(html).toContain('class="notice" role="status"')
    expect(html).not.toContain('<div class="error"')
  })

  test('returns the URL as JSON to a script', async () => {
    const it = setUp()
    const { browser } = await signUp(it)
    it.clock.forward(901)
    const headers = { origin: ORIGIN, 'x-auth-return-redirect': '1' }
    const response = await browser.post('/auth/signin/ob', { link: 'true', callbackUrl: '/a' }, headers)
    expect(await response.json()).toEqual({ url: expect.stringContaining('error=ReauthenticationRequired') })
  })

  test('can be a call of server code', async () => {
    const it = setUp()
    const { browser } = await signUp(it)
    it.clock.forward(901)
    const request = new Request(`${ORIGIN}/settings`, { headers: { cookie: browser.header } })
    const { redirect } = await it.auth.signIn(request, 'ob', { fields: { link: true }, redirectTo: '/settings' })
    expect(redirect).toContain('error=ReauthenticationRequired')
  })

  test('is on the account page', async () => {
    const it = setUp()
    const html = await (await (await signUp(it)).browser.get('/auth/account')).text()
    expect(html).toContain('<input type="hidden" name="link" value="true"')
  })
})

describe('the cookie of recent authentication', () => {
  test('is not set without an adapter', async () => {
    const context = setUpAuth({ providers: [provider.config()] })
    const browser = context.browser()
    provider.profile = newProviderUser()
    await browser.get(callbackUrl(fullLocation(await browser.post('/auth/signin/oa'))))
    expect(await browser.session()).not.toBeNull()
    expect(recent(browser.cookies.keys())).toEqual([])
  })

  test('is not set with reauthenticateAfter 0, and an old session can change the account', async () => {
    const it = setUp({ account: { reauthenticateAfter: 0 } })
    const { browser, user } = await signUp(it)
    expect(recent(browser.cookies.keys())).toEqual([])
    it.clock.forward(86_400)
    const more = newProviderUser()
    const old = copySessionCookies(it, browser)
    expect(await linkAt(it, old, 'ob', more)).toBe(`${ORIGIN}/settings`)
    expect(await userIdOf(it, 'ob', more)).toBe(await userIdOf(it, 'oa', user))
    expect(location(await unlink(old, 'ob', more))).toContain('done=unlinked')
  })

  test('costs a sign-in one more sealing, and a session check nothing', async () => {
    const work = await Promise.all(
      [0, 900].map(async (reauthenticateAfter) => {
        const { engine, counts } = counting(defaultRuntime.crypto)
        const runtime = { crypto: engine }
        const it = setUpLinking({
          adapter: memoryAdapter(),
          provider,
          runtime,
          config: { account: { reauthenticateAfter: reauthenticateAfter } },
        })
        const { browser } = await signUp(it)
        const signIn = { ...counts }
        await browser.session()
        return { signIn, check: { seal: counts.seal - signIn.seal, open: counts.open - signIn.open } }
      }),
    )
    expect((work[1]?.signIn.seal ?? 0) - (work[0]?.signIn.seal ?? 0)).toBe(1)
    expect(work[1]?.check).toEqual(work[0]?.check)
  })

  test('is valid as long as the config says', async () => {
    const it = setUp({ account: { reauthenticateAfter: 60 } })
    const { browser } = await signUp(it)
    it.clock.forward(60)
    expect(await linkAt(it, browser, 'ob', newProviderUser())).toBe(`${ORIGIN}/settings`)
    it.clock.forward(1)
    expect(await linkAt(it, browser, 'oc', newProviderUser())).toContain('error=ReauthenticationRequired')
  })

  test('is cleared at a sign-out', async () => {
    const it = setUp()
    const { browser } = await signUp(it)
    const left = copySessionCookies(it, browser)
    expect(recent(browser.cookies.keys())).toHaveLength(1)
    await browser.post('/auth/signout')
    expect(recent(browser.cookies.keys())).toEqual([])
    expect([...left.cookies.keys()]).toHaveLength(1)
  })

  test('is refused if its value was changed', async () => {
    const it = setUp()
    const { browser } = await signUp(it)
    const [name = ''] = recent(browser.cookies.keys())
    const value = browser.cookies.get(name) ?? ''
    for (const other of ['', 'x', value.slice(0, -2), `${value.slice(0, -4)}AAAA`]) {
      browser.cookies.set(name, other)
      expect(await startLink(browser, 'ob')).toContain('error=ReauthenticationRequired')
    }
  })

  test('is missing on a custom sign-in page, which still gets the reason', async () => {
    const it = setUp({ pages: { signIn: '/login' } })
    const { browser } = await signUp(it)
    it.clock.forward(901)
    const query = new URLSearchParams({ callbackUrl: `${ORIGIN}/settings`, error: 'ReauthenticationRequired' })
    expect(await linkAt(it, browser, 'ob', newProviderUser())).toBe(`${ORIGIN}/login?${query}`)
  })
})
