import { describe, expect, test } from 'vitest'
import type { Adapter } from '@authwright/core'
import type { TestProvider } from '../oauth-provider.ts'
import { location, ORIGIN, type TestBrowser } from '../auth-setup.ts'
import {
  linkAt,
  signInAt,
  signInByMail,
  setUpLinking,
  signUp,
  newProviderUser,
  userIdOf,
  copySessionCookies,
  unlink,
  type LinkingSetupOptions,
  type LinkingSetup,
  type ProviderUser,
} from '../linking/linking-setup.ts'

const DAY = 86_400
const ann = { user: { name: 'Ann' } }

type Strategy = 'database' | 'jwt'

type Open = () => { readonly adapter: Adapter; readonly provider: TestProvider }

/** With two OAuth providers only: some adapters have no methods for passkeys. */
const setUpWith =
  (open: Open) =>
  (strategy: Strategy, config: LinkingSetupOptions['config'] = {}): LinkingSetup => {
    const { adapter, provider } = open()
    const providers = ['oa', 'ob'].map((id) => provider.config({ id, name: id }))
    return setUpLinking({ adapter, provider, config: { session: { strategy }, providers, ...config } })
  }

/** The days until the session ends. */
const daysLeft = async (browser: TestBrowser): Promise<number> =>
  (Date.parse((await browser.session())?.expires ?? '') - browser.clock.now()) / 1000 / DAY

const hasSessionCookie = ({ cookies }: TestBrowser): boolean =>
  [...cookies.keys()].some((name) => name.includes('session-token'))

const signInElsewhere = async (setup: LinkingSetup, user: ProviderUser): Promise<TestBrowser> => {
  const browser = setup.browser()
  await signInAt(setup, browser, 'oa', user)
  return browser
}

/** The adapter, and a way to do something before one of its next calls. A transaction is one call. */
const interruptible = (adapter: Adapter) => {
  let left = Number.POSITIVE_INFINITY
  let interrupt = async (_method: string): Promise<unknown> => undefined
  const entries = Object.entries(adapter).map(([name, method]: [string, unknown]) => {
    if (typeof method !== 'function') return [name, method]
    const call = async (...given: unknown[]): Promise<unknown> => {
      left -= 1
      if (left === -1) await interrupt(name)
      return Reflect.apply(method, adapter, given)
    }
    return [name, call]
  })
  return {
    interrupted: Object.fromEntries(entries) as Adapter,
    /** Interrupt the call with this number, counted from now. */
    interruptAt: (call: number, work: (method: string) => Promise<unknown>): void => {
      left = call
      interrupt = work
    },
  }
}

type Flow = (setup: LinkingSetup, browser: TestBrowser, loot: ProviderUser) => Promise<unknown>

/** What gives a session a new token. */
const renewals: readonly (readonly [string, Flow])[] = [
  ['the removal of a sign-in method', (_setup, browser, loot) => unlink(browser, 'ob', loot)],
  ['linking an account', (setup, browser) => linkAt(setup, browser, 'oc', newProviderUser())],
]

/** What ends sessions with any adapter. */
export const sessionRules = (open: Open): void => {
  const setUp = setUpWith(open)

  describe.each(['database', 'jwt'] as const)('with %s sessions', (strategy) => {
    test('a session ends 90 days after the sign-in, however often it is renewed', async () => {
      const setup = setUp(strategy)
      const { browser } = await signUp(setup)
      for (const expected of [30, 30, 10]) {
        setup.clock.forward((expected === 10 ? 22 : 29) * DAY)
        expect(await daysLeft(browser)).toBe(expected)
      }
      setup.clock.forward(10 * DAY - 1)
      expect(await browser.session()).toMatchObject(ann)
      const thief = browser.copy()
      setup.clock.forward(1)
      expect([await browser.session(), hasSessionCookie(browser)]).toEqual([null, false])
      expect(location(await thief.get('/auth/account'))).toContain('/auth/signin')
    })

    test('signing in again begins the 90 days anew', async () => {
      const setup = setUp(strategy)
      const { browser, user } = await signUp(setup)
      for (let i = 0; i < 3; i += 1) {
        setup.clock.forward(29 * DAY)
        await browser.session()
      }
      await signInAt(setup, browser, 'oa', user)
      expect(await daysLeft(browser)).toBe(30)
    })

    test('linking an account does not begin the 90 days anew', async () => {
      const setup = setUp(strategy, { account: { reauthenticateAfter: 0 } })
      const { browser } = await signUp(setup)
      for (let i = 0; i < 3; i += 1) {
        setup.clock.forward(29 * DAY)
        await browser.session()
      }
      await linkAt(setup, browser, 'ob', newProviderUser())
      expect(await daysLeft(browser)).toBe(3)
    })
  })

  test('signing in again ends the token that a thief copied', async () => {
    const setup = setUp('database')
    const { browser, user } = await signUp(setup)
    const thief = copySessionCookies(setup, browser)
    await signInAt(setup, browser, 'oa', user)
    expect([await thief.session(), await browser.session()]).toMatchObject([null, ann])
  })

  test('linking an account ends the token that a thief copied', async () => {
    const setup = setUp('database')
    const { browser } = await signUp(setup)
    const thief = copySessionCookies(setup, browser)
    await linkAt(setup, browser, 'ob', newProviderUser())
    expect([await thief.session(), await browser.session()]).toMatchObject([null, ann])
  })

  test('a session in a cookie ends at the next renewal after its user was deleted', async () => {
    const setup = setUp('jwt')
    // Verified, because the session of an unverified user is checked at each request.
    const { browser, user } = await signUp(setup)
    const id = (await userIdOf(setup, 'oa', user)) ?? ''
    await setup.adapter.updateUser?.({ id, emailVerified: new Date(setup.clock.now()) })
    await signInAt(setup, browser, 'oa', user)
    await setup.adapter.deleteUser?.(id)
    expect(await browser.session()).toMatchObject(ann)
    setup.clock.forward(DAY)
    expect([await browser.session(), await browser.copy().session()]).toEqual([null, null])
  })
}

/** What an adapter makes possible that can end all sessions of a user. */
export const revocationRules = (open: Open): void => {
  const setUp = setUpWith(open)

  describe.each(['database', 'jwt'] as const)('with %s sessions', (strategy) => {
    /** Database sessions end at once, those in cookies at their next renewal. */
    const untilEnd = strategy === 'jwt' ? DAY : 0

    test('revokeSessions ends all sessions of the user and no others; new ones work', async () => {
      const setup = setUp(strategy)
      const [{ browser, user }, { browser: grace }] = [await signUp(setup), await signUp(setup)]
      const other = await signInElsewhere(setup, user)
      await setup.auth.revokeSessions((await userIdOf(setup, 'oa', user)) ?? '')
      const later = await signInElsewhere(setup, user)
      setup.clock.forward(untilEnd)
      expect([await browser.session(), await other.session()]).toEqual([null, null])
      expect([await later.session(), await grace.session()]).toMatchObject([ann, ann])
    })

    test('a read that renews nothing shows a revoked session no longer than one that does', async () => {
      // The session of a user with an unverified address would be looked up at each reading.
      const providers = [open().provider.config({ id: 'oa', emailVerified: () => true })]
      const setup = setUp(strategy, { providers })
      const { browser, user } = await signUp(setup)
      await setup.auth.revokeSessions((await userIdOf(setup, 'oa', user)) ?? '')
      setup.clock.forward(untilEnd)
      const request = new Request(ORIGIN, { headers: { cookie: browser.header } })
      expect(await setup.auth.session(request, { renew: false })).toEqual({ session: null, cookies: [] })
    })

    test('a revoked session cannot change the account, from that moment on', async () => {
      const setup = setUp(strategy)
      const { browser, user } = await signUp(setup)
      const id = (await userIdOf(setup, 'oa', user)) ?? ''
      await setup.auth.revokeSessions(id)
      expect(location(await browser.get('/auth/account'))).toContain('/auth/signin')
      const loot = newProviderUser()
      await linkAt(setup, browser, 'ob', loot)
      expect(await userIdOf(setup, 'ob', loot)).not.toBe(id)
    })

    test('revoking twice ends the sessions between, although the clock stands still', async () => {
      const setup = setUp(strategy)
      const { user } = await signUp(setup)
      const id = (await userIdOf(setup, 'oa', user)) ?? ''
      await setup.auth.revokeSessions(id)
      const between = await signInElsewhere(setup, user)
      await setup.auth.revokeSessions(id)
      setup.clock.forward(untilEnd)
      expect(await between.session()).toBeNull()
    })

    test.each(renewals)('a revocation at any moment of %s ends this session as well', async (_name, flow) => {
      const { adapter, provider } = open()
      const { interrupted, interruptAt } = interruptible(adapter)
      const providers = ['oa', 'ob', 'oc'].map((id) => provider.config({ id, name: id }))
      const setUpOver = (own: Adapter) =>
        setUpLinking({ adapter: own, provider, config: { session: { strategy }, providers } })
      const [setup, server] = [setUpOver(interrupted), setUpOver(adapter)]
      const survivors: string[] = []
      let last: string | undefined = ''
      for (let call = 0; last !== undefined; call += 1) {
        const { browser, user } = await signUp(setup)
        const loot = newProviderUser()
        await linkAt(setup, browser, 'ob', loot)
        const id = (await userIdOf(server, 'oa', user)) ?? ''
        last = undefined
        interruptAt(call, async (method) => {
          last = method
          await server.auth.revokeSessions(id)
        })
        await flow(setup, browser, loot)
        interruptAt(Number.POSITIVE_INFINITY, async () => undefined)
        setup.clock.forward(untilEnd)
        server.clock.forward(untilEnd)
        const isSignedIn = (await browser.session())?.user?.email === user.email
        // Without transactions nothing can tell two revocations apart that are written at the same instant.
        const isSame = last === 'revokeSessions' && adapter.transaction === undefined
        if (isSignedIn !== (last === undefined) && !isSame) survivors.push(`${call}: ${last}`)
      }
      expect(survivors).toEqual([])
    })

    test('the removal of a sign-in method ends the other sessions, and this one gets a new token', async () => {
      const setup = setUp(strategy)
      const { browser, user } = await signUp(setup)
      const more = newProviderUser()
      await linkAt(setup, browser, 'ob', more)
      const [other, thief] = [await signInElsewhere(setup, user), copySessionCookies(setup, browser)]
      expect(location(await unlink(browser, 'ob', more))).toContain('done=unlinked')
      expect(await browser.session()).toMatchObject(ann)
      setup.clock.forward(untilEnd)
      expect([await other.session(), await thief.session()]).toEqual([null, null])
      expect(await browser.session()).toMatchObject(ann)
      expect(setup.errors).toEqual([])
    })

    test('this session has its new token before the mail about a removal is sent', async () => {
      const { interrupted, interruptAt } = interruptible(open().adapter)
      const calls: string[] = []
      const record = async (method: string): Promise<void> => {
        calls.push(method)
        interruptAt(0, record)
      }
      const sendNotification = async (): Promise<void> => void calls.push('mail')
      const setup = setUpLinking({
        ...open(),
        adapter: interrupted,
        config: { session: { strategy } },
        mail: { sendNotification },
      })
      const [browser, more] = [setup.browser(), newProviderUser()]
      await signInByMail(setup, browser, newProviderUser().email)
      await linkAt(setup, browser, 'ob', more)
      calls.length = 0
      interruptAt(0, record)
      await unlink(browser, 'ob', more)
      // The last call of the renewal: it deletes the previous token, or looks up the user.
      const renewed = calls.lastIndexOf(strategy === 'database' ? 'deleteSession' : 'getUser')
      expect(renewed).toBeGreaterThan(-1)
      expect(calls.slice(renewed)).toContain('mail')
    })

    test('with endOtherSessions: false, only the token of this session changes', async () => {
      const setup = setUp(strategy, { account: { endOtherSessions: false } })
      const { browser, user } = await signUp(setup)
      const more = newProviderUser()
      await linkAt(setup, browser, 'ob', more)
      const [other, thief] = [await signInElsewhere(setup, user), copySessionCookies(setup, browser)]
      await unlink(browser, 'ob', more)
      setup.clock.forward(untilEnd)
      expect([await other.session(), await browser.session()]).toMatchObject([ann, ann])
      // A copy of a cookie is valid until all sessions are revoked.
      expect((await thief.session()) === null).toBe(strategy === 'database')
    })
  })
}
