import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { memoryAdapter } from '@authwright/testing'
import { callbackUrl, startProvider, type TestProvider } from '@authwright/test-kit/oauth-provider'
import { location, setUpAuth, type TestBrowser } from '@authwright/test-kit/auth-setup'

let provider: TestProvider
beforeAll(async () => void (provider = await startProvider()))
afterAll(() => provider.close())

const VICTIM = 'victim@example.org'

/** A site with a provider with unverified addresses, and one that may verify them and allows linking by address. */
const setUp = (verifies: boolean | undefined) => {
  const adapter = memoryAdapter({})
  const emailVerified = () => verifies === true
  const sure = provider.config({
    id: 'sure',
    allowDangerousEmailAccountLinking: true,
    ...(verifies === undefined ? {} : { emailVerified }),
  })
  const context = setUpAuth({ providers: [provider.config({ id: 'lax' }), sure], adapter })
  const signIn = async (visitor: TestBrowser, id: string, person: string): Promise<string> => {
    const authorizationUrl = location(await visitor.post(`/auth/signin/${id}`, { callbackUrl: '/members' }))
    provider.profile = { id: person, name: person, email: VICTIM }
    return location(await visitor.get(callbackUrl(authorizationUrl)))
  }
  return { ...context, adapter, signIn }
}

describe('a user who signed up with an unverified address', () => {
  test('is signed out when another user signs in by a provider that verifies it', async () => {
    const { browser, adapter, signIn } = setUp(true)
    const [attacker, victim] = [browser(), browser()]
    await signIn(attacker, 'lax', 'attacker')
    expect(await attacker.session()).not.toBeNull()

    await signIn(victim, 'sure', 'victim')
    expect((await victim.session())?.user?.email).toBe(VICTIM)
    expect(await attacker.session()).toBeNull()
    expect(await signIn(browser(), 'lax', 'attacker')).toContain('error=OAuthAccountNotLinked')
    const [user] = adapter.state().users.values()
    expect(user?.emailVerified).toBeInstanceOf(Date)
    expect(adapter.state().users.size).toBe(1)
  })

  test('keeps everything when a provider does not verify it', async () => {
    const { browser, adapter, signIn } = setUp(undefined)
    const first = browser()
    await signIn(first, 'lax', 'ann')
    await signIn(browser(), 'sure', 'ann-2')
    expect(await first.session()).not.toBeNull()
    expect(adapter.state().accounts.size).toBe(2)
  })

  test('keeps everything if the address was verified before', async () => {
    const { browser, adapter, signIn } = setUp(true)
    const first = browser()
    await signIn(first, 'lax', 'ann')
    const [user] = adapter.state().users.values()
    await adapter.updateUser({ id: user?.id ?? '', emailVerified: new Date() })
    await signIn(browser(), 'sure', 'ann-2')
    expect(await first.session()).not.toBeNull()
    expect(adapter.state().accounts.size).toBe(2)
  })
})
