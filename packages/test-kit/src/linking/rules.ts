import { describe, expect, test } from 'vitest'
import type { Adapter } from '@authwright/core'
import type { TestProvider } from '../oauth-provider.ts'
import { location, ORIGIN } from '../auth-setup.ts'
import { Passkey } from '../webauthn/authenticator.ts'
import { fetchOptions, register } from '../webauthn/passkey-setup.ts'
import {
  startLink,
  linkAt,
  finishSignIn,
  signInAt,
  setUpLinking,
  signUp,
  newProviderUser,
  userIdOf,
  signInByMail,
  copySessionCookies,
  unlink,
  signInMethodsOf,
  type LinkingSetupOptions,
  type LinkingSetup,
} from './linking-setup.ts'

const SETTINGS = `${ORIGIN}/settings`
const signInPage = (callbackUrl: string, error: string): string =>
  `${ORIGIN}/auth/signin?${new URLSearchParams({ callbackUrl, error })}`
const AGAIN = signInPage(SETTINGS, 'ReauthenticationRequired')
const ACCOUNT = `${ORIGIN}/auth/account`

const annSession = { user: { name: 'Ann' } }

/** The rules of linking, for any adapter. */
export const linkingRules = (open: () => { readonly adapter: Adapter; readonly provider: TestProvider }): void => {
  const setUp = (config: LinkingSetupOptions['config'] = {}): LinkingSetup => setUpLinking({ ...open(), config })

  describe.each(['database', 'jwt'] as const)('with %s sessions', (strategy) => {
    const own = { session: { strategy } }

    test('links an account to a user who has just signed in', async () => {
      const setup = setUp(own)
      const { browser, user } = await signUp(setup)
      const more = newProviderUser()
      expect(await linkAt(setup, browser, 'ob', more)).toBe(SETTINGS)
      expect(await userIdOf(setup, 'ob', more)).toBe(await userIdOf(setup, 'oa', user))
      expect(await browser.session()).toMatchObject(annSession)
    })

    test('requires a new sign-in before it links an account to a user who signed in long ago', async () => {
      const setup = setUp(own)
      const { browser, user } = await signUp(setup)
      setup.clock.forward(901)
      const more = newProviderUser()
      expect(await linkAt(setup, browser, 'ob', more)).toBe(AGAIN)
      expect(await userIdOf(setup, 'ob', more)).toBeUndefined()
      expect(await browser.session()).toMatchObject(annSession)
      expect(setup.events).toHaveLength(1)
      expect(await signInAt(setup, browser, 'oa', user)).toBe(SETTINGS)
      expect(await linkAt(setup, browser, 'ob', more)).toBe(SETTINGS)
      expect(await userIdOf(setup, 'ob', more)).toBe(await userIdOf(setup, 'oa', user))
    })

    test('accepts a sign-in by e-mail as a new sign-in', async () => {
      const setup = setUp(own)
      const { browser, user } = await signUp(setup)
      setup.clock.forward(901)
      await signInByMail(setup, browser, user.email)
      // The provider had not verified the address, so its account is removed when the e-mail sign-in verifies it.
      expect(setup.events.map(([name]) => name)).toEqual(['linkAccount', 'unlinkAccount'])
      const more = newProviderUser()
      expect(await linkAt(setup, browser, 'ob', more)).toBe(SETTINGS)
      expect(await userIdOf(setup, 'ob', more)).toEqual(expect.any(String))
    })

    test('a stolen session can neither add nor remove a sign-in method', async () => {
      const setup = setUp(own)
      const { browser, user } = await signUp(setup)
      const [passkey, more] = [new Passkey(), newProviderUser()]
      await linkAt(setup, browser, 'ob', more)
      await register(browser, passkey)
      const before = await signInMethodsOf(setup, 'oa', user)
      expect(before).toMatchObject({ accounts: ['oa', 'ob', 'passkey'], passkeys: [expect.any(String)] })
      const attacker = copySessionCookies(setup, browser)
      expect(await attacker.session()).toMatchObject(annSession)
      expect(await linkAt(setup, attacker, 'oc', newProviderUser())).toBe(AGAIN)
      expect(location(await unlink(attacker, 'ob', more))).toBe(signInPage(ACCOUNT, 'ReauthenticationRequired'))
      expect(await fetchOptions(attacker, { action: 'register' })).toMatchObject({
        status: 401,
        error: 'ReauthenticationRequired',
      })
      const credentialId = passkey.id.toString('base64url')
      const deleted = await attacker.post('/auth/account', { action: 'passkey-delete', credentialId })
      expect(location(deleted)).toBe(signInPage(ACCOUNT, 'ReauthenticationRequired'))
      expect(await signInMethodsOf(setup, 'oa', user)).toEqual(before)
    })
  })

  test('checks the age of the sign-in when the user is redirected to the provider', async () => {
    const setup = setUp()
    const { browser, user } = await signUp(setup)
    setup.clock.forward(850)
    const first = newProviderUser()
    const early = await startLink(browser, 'ob')
    setup.clock.forward(100)
    expect(await startLink(browser, 'oc')).toBe(AGAIN)
    expect(await finishSignIn(setup, browser, early, first)).toBe(SETTINGS)
    expect(await signInMethodsOf(setup, 'oa', user)).toMatchObject({ accounts: ['oa', 'ob'] })
  })

  test('does not count linking as a new sign-in', async () => {
    const setup = setUp()
    const { browser, user } = await signUp(setup)
    setup.clock.forward(600)
    await linkAt(setup, browser, 'ob', newProviderUser())
    setup.clock.forward(301)
    expect(await linkAt(setup, browser, 'oc', newProviderUser())).toBe(AGAIN)
    expect(await signInMethodsOf(setup, 'oa', user)).toMatchObject({ accounts: ['oa', 'ob'] })
  })

  test('does not count another user’s sign-in in the same browser', async () => {
    const setup = setUp()
    const { browser: ann, user } = await signUp(setup)
    const { browser: bob } = await signUp(setup)
    const attacker = copySessionCookies(setup, ann)
    for (const [name, value] of bob.cookies)
      if (name.endsWith('.recent-authentication')) attacker.cookies.set(name, value)
    expect(await linkAt(setup, attacker, 'ob', newProviderUser())).toBe(AGAIN)
    expect(await signInMethodsOf(setup, 'oa', user)).toMatchObject({ accounts: ['oa'] })
  })

  test('does not link when the signed-in user changes on the way, even if both signed in recently', async () => {
    const setup = setUp()
    const { browser: ann, user } = await signUp(setup)
    const { browser: bob, user: other } = await signUp(setup)
    const url = await startLink(ann, 'ob')
    for (const [name, value] of bob.cookies) ann.cookies.set(name, value)
    expect(await finishSignIn(setup, ann, url, newProviderUser())).toBe(
      `${ORIGIN}/auth/signin?error=OAuthAccountNotLinked`,
    )
    expect(await signInMethodsOf(setup, 'oa', user)).toMatchObject({ accounts: ['oa'] })
    expect(await signInMethodsOf(setup, 'oa', other)).toMatchObject({ accounts: ['oa'] })
  })

  test('does not link in another browser, even if the same user is signed in there', async () => {
    const setup = setUp()
    const { browser, user } = await signUp(setup)
    const other = setup.browser()
    await signInAt(setup, other, 'oa', user)
    const url = await startLink(browser, 'ob')
    for (const target of [other, setup.browser()]) {
      expect(await finishSignIn(setup, target, url, newProviderUser())).toContain('error=InvalidCheck')
    }
    expect(await signInMethodsOf(setup, 'oa', user)).toMatchObject({ accounts: ['oa'] })
  })

  test('allowDangerousEmailAccountLinking does not link to an old session', async () => {
    const { provider } = open()
    const trusting = provider.config({ id: 'ob', allowDangerousEmailAccountLinking: true })
    const setup = setUp({ providers: [provider.config({ id: 'oa' }), trusting] })
    const { browser, user } = await signUp(setup)
    setup.clock.forward(901)
    expect(await linkAt(setup, browser, 'ob', newProviderUser({ email: user.email }))).toBe(AGAIN)
    expect(await signInMethodsOf(setup, 'oa', user)).toMatchObject({ accounts: ['oa'] })
  })

  test('does not move another user’s account or reveal whether it exists', async () => {
    const setup = setUp()
    const { user: bob } = await signUp(setup)
    const { browser: ann, user } = await signUp(setup)
    const more = newProviderUser()
    await linkAt(setup, ann, 'ob', more)
    expect(await linkAt(setup, ann, 'oa', bob)).toBe(`${ORIGIN}/auth/signin?error=OAuthAccountNotLinked`)
    const results = await Promise.all(
      [bob, newProviderUser()].map(async (other) => {
        const response = await unlink(ann, 'oa', other)
        return [response.status, await response.text()]
      }),
    )
    expect(results[0]?.[0]).toBe(404)
    expect(results[0]).toEqual(results[1])
    expect(await signInMethodsOf(setup, 'oa', bob)).toMatchObject({ accounts: ['oa'] })
    expect(await signInMethodsOf(setup, 'oa', user)).toMatchObject({ accounts: ['oa', 'ob'] })
    expect((await unlink(ann, 'ob', user)).status).toBe(404)
  })

  test('links an account that two users add concurrently to one of them, and shows the other an error', async () => {
    const setup = setUp()
    for (let round = 0; round < 5; round += 1) {
      const users = [await signUp(setup), await signUp(setup)]
      const shared = newProviderUser()
      const left = await Promise.all(
        users.map(async ({ browser }) => ({ browser, url: await startLink(browser, 'ob') })),
      )
      const where = await Promise.all(left.map(({ browser, url }) => finishSignIn(setup, browser, url, shared)))
      expect(where.toSorted()).toEqual([SETTINGS, `${ORIGIN}/auth/signin?error=OAuthAccountNotLinked`].toSorted())
      const owners = await Promise.all(users.map(({ user }) => userIdOf(setup, 'oa', user)))
      expect(await userIdOf(setup, 'ob', shared)).toBe(owners[where.indexOf(SETTINGS)])
    }
  })

  test('stores no account that is linked while its user is deleted', async () => {
    const setup = setUp()
    for (let round = 0; round < 5; round += 1) {
      const { browser, user } = await signUp(setup)
      const more = newProviderUser()
      const userId = (await userIdOf(setup, 'oa', user)) ?? ''
      const url = await startLink(browser, 'ob')
      await Promise.all([finishSignIn(setup, browser, url, more), setup.adapter.deleteUser?.(userId)])
      expect(await setup.adapter.getUser?.(userId)).toBeNull()
      expect(await userIdOf(setup, 'ob', more)).toBeUndefined()
      expect(await setup.adapter.listAccounts?.(userId)).toEqual([])
    }
  })

  test('keeps one of two accounts that are unlinked concurrently', async () => {
    const setup = setUp()
    for (let round = 0; round < 10; round += 1) {
      const { browser, user } = await signUp(setup)
      const more = newProviderUser()
      await linkAt(setup, browser, 'ob', more)
      const responses = await Promise.all([unlink(browser, 'oa', user), unlink(browser, 'ob', more)])
      const where = responses.map((response) => location(response))
      const left = [await userIdOf(setup, 'oa', user), await userIdOf(setup, 'ob', more)].filter(
        (id) => id !== undefined,
      )
      expect(left.length).toBeGreaterThan(0)
      expect(where.filter((to) => to === `${ACCOUNT}?done=unlinked`)).toHaveLength(2 - left.length)
    }
  })

  test('keeps one of an account and a passkey that are removed concurrently', async () => {
    const setup = setUp()
    for (let round = 0; round < 5; round += 1) {
      const { browser, user } = await signUp(setup)
      const passkey = new Passkey()
      await register(browser, passkey)
      const credentialId = passkey.id.toString('base64url')
      const deletePasskey = browser.post('/auth/account', { action: 'passkey-delete', credentialId })
      const responses = await Promise.all([unlink(browser, 'oa', user), deletePasskey])
      const done = responses.filter((response) => location(response).includes('done='))
      const account = await userIdOf(setup, 'oa', user)
      const key = await setup.adapter.getAuthenticator?.(passkey.id.toString('base64'))
      const passkeyAccount = await userIdOf(setup, 'passkey', { ...user, id: passkey.id.toString('base64') })
      expect(key === null).toBe(passkeyAccount === undefined)
      const left = [account, passkeyAccount].filter((id) => id !== undefined)
      expect(left.length).toBeGreaterThan(0)
      expect(done).toHaveLength(2 - left.length)
    }
  })

  test('unlinking deletes the tokens and emits an event with the account', async () => {
    const setup = setUp()
    const { browser, user } = await signUp(setup)
    const more = newProviderUser()
    await linkAt(setup, browser, 'ob', more)
    expect(location(await unlink(browser, 'ob', more))).toBe(`${ACCOUNT}?done=unlinked`)
    expect(await userIdOf(setup, 'ob', more)).toBeUndefined()
    const [name, message] = setup.events.at(-1) ?? []
    expect(name).toBe('unlinkAccount')
    expect(message).toMatchObject({
      user: { email: user.email.toLowerCase() },
      account: { provider: 'ob', providerAccountId: more.id, access_token: 'at-1' },
    })
    expect(location(await unlink(browser, 'oa', user))).toBe(`${ORIGIN}/auth/error?error=AccessDenied`)
    expect((await unlink(browser, 'ob', more)).status).toBe(404)
    expect(setup.events.filter(([event]) => event === 'unlinkAccount')).toHaveLength(1)
  })
}
