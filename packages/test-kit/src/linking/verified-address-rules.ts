import { describe, expect, test } from 'vitest'
import type { Adapter, AuthConfig, OAuth2Config, Profile, User } from '@authwright/core'
import { callbackUrl, type TestProvider } from '../oauth-provider.ts'
import { location, ORIGIN, setUpAuth, type TestBrowser } from '../auth-setup.ts'
import { newProviderUser, type ProviderUser } from './linking-setup.ts'

const SETTINGS = `${ORIGIN}/settings`
const REFUSED = `${ORIGIN}/auth/signin?error=OAuthAccountNotLinked`

const emailVerified = (profile: Profile): boolean => profile.email_verified === true

/** A site without mails: `lax` says nothing about addresses, `sure` and `other` say whether they verified them. */
const setUp = (adapter: Adapter, provider: TestProvider, strategy: 'database' | 'jwt', more: Partial<OAuth2Config>) => {
  const seen: [callback: string, email: unknown, emailVerified: unknown][] = []
  const note = (name: string, user: User & { emailVerified?: unknown }): void => {
    seen.push([name, user.email, user.emailVerified])
  }
  const config: Partial<AuthConfig> = {
    adapter,
    session: { strategy },
    providers: [
      provider.config({ id: 'lax' }),
      provider.config({ id: 'sure', emailVerified, ...more }),
      provider.config({ id: 'other', emailVerified }),
    ],
    callbacks: {
      signIn: ({ user }) => {
        note('signIn', user)
        return true
      },
      jwt: ({ token, user, trigger }) => {
        if (trigger === 'signIn' || trigger === 'signUp') note('jwt', user)
        return token
      },
    },
  }
  const context = setUpAuth(config)
  const signIn = async (browser: TestBrowser, id: string, user: ProviderUser): Promise<string> => {
    const url = location(await browser.post(`/auth/signin/${id}`, { callbackUrl: '/settings' }))
    provider.profile = user
    return location(await browser.get(callbackUrl(url)))
  }
  const userOf = async (id: string, user: ProviderUser) =>
    adapter.getUserByAccount?.({ provider: id, providerAccountId: user.id })
  return { ...context, adapter, seen, signIn, userOf }
}

const person = (more: Record<string, unknown>, email?: string): ProviderUser => {
  const user = newProviderUser(more)
  return email === undefined ? user : { ...user, email }
}

/** The rules about addresses that a provider verifies or not, for any adapter. */
export const verifiedAddressRules = (
  open: () => { readonly adapter: Adapter; readonly provider: TestProvider },
): void => {
  describe.each(['database', 'jwt'] as const)('with %s sessions', (strategy) => {
    const start = (more: Partial<OAuth2Config> = {}) => setUp(open().adapter, open().provider, strategy, more)
    const callbacks = strategy === 'jwt' ? ['signIn', 'jwt'] : ['signIn']

    test('an address that the provider calls unverified is neither stored nor shown', async () => {
      const { adapter, browser, seen, signIn, userOf } = start()
      const [visitor, eve] = [browser(), person({ email_verified: false })]
      expect(await signIn(visitor, 'sure', eve)).toBe(SETTINGS)
      expect(seen.map(([name, email, at]) => [name, email ?? null, at])).toEqual(
        callbacks.map((name) => [name, null, null]),
      )
      expect((await visitor.session())?.user).toMatchObject({ name: 'Ann' })
      expect((await visitor.session())?.user?.email ?? null).toBeNull()
      expect((await userOf('sure', eve))?.email ?? null).toBeNull()
      expect((await adapter.getUserByEmail?.(eve.email)) ?? null).toBeNull()
      expect(await signIn(browser(), 'sure', eve)).toBe(SETTINGS)
    })

    test('it is stored and shown as unverified if the entry has allowUnverifiedEmail', async () => {
      const { browser, seen, signIn, userOf } = start({ allowUnverifiedEmail: true })
      const [visitor, eve] = [browser(), person({ email_verified: false })]
      await signIn(visitor, 'sure', eve)
      expect(seen).toEqual(callbacks.map((name) => [name, eve.email, null]))
      expect((await visitor.session())?.user?.email).toBe(eve.email)
      expect(await userOf('sure', eve)).toMatchObject({ email: eve.email, emailVerified: null })
    })

    test('callbacks get an address as unverified if the provider says nothing', async () => {
      const { browser, seen, signIn } = start()
      const [visitor, ann] = [browser(), person({})]
      await signIn(visitor, 'lax', ann)
      expect(seen).toEqual(callbacks.map((name) => [name, ann.email, null]))
      expect((await visitor.session())?.user?.email).toBe(ann.email)
    })

    test('callbacks get the time at which an address was verified', async () => {
      const { browser, seen, signIn, clock } = start()
      const ann = person({ email_verified: true })
      const first = new Date(clock.now())
      await signIn(browser(), 'sure', ann)
      clock.forward(60)
      await signIn(browser(), 'sure', ann)
      expect(seen).toEqual([...callbacks, ...callbacks].map((name) => [name, ann.email, first]))
    })

    test('a user who verifies an address gets it from a user who never did', async () => {
      const { browser, signIn, userOf } = start()
      const [mallory, ann] = [person({}), person({ email_verified: true })]
      const [first, second] = [browser(), browser()]
      await signIn(first, 'lax', mallory)
      const own = { ...ann, email: mallory.email }
      expect(await signIn(second, 'sure', own)).toBe(SETTINGS)
      expect((await second.session())?.user?.email).toBe(mallory.email)
      const [before, after] = [await userOf('lax', mallory), await userOf('sure', own)]
      expect(before?.email ?? null).toBeNull()
      expect(after).toMatchObject({ email: mallory.email, emailVerified: expect.any(Date) })
      expect(after?.id).not.toBe(before?.id)
      expect((await first.session())?.user?.email ?? null).toBeNull()
      const again = browser()
      expect(await signIn(again, 'lax', mallory)).toBe(SETTINGS)
      expect((await again.session())?.user?.email ?? null).toBeNull()
    })

    test('an address is not taken from a user who verified it, nor for a user who did not', async () => {
      const { browser, signIn, userOf } = start()
      const ann = person({ email_verified: true })
      await signIn(browser(), 'sure', ann)
      for (const [id, claim] of [
        ['other', true],
        ['other', false],
        ['lax', undefined],
      ] as const)
        expect(await signIn(browser(), id, person({ email_verified: claim }, ann.email))).toBe(REFUSED)
      const lax = person({})
      await signIn(browser(), 'lax', lax)
      expect(await signIn(browser(), 'sure', person({ email_verified: false }, lax.email))).toBe(REFUSED)
      expect(await userOf('lax', lax)).toMatchObject({ email: lax.email })
      expect(await userOf('sure', ann)).toMatchObject({ email: ann.email })
    })

    test('of two users who verify an address at once, one gets it', async () => {
      const { adapter, browser, signIn, userOf } = start()
      const mallory = person({})
      await signIn(browser(), 'lax', mallory)
      const both = ['sure', 'other'].map((id) => [id, person({ email_verified: true }, mallory.email)] as const)
      const urls = await Promise.all(
        both.map(async ([id, user]) => {
          const visitor = browser()
          const url = location(await visitor.post(`/auth/signin/${id}`, { callbackUrl: '/settings' }))
          return { visitor, url, user }
        }),
      )
      // The provider sends one profile to both, so both accounts have the id of the first user.
      open().provider.profile = both[0]?.[1] ?? {}
      const ends = await Promise.all(
        urls.map(async ({ visitor, url }) => location(await visitor.get(callbackUrl(url)))),
      )
      expect(ends.toSorted()).toEqual([REFUSED, SETTINGS].toSorted())
      const owner = await adapter.getUserByEmail?.(mallory.email)
      expect(owner).toMatchObject({ emailVerified: expect.any(Date) })
      expect(owner?.id).not.toBe((await userOf('lax', mallory))?.id)
    })
  })
}
