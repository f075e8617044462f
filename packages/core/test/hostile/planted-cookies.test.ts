import { describe, expect, test } from 'vitest'
import { createAuth } from '../../src/index.ts'
import { encode } from '../../src/jwt.ts'
import { ORIGIN, SECRET } from '../support/site.ts'
import { makeStore, StoreAdapter } from '../support/store.ts'

const NAME = '__Secure-gatehouse.session-token'

interface Subject {
  readonly ask: (...values: readonly string[]) => Promise<{ readonly name: unknown; readonly cookies: number }>
  readonly signOut: (...values: readonly string[]) => Promise<unknown>
  readonly ann: string
  readonly bob: string
  readonly calls: () => number
}

const asking = (auth: ReturnType<typeof createAuth>): Pick<Subject, 'ask' | 'signOut'> => {
  const headers = (values: readonly string[]) => ({ cookie: values.map((value) => `${NAME}=${value}`).join('; ') })
  return {
    ask: async (...values) => {
      const response = await auth.handle(new Request(`${ORIGIN}/auth/session`, { headers: headers(values) }))
      const session = (await response.json()) as { user: { name: unknown } } | null
      return { name: session?.user.name, cookies: response.headers.getSetCookie().length }
    },
    signOut: (...values) =>
      auth.handle(
        new Request(`${ORIGIN}/auth/signout`, { method: 'POST', headers: { ...headers(values), origin: ORIGIN } }),
      ),
  }
}

const inCookies = async (): Promise<Subject> => {
  const auth = createAuth({ providers: [], secret: SECRET, trustHost: true })
  const seal = (name: string) => encode({ token: { sub: name, name }, secret: SECRET, salt: NAME })
  return { ...asking(auth), ann: await seal('Ann'), bob: await seal('Bob'), calls: () => 0 }
}

const inDatabase = async (): Promise<Subject> => {
  const store = makeStore()
  for (const name of ['Ann', 'Bob']) {
    store.users.set(name, { id: name, name, email: `${name}@example.org`, emailVerified: null })
    store.sessions.set(name, { sessionToken: name, userId: name, expires: new Date(Date.now() + 30 * 86_400_000) })
  }
  const config = { providers: [], secret: SECRET, trustHost: true, adapter: new StoreAdapter(store) }
  const calls = () => store.trace.filter((call) => call === 'A.getSessionAndUser').length
  return { ...asking(createAuth(config)), ann: 'Ann', bob: 'Bob', calls }
}

describe.each([
  ['in cookies', inCookies],
  ['in a database', inDatabase],
])('a cookie planted beside the one of a session kept %s', (_where, make) => {
  test.each(['before', 'after'])('%s it signs nobody out', async (place) => {
    const { ask, ann } = await make()
    const rubbish = 'planted'
    expect((await ask(...(place === 'before' ? [rubbish, ann] : [ann, rubbish]))).name).toBe('Ann')
  })

  test('signs nobody in as whoever planted it: of two that are valid none is taken, and none taken away', async () => {
    const { ask, ann, bob } = await make()
    expect(await ask(bob, ann)).toEqual({ name: undefined, cookies: 0 })
    expect(await ask(ann, bob)).toEqual({ name: undefined, cookies: 0 })
  })

  test('one of too many is not looked for', async () => {
    const { ask, ann, calls } = await make()
    expect((await ask(ann, 'b', 'c', 'd', 'e')).name).toBeUndefined()
    expect(calls()).toBe(0)
  })

  test('twice the same value is one cookie', async () => {
    const { ask, ann, calls } = await make()
    expect((await ask(ann, ann)).name).toBe('Ann')
    expect(calls()).toBeLessThan(2)
  })

  test('and one of ours make no session of both, and a missing one none', async () => {
    const { ask } = await make()
    expect((await ask('a', 'b')).name).toBeUndefined()
  })
})

test('signing out ends the session beside which a cookie was planted', async () => {
  const { ask, signOut, ann } = await inDatabase()
  await signOut('planted', ann)
  expect((await ask(ann)).name).toBeUndefined()
})
