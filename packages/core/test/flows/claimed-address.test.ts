import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { memoryAdapter } from '@authwright/testing'
import { callbackUrl, startProvider } from '@authwright/test-kit/oauth-provider'
import type { TestProvider } from '@authwright/test-kit/oauth-provider'
import { location, setUpAuth } from '@authwright/test-kit/auth-setup'
import type { TestBrowser } from '@authwright/test-kit/auth-setup'

let provider: TestProvider
beforeAll(async () => void (provider = await startProvider()))
afterAll(() => provider.close())

const VICTIM = 'victim@example.org'

/** A site with a provider that believes any address, and one that proves them, to which the owner lets accounts be joined. */
const makeWorld = (proves: boolean | undefined) => {
  const adapter = memoryAdapter({})
  const emailVerified = () => proves === true
  const sure = provider.config({
    id: 'sure',
    allowDangerousEmailAccountLinking: true,
    ...(proves === undefined ? {} : { emailVerified }),
  })
  const context = setUpAuth({ providers: [provider.config({ id: 'lax' }), sure], adapter })
  const signIn = async (visitor: TestBrowser, id: string, person: string): Promise<string> => {
    const asked = location(await visitor.post(`/auth/signin/${id}`, { callbackUrl: '/members' }))
    provider.profile = { id: person, name: person, email: VICTIM }
    return location(await visitor.get(callbackUrl(asked)))
  }
  return { ...context, adapter, signIn }
}

describe('whoever claimed an address before its owner came', () => {
  test('is out when the owner comes in by a provider that proves it', async () => {
    const { browser, adapter, signIn } = makeWorld(true)
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

  test('loses nothing to a provider that proves nothing', async () => {
    const { browser, adapter, signIn } = makeWorld(undefined)
    const first = browser()
    await signIn(first, 'lax', 'ann')
    await signIn(browser(), 'sure', 'ann-2')
    expect(await first.session()).not.toBeNull()
    expect(adapter.state().accounts.size).toBe(2)
  })

  test('keeps everything once the address was proven', async () => {
    const { browser, adapter, signIn } = makeWorld(true)
    const first = browser()
    await signIn(first, 'lax', 'ann')
    const [user] = adapter.state().users.values()
    await adapter.updateUser({ id: user?.id ?? '', emailVerified: new Date() })
    await signIn(browser(), 'sure', 'ann-2')
    expect(await first.session()).not.toBeNull()
    expect(adapter.state().accounts.size).toBe(2)
  })
})
