import { memoryAdapter } from '@authwright/testing'
import {
  linkAt,
  newProviderUser,
  setUpLinking,
  signUp,
  unlink,
  userIdOf,
} from '@authwright/test-kit/linking/linking-setup'
import { startProvider, type TestProvider } from '@authwright/test-kit/oauth-provider'
import { afterAll, beforeAll, expect, test } from 'vitest'

let provider: TestProvider
beforeAll(async () => {
  provider = await startProvider()
})
afterAll(() => provider.close())

test.each(['first', 'last'])(
  'without transactions, a thief who removes a method while all sessions are ended is signed out, who writes %s',
  async (thiefWrites) => {
    const { transaction: _none, ...memory } = memoryAdapter()
    const times: Date[] = []
    let endAll = async (): Promise<void> => undefined
    // The first call is the thief's. All sessions are ended during it.
    const revokeSessions = async (id: string, at: Date): Promise<void> => {
      times.push(at)
      const [thiefs = at] = times
      if (times.length > 1 || thiefWrites === 'first') await memory.revokeSessions(id, at)
      if (times.length === 1) await endAll()
      else if (times.length === 2 && thiefWrites === 'last') await memory.revokeSessions(id, thiefs)
    }
    const adapter = { ...memory, revokeSessions }
    const setup = setUpLinking({ adapter, provider, config: { session: { strategy: 'jwt' } } })
    const { browser: thief, user } = await signUp(setup)
    const other = newProviderUser()
    await linkAt(setup, thief, 'ob', other)
    const id = (await userIdOf(setup, 'oa', user)) ?? ''
    endAll = () => setup.auth.revokeSessions(id)
    await unlink(thief, 'ob', other)
    expect(times.length).toBeGreaterThan(1)
    expect((await thief.get('/auth/account')).status).toBe(302)
    setup.clock.forward(86_400)
    expect(await thief.session()).toBeNull()
  },
)
