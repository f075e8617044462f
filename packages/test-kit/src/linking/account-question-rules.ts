import { describe, expect, test } from 'vitest'
import type { Adapter } from '@authwright/core'
import { fullLocation, ORIGIN, type TestBrowser } from '../auth-setup.ts'
import { callbackUrl, type TestProvider } from '../oauth-provider.ts'
import { choose, CHOOSE, readQuestion } from './account-question.ts'
import {
  finishSignIn,
  newProviderUser,
  setUpLinking,
  signInAt,
  signInMethodsOf,
  signUp,
  startSignIn,
  unlink,
  userIdOf,
  type LinkingSetup,
  type LinkingSetupOptions,
} from './linking-setup.ts'

const SETTINGS = `${ORIGIN}/settings`

const emailOf = async (browser: TestBrowser): Promise<string | null | undefined> =>
  (await browser.session())?.user?.email

/** The rules for a signed-in user who returns from a provider with another account, for any adapter. */
export const accountQuestionRules = (
  open: () => { readonly adapter: Adapter; readonly provider: TestProvider },
  strategies: readonly ('database' | 'jwt')[] = ['database', 'jwt'],
): void => {
  describe.each(strategies)('a signed-in user who returns with another account (%s sessions)', (strategy) => {
    const setUp = (config: LinkingSetupOptions['config'] = {}): LinkingSetup =>
      setUpLinking({ ...open(), config: { session: { strategy }, ...config } })

    /** Ann is signed in. Her browser returns from a provider with an account that no user has. */
    const returnWithNewAccount = async (config?: LinkingSetupOptions['config']) => {
      const setup = setUp(config)
      const { browser, user: ann } = await signUp(setup)
      const other = newProviderUser({ name: 'Bea' })
      expect(await signInAt(setup, browser, 'ob', other)).toBe(CHOOSE)
      return { setup, browser, ann, other }
    }

    const expectUnchanged = async ({
      setup,
      browser,
      ann,
      other,
    }: Awaited<ReturnType<typeof returnWithNewAccount>>) => {
      expect(await emailOf(browser)).toBe(ann.email)
      expect(await userIdOf(setup, 'ob', other)).toBeUndefined()
      expect(await setup.adapter.getUserByEmail?.(other.email)).toBeNull()
      expect(setup.events).toHaveLength(1)
    }

    test('is asked on a page that names both users, and nothing changes', async () => {
      const scene = await returnWithNewAccount()
      const { text, buttons } = await readQuestion(scene.browser)
      const { ann, other } = scene
      const named = `${other.email} (OB ${other.id})`
      expect(text).toContain(`You are signed in as ${ann.email}. You came back from OB as ${named}.`)
      // The main button is the first one.
      expect(Object.entries(buttons)).toEqual([
        ['stay', `Stay signed in as ${ann.email}`],
        ['connect', `Connect OB to ${ann.email}`],
        ['sign-in', `Sign in as ${named}`],
      ])
      await expectUnchanged(scene)
    })

    test('can sign in as the other user', async () => {
      const { setup, browser, ann, other } = await returnWithNewAccount()
      expect(await choose(browser, 'sign-in')).toBe(SETTINGS)
      expect(await emailOf(browser)).toBe(other.email)
      expect(await signInMethodsOf(setup, 'oa', ann)).toMatchObject({ accounts: ['oa'] })
      expect(await signInMethodsOf(setup, 'ob', other)).toMatchObject({ accounts: ['ob'] })
      expect([...browser.cookies.keys()].filter((name) => name.includes('pending-sign-in'))).toEqual([])
    })

    test('can connect the account to the current user', async () => {
      const { setup, browser, ann, other } = await returnWithNewAccount()
      expect(await choose(browser, 'connect')).toBe(SETTINGS)
      expect(await emailOf(browser)).toBe(ann.email)
      expect(await signInMethodsOf(setup, 'ob', other)).toMatchObject({ accounts: ['oa', 'ob'] })
      expect(await userIdOf(setup, 'ob', other)).toBe(await userIdOf(setup, 'oa', ann))
      expect(setup.events.map(([name]) => name)).toEqual(['linkAccount', 'linkAccount'])
    })

    test('can stay signed in', async () => {
      const scene = await returnWithNewAccount()
      expect(await choose(scene.browser, 'stay')).toBe(SETTINGS)
      await expectUnchanged(scene)
    })

    test.each(['sign-in', 'connect', 'stay'] as const)(
      'chooses once: after "%s", a copy of the cookies signs in no user',
      async (choice) => {
        const { setup, browser, other } = await returnWithNewAccount()
        const copy = browser.copy()
        const page = await readQuestion(browser)
        await choose(browser, choice, page)
        await unlink(browser, 'ob', other)
        const userId = await userIdOf(setup, 'ob', other)
        setup.clock.forward(600)
        await choose(copy, 'sign-in', page)
        expect(await emailOf(copy)).not.toBe(other.email)
        expect(await userIdOf(setup, 'ob', other)).toBe(userId)
      },
    )

    test('is not offered to connect the account of another user, but to sign in as that user', async () => {
      const setup = setUp()
      const { user: bob } = await signUp(setup)
      const { browser, user: ann } = await signUp(setup)
      expect(await signInAt(setup, browser, 'oa', { ...bob, email: 'another@example.org' })).toBe(CHOOSE)
      const page = await readQuestion(browser)
      expect(page.text).toContain(`You came back from OA as another@example.org (OA ${bob.id}).`)
      expect(Object.entries(page.buttons)).toEqual([
        ['stay', `Stay signed in as ${ann.email}`],
        ['sign-in', `Sign in as ${bob.email} (OA ${bob.id})`],
      ])
      expect(await choose(browser, 'connect', page)).toBe(CHOOSE)
      expect(await signInMethodsOf(setup, 'oa', ann)).toMatchObject({ accounts: ['oa'] })
      expect(await choose(browser, 'sign-in', page)).toBe(SETTINGS)
      expect(await emailOf(browser)).toBe(bob.email)
    })

    test('can only connect an account with the address of the current user', async () => {
      const setup = setUp()
      const { browser, user: ann } = await signUp(setup)
      const other = newProviderUser({ email: ann.email })
      expect(await signInAt(setup, browser, 'ob', other)).toBe(CHOOSE)
      const page = await readQuestion(browser)
      expect(Object.keys(page.buttons)).toEqual(['stay', 'connect'])
      expect(await choose(browser, 'sign-in', page)).toBe(CHOOSE)
      expect(await userIdOf(setup, 'ob', other)).toBeUndefined()
      expect(await choose(browser, 'connect', page)).toBe(SETTINGS)
      expect(await userIdOf(setup, 'ob', other)).toBe(await userIdOf(setup, 'oa', ann))
    })

    test('is not asked if the account is their own', async () => {
      const setup = setUp()
      const { browser, user: ann } = await signUp(setup)
      expect(await signInAt(setup, browser, 'oa', ann)).toBe(SETTINGS)
      expect(await emailOf(browser)).toBe(ann.email)
      expect(setup.events).toHaveLength(1)
    })

    test('is asked about an attempt that an attacker injected, and cannot connect its account', async () => {
      const setup = setUp()
      const { browser: victim, user: ann } = await signUp(setup)
      const attacker = setup.browser()
      const url = callbackUrl(await startSignIn(attacker, 'ob'))
      for (const [name, value] of attacker.cookies) victim.cookies.set(name, value)
      const mallory = newProviderUser({ name: 'Mallory' })
      setup.provider.profile = mallory
      expect((await victim.get(url)).headers.get('location')).toBe(CHOOSE)
      const page = await readQuestion(victim)
      const named = `${mallory.email} (OB ${mallory.id})`
      expect(page.text).toContain(`You are signed in as ${ann.email}. You came back from OB as ${named}.`)
      expect(Object.keys(page.buttons)).toEqual(['stay', 'sign-in'])
      expect(await choose(victim, 'connect', page)).toBe(CHOOSE)
      expect(await emailOf(victim)).toBe(ann.email)
      expect(await userIdOf(setup, 'ob', mallory)).toBeUndefined()
    })

    test('leaves no question to the next user of the browser', async () => {
      for (const choice of ['sign-in', 'connect', 'stay'] as const) {
        const { setup, browser, other } = await returnWithNewAccount()
        const page = await readQuestion(browser)
        const { browser: bobs, user: bob } = await signUp(setup)
        for (const [name, value] of bobs.cookies) browser.cookies.set(name, value)
        expect(fullLocation(await browser.get('/auth/choose-account'))).toBe(`${ORIGIN}/`)
        expect(await choose(browser, choice, page)).toBe(`${ORIGIN}/`)
        expect(await userIdOf(setup, 'ob', other)).toBeUndefined()
        expect(await emailOf(browser)).toBe(bob.email)
      }
    })

    test('takes the question away when the user signs out', async () => {
      const { browser } = await returnWithNewAccount()
      await browser.post('/auth/signout')
      expect([...browser.cookies.keys()].filter((name) => name.includes('pending-sign-in'))).toEqual([])
    })

    test('who signed in long ago must sign in again before connecting, and then returns to the question', async () => {
      const setup = setUp()
      const { browser, user: ann } = await signUp(setup)
      setup.clock.forward(901)
      const other = newProviderUser()
      expect(await signInAt(setup, browser, 'ob', other)).toBe(CHOOSE)
      const again = new URLSearchParams({ callbackUrl: CHOOSE, error: 'ReauthenticationRequired' })
      expect(await choose(browser, 'connect')).toBe(`${ORIGIN}/auth/signin?${again}`)
      expect(await userIdOf(setup, 'ob', other)).toBeUndefined()
      const url = await startSignIn(browser, 'oa', { callbackUrl: CHOOSE })
      expect(await finishSignIn(setup, browser, url, ann)).toBe(CHOOSE)
      expect(await choose(browser, 'connect')).toBe(SETTINGS)
      expect(await userIdOf(setup, 'ob', other)).toBe(await userIdOf(setup, 'oa', ann))
    })

    test('is asked by the link of a mail too, on a page that names both', async () => {
      const setup = setUp()
      const { browser, user: ann } = await signUp(setup)
      const attacker = setup.browser()
      const { email } = newProviderUser()
      await attacker.post('/auth/signin/mail', { email })
      // The attacker injects the cookie of the request too, so that the link seems to be requested here.
      for (const [name, value] of attacker.cookies) browser.cookies.set(name, value)
      const html = await (await browser.get(setup.mails.at(-1)?.url ?? '')).text()
      expect(html.replaceAll(/<[^>]*>/g, '')).toContain(email)
      expect(html.replaceAll(/<[^>]*>/g, '')).toContain(`You will be signed out as ${ann.email} in this browser.`)
      expect(await emailOf(browser)).toBe(ann.email)
    })
  })
}
