import { describe, expect, test } from 'vitest'
import type { Adapter } from '@authwright/core'
import type { TestProvider } from '../oauth-provider.ts'
import { location, ORIGIN } from '../auth-setup.ts'
import { Passkey } from '../webauthn/authenticator.ts'
import { fetchOptions, register } from '../webauthn/setup.ts'
import { finishSignIn, signInAt, startSignIn, setUpLinking, signUp, newProviderUser, userIdOf } from './setup.ts'
import { signInByMail, copySessionCookies, unlink, signInMethodsOf } from './setup.ts'
import type { LinkingSetupOptions, LinkingSetup } from './setup.ts'

const SETTINGS = `${ORIGIN}/settings`
const signInPage = (callbackUrl: string, error: string): string =>
  `${ORIGIN}/auth/signin?${new URLSearchParams({ callbackUrl, error })}`
const AGAIN = signInPage(SETTINGS, 'ReauthenticationRequired')
const ACCOUNT = `${ORIGIN}/auth/account`

const sessionIs = { user: { name: 'Ann' } }

/** What is true of linking over any adapter of ours. */
export const linkingRules = (open: () => { readonly adapter: Adapter; readonly provider: TestProvider }): void => {
  const setup = (config: LinkingSetupOptions['config'] = {}): LinkingSetup => setUpLinking({ ...open(), config })

  describe.each(['database', 'jwt'] as const)('with %s sessions', (strategy) => {
    const own = { session: { strategy } }

    test('whoever has just signed in gets an account added', async () => {
      const it = setup(own)
      const { browser: visitor, user } = await signUp(it)
      const more = newProviderUser()
      expect(await signInAt(it, visitor, 'ob', more)).toBe(SETTINGS)
      expect(await userIdOf(it, 'ob', more)).toBe(await userIdOf(it, 'oa', user))
      expect(await visitor.session()).toMatchObject(sessionIs)
    })

    test('whoever signed in long ago gets none, is asked to sign in and then comes back to get it', async () => {
      const it = setup(own)
      const { browser: visitor, user } = await signUp(it)
      it.clock.forward(901)
      const more = newProviderUser()
      expect(await signInAt(it, visitor, 'ob', more)).toBe(AGAIN)
      expect(await userIdOf(it, 'ob', more)).toBeUndefined()
      expect(await visitor.session()).toMatchObject(sessionIs)
      expect(it.events).toHaveLength(1)
      expect(await signInAt(it, visitor, 'oa', user)).toBe(SETTINGS)
      expect(await signInAt(it, visitor, 'ob', more)).toBe(SETTINGS)
      expect(await userIdOf(it, 'ob', more)).toBe(await userIdOf(it, 'oa', user))
    })

    test('a sign-in by mail counts as well', async () => {
      const it = setup(own)
      const { browser: visitor, user } = await signUp(it)
      it.clock.forward(901)
      await signInByMail(it, visitor, user.email)
      // The provider had not proven the address, so whoever claimed it by the provider loses that way in.
      expect(it.events.map(([name]) => name)).toEqual(['linkAccount', 'unlinkAccount'])
      const more = newProviderUser()
      expect(await signInAt(it, visitor, 'ob', more)).toBe(SETTINGS)
      expect(await userIdOf(it, 'ob', more)).toEqual(expect.any(String))
    })

    test('a stolen session can neither add a way in nor take one away', async () => {
      const it = setup(own)
      const { browser: visitor, user } = await signUp(it)
      const [passkey, more] = [new Passkey(), newProviderUser()]
      await signInAt(it, visitor, 'ob', more)
      await register(visitor, passkey)
      const before = await signInMethodsOf(it, 'oa', user)
      expect(before).toMatchObject({ accounts: ['oa', 'ob', 'passkey'], passkeys: [expect.any(String)] })
      const attacker = copySessionCookies(it, visitor)
      expect(await attacker.session()).toMatchObject(sessionIs)
      expect(await signInAt(it, attacker, 'oc', newProviderUser())).toBe(AGAIN)
      expect(location(await unlink(attacker, 'ob', more))).toBe(signInPage(ACCOUNT, 'ReauthenticationRequired'))
      expect(await fetchOptions(attacker, { action: 'register' })).toMatchObject({
        status: 401,
        error: 'ReauthenticationRequired',
      })
      const credentialId = passkey.id.toString('base64url')
      const deleted = await attacker.post('/auth/account', { action: 'passkey-delete', credentialId })
      expect(location(deleted)).toBe(signInPage(ACCOUNT, 'ReauthenticationRequired'))
      expect(await signInMethodsOf(it, 'oa', user)).toEqual(before)
    })
  })

  test('what counts is the moment when the person leaves for the provider', async () => {
    const it = setup()
    const { browser: visitor, user } = await signUp(it)
    it.clock.forward(850)
    const [first, second] = [newProviderUser(), newProviderUser()]
    const inTime = await startSignIn(visitor, 'ob')
    it.clock.forward(100)
    const tooLate = await startSignIn(visitor, 'oc')
    expect(await finishSignIn(it, visitor, inTime, first)).toBe(SETTINGS)
    await signInAt(it, visitor, 'oa', user)
    expect(await finishSignIn(it, visitor, tooLate, second)).toBe(AGAIN)
    expect(await signInMethodsOf(it, 'oa', user)).toMatchObject({ accounts: ['oa', 'ob'] })
  })

  test('adding an account proves nothing anew', async () => {
    const it = setup()
    const { browser: visitor, user } = await signUp(it)
    it.clock.forward(600)
    await signInAt(it, visitor, 'ob', newProviderUser())
    it.clock.forward(301)
    expect(await signInAt(it, visitor, 'oc', newProviderUser())).toBe(AGAIN)
    expect(await signInMethodsOf(it, 'oa', user)).toMatchObject({ accounts: ['oa', 'ob'] })
  })

  test('somebody else’s sign-in in the same browser does not count', async () => {
    const it = setup()
    const { browser: ann, user } = await signUp(it)
    const { browser: bob } = await signUp(it)
    const attacker = copySessionCookies(it, ann)
    for (const [name, value] of bob.cookies) if (name.endsWith('.recent')) attacker.cookies.set(name, value)
    expect(await signInAt(it, attacker, 'ob', newProviderUser())).toBe(AGAIN)
    expect(await signInMethodsOf(it, 'oa', user)).toMatchObject({ accounts: ['oa'] })
  })

  test('a browser that changed hands on the way gets nothing added, recent as both sign-ins are', async () => {
    const it = setup()
    const { browser: ann, user } = await signUp(it)
    const { browser: bob, user: other } = await signUp(it)
    const url = await startSignIn(ann, 'ob')
    for (const [name, value] of bob.cookies) ann.cookies.set(name, value)
    expect(await finishSignIn(it, ann, url, newProviderUser())).toBe(
      `${ORIGIN}/auth/signin?error=OAuthAccountNotLinked`,
    )
    expect(await signInMethodsOf(it, 'oa', user)).toMatchObject({ accounts: ['oa'] })
    expect(await signInMethodsOf(it, 'oa', other)).toMatchObject({ accounts: ['oa'] })
  })

  test('an answer in another browser adds nothing, even where the same person is signed in', async () => {
    const it = setup()
    const { browser: visitor, user } = await signUp(it)
    const other = it.browser()
    await signInAt(it, other, 'oa', user)
    const url = await startSignIn(visitor, 'ob')
    for (const browser of [other, it.browser()]) {
      expect(await finishSignIn(it, browser, url, newProviderUser())).toContain('error=InvalidCheck')
    }
    expect(await signInMethodsOf(it, 'oa', user)).toMatchObject({ accounts: ['oa'] })
  })

  test('an equal address that the owner trusts adds nothing to an old session', async () => {
    const { provider } = open()
    const trusting = provider.config({ id: 'ob', allowDangerousEmailAccountLinking: true })
    const it = setup({ providers: [provider.config({ id: 'oa' }), trusting] })
    const { browser: visitor, user } = await signUp(it)
    it.clock.forward(901)
    expect(await signInAt(it, visitor, 'ob', newProviderUser({ email: user.email }))).toBe(AGAIN)
    expect(await signInMethodsOf(it, 'oa', user)).toMatchObject({ accounts: ['oa'] })
  })

  test('nobody takes an account from somebody else, nor learns whether there is one', async () => {
    const it = setup()
    const { user: bob } = await signUp(it)
    const { browser: ann, user } = await signUp(it)
    const more = newProviderUser()
    await signInAt(it, ann, 'ob', more)
    expect(await signInAt(it, ann, 'oa', bob)).toBe(`${ORIGIN}/auth/signin?error=OAuthAccountNotLinked`)
    const answers = await Promise.all(
      [bob, newProviderUser()].map(async (other) => {
        const response = await unlink(ann, 'oa', other)
        return [response.status, await response.text()]
      }),
    )
    expect(answers[0]?.[0]).toBe(404)
    expect(answers[0]).toEqual(answers[1])
    expect(await signInMethodsOf(it, 'oa', bob)).toMatchObject({ accounts: ['oa'] })
    expect(await signInMethodsOf(it, 'oa', user)).toMatchObject({ accounts: ['oa', 'ob'] })
    expect((await unlink(ann, 'ob', user)).status).toBe(404)
  })

  test('of two people who add the same account at once one has it, and the other is told', async () => {
    const it = setup()
    for (let round = 0; round < 5; round += 1) {
      const people = [await signUp(it), await signUp(it)]
      const shared = newProviderUser()
      const left = await Promise.all(
        people.map(async ({ browser: visitor }) => ({ visitor, url: await startSignIn(visitor, 'ob') })),
      )
      const where = await Promise.all(left.map(({ visitor, url }) => finishSignIn(it, visitor, url, shared)))
      expect(where.toSorted()).toEqual([SETTINGS, `${ORIGIN}/auth/signin?error=OAuthAccountNotLinked`].toSorted())
      const owners = await Promise.all(people.map(({ user }) => userIdOf(it, 'oa', user)))
      expect(await userIdOf(it, 'ob', shared)).toBe(owners[where.indexOf(SETTINGS)])
    }
  })

  test('an account that is added while its user is deleted belongs to nobody', async () => {
    const it = setup()
    for (let round = 0; round < 5; round += 1) {
      const { browser: visitor, user } = await signUp(it)
      const more = newProviderUser()
      const userId = (await userIdOf(it, 'oa', user)) ?? ''
      const url = await startSignIn(visitor, 'ob')
      await Promise.all([finishSignIn(it, visitor, url, more), it.adapter.deleteUser?.(userId)])
      expect(await it.adapter.getUser?.(userId)).toBeNull()
      expect(await userIdOf(it, 'ob', more)).toBeUndefined()
      expect(await it.adapter.listAccounts?.(userId)).toEqual([])
    }
  })

  test('of two accounts that are taken away at once one is left', async () => {
    const it = setup()
    for (let round = 0; round < 10; round += 1) {
      const { browser: visitor, user } = await signUp(it)
      const more = newProviderUser()
      await signInAt(it, visitor, 'ob', more)
      const answers = await Promise.all([unlink(visitor, 'oa', user), unlink(visitor, 'ob', more)])
      const where = answers.map((answer) => location(answer))
      const left = [await userIdOf(it, 'oa', user), await userIdOf(it, 'ob', more)].filter((id) => id !== undefined)
      expect(left.length).toBeGreaterThan(0)
      expect(where.filter((to) => to === `${ACCOUNT}?done=unlinked`)).toHaveLength(2 - left.length)
    }
  })

  test('of an account and a passkey that are taken away at once one is left', async () => {
    const it = setup()
    for (let round = 0; round < 5; round += 1) {
      const { browser: visitor, user } = await signUp(it)
      const passkey = new Passkey()
      await register(visitor, passkey)
      const credentialId = passkey.id.toString('base64url')
      const deletePasskey = visitor.post('/auth/account', { action: 'passkey-delete', credentialId })
      const answers = await Promise.all([unlink(visitor, 'oa', user), deletePasskey])
      const done = answers.filter((answer) => location(answer).includes('done='))
      const account = await userIdOf(it, 'oa', user)
      const key = await it.adapter.getAuthenticator?.(passkey.id.toString('base64'))
      const passkeyAccount = await userIdOf(it, 'passkey', { ...user, id: passkey.id.toString('base64') })
      expect(key === null).toBe(passkeyAccount === undefined)
      const left = [account, passkeyAccount].filter((id) => id !== undefined)
      expect(left.length).toBeGreaterThan(0)
      expect(done).toHaveLength(2 - left.length)
    }
  })

  test('whoever takes an account away loses its tokens, and the application hears of it', async () => {
    const it = setup()
    const { browser: visitor, user } = await signUp(it)
    const more = newProviderUser()
    await signInAt(it, visitor, 'ob', more)
    expect(location(await unlink(visitor, 'ob', more))).toBe(`${ACCOUNT}?done=unlinked`)
    expect(await userIdOf(it, 'ob', more)).toBeUndefined()
    const [name, told] = it.events.at(-1) ?? []
    expect(name).toBe('unlinkAccount')
    expect(told).toMatchObject({
      user: { email: user.email.toLowerCase() },
      account: { provider: 'ob', providerAccountId: more.id, access_token: 'at-1' },
    })
    expect(location(await unlink(visitor, 'oa', user))).toBe(`${ORIGIN}/auth/error?error=AccessDenied`)
    expect((await unlink(visitor, 'ob', more)).status).toBe(404)
    expect(it.events.filter(([event]) => event === 'unlinkAccount')).toHaveLength(1)
  })
}
