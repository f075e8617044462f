import { afterAll, beforeAll, expect, test } from 'vitest'
import { callbackUrl, startProvider, type TestProvider } from '@authwright/test-kit/oauth-provider'
import { fullLocation, location, ORIGIN, type TestBrowser } from '@authwright/test-kit/auth-setup'
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
  store.accounts.push({ userId: 'user-1', type: 'oauth', provider: 'first', providerAccountId: 'ann-1' })
  return store
}

const signIn = async (visitor: TestBrowser, id: string, link = ''): Promise<string> => {
  const begun = await visitor.post(`/auth/signin/${id}`, { callbackUrl: '/settings', link })
  if (fullLocation(begun).startsWith(ORIGIN)) return location(begun)
  const back = new URL(callbackUrl(fullLocation(begun)))
  return location(await visitor.get(back.pathname + back.search))
}

test.each(['jwt', 'database'] as const)(
  'a user with a %s session of Auth.js can link another account after signing in again',
  async (strategy) => {
    const store = left()
    const providers = [provider.config(), provider.config({ id: 'first' })]
    const context = move({ adapter: new StoreAdapter(store), session: { strategy }, providers })
    const ann = context.browser(strategy === 'jwt' ? await signInWithAuthJs() : { [SECURE_NAME]: 'token' })
    const again = new URLSearchParams({ callbackUrl: `${ORIGIN}/settings`, error: 'ReauthenticationRequired' })
    expect(await signIn(ann, 'oa', 'true')).toBe(`${ORIGIN}/auth/signin?${again}`)
    expect(store.accounts).toHaveLength(1)
    expect(await signIn(ann, 'first')).toBe(`${ORIGIN}/settings`)
    expect(await signIn(ann, 'oa', 'true')).toBe(`${ORIGIN}/settings`)
    expect(store.users.size).toBe(1)
    expect(store.accounts[1]).toMatchObject({ userId: 'user-1', provider: 'oa', providerAccountId: 'ann-1' })
    expect(await ann.session()).toMatchObject({ user: { name: 'Ann' } })
    expect([...ann.cookies.keys()].filter((name) => name.includes('session'))).toStrictEqual([
      '__Host-authwright.session-token',
    ])
  },
)
