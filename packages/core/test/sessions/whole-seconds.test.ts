import { memoryAdapter } from '@authwright/testing'
import { setUpAuth } from '@authwright/test-kit/auth-setup'
import { linkAt, newProviderUser, setUpLinking, signUp, unlink } from '@authwright/test-kit/linking/linking-setup'
import { startProvider, type TestProvider } from '@authwright/test-kit/oauth-provider'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const DAY = 86_400
const session = { strategy: 'jwt' } as const
const bob = { id: 'bob', name: 'Bob', email: 'bob@example.org', emailVerified: new Date(0) }

let provider: TestProvider
beforeAll(async () => {
  provider = await startProvider()
})
afterAll(() => provider.close())

/** A database whose column stores whole seconds. */
const adapterOf = (round: (seconds: number) => number) => {
  const { transaction: _transaction, ...memory } = memoryAdapter()
  const revokeSessions = (id: string, at: Date) =>
    memory.revokeSessions(id, new Date(round(at.getTime() / 1000) * 1000))
  return { ...memory, revokeSessions }
}

describe('where the database stores the time of a revocation in whole seconds', () => {
  test('a second revocation in the same second ends a session that began between them', async () => {
    const adapter = adapterOf(Math.floor)
    await adapter.createUser(bob)
    const password = { id: 'password', name: 'P', type: 'credentials', credentials: {}, authorize: () => bob } as const
    const { auth, browser, clock } = setUpAuth({ adapter, providers: [password], session })
    clock.forward(0.1)
    await auth.revokeSessions('bob')
    clock.forward(0.2)
    const thief = browser()
    await thief.post('/auth/callback/password')
    clock.forward(0.4)
    await auth.revokeSessions('bob')
    clock.forward(DAY)
    expect(await thief.session()).toBeNull()
  })

  test('a user who removes a sign-in method stays signed in', async () => {
    const setup = setUpLinking({ adapter: adapterOf(Math.round), provider, config: { session } })
    setup.clock.forward(0.6)
    const { browser, user } = await signUp(setup)
    const other = newProviderUser()
    await linkAt(setup, browser, 'ob', other)
    await unlink(browser, 'ob', other)
    setup.clock.forward(DAY)
    expect((await browser.session())?.user?.email).toBe(user.email)
  })
})
