import { afterAll, beforeAll, expect, test } from 'vitest'
import { answerOf, startProvider } from '../support/provider.ts'
import type { TestProvider } from '../support/provider.ts'
import { fullLocation } from '../support/site.ts'
import { makeStore, StoreAdapter } from '../support/store.ts'
import { SECURE_NAME, signInWithAuthJs } from './authjs.ts'
import { inDays, move } from './moved.ts'

let provider: TestProvider
beforeAll(async () => {
  provider = await startProvider()
})
afterAll(() => provider.close())

const left = () => {
  const store = makeStore()
  store.users.set('user-1', { id: 'user-1', name: 'Ann', email: 'ann@old.example', emailVerified: null })
  store.sessions.set('token', { sessionToken: 'token', userId: 'user-1', expires: inDays(20) })
  return store
}

test.each(['jwt', 'database'] as const)(
  'a further account is linked to the person whom a %s session of Auth.js names',
  async (strategy) => {
    const store = left()
    const site = move({ adapter: new StoreAdapter(store), session: { strategy }, providers: [provider.config()] })
    const ann = site.browser(strategy === 'jwt' ? await signInWithAuthJs() : { [SECURE_NAME]: 'token' })
    const begun = await ann.post('/auth/signin/oa')
    const back = new URL(answerOf(fullLocation(begun)))
    const done = await ann.get(back.pathname + back.search)
    expect(fullLocation(done)).not.toContain('error')
    expect(store.users.size).toBe(1)
    expect(store.accounts).toMatchObject([{ userId: 'user-1', provider: 'oa', providerAccountId: 'ann-1' }])
    expect(await ann.session()).toMatchObject({ user: { name: 'Ann' } })
    expect([...ann.cookies.keys()].filter((name) => name.includes('session'))).toStrictEqual([
      '__Secure-gatehouse.session-token',
    ])
  },
)
