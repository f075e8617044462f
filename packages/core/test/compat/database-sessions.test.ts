import { describe, expect, test } from 'vitest'
import type { AuthConfig } from '../../src/index.ts'
import { makeStore, StoreAdapter } from '../support/store.ts'
import { SECURE_NAME } from './authjs.ts'
import { DAY, inDays, move, OWN, today } from './moved.ts'

const TOKEN = '5d1c9a2e-7b1f-4f7e-9f0a-3c2b1a0d9e8f'

/** A database of Auth.js: it stores session tokens in clear. */
const left = (config: Partial<AuthConfig> = {}, days = 20) => {
  const store = makeStore()
  store.users.set('7', { id: '7', name: 'Ann', email: 'ann@example.org', emailVerified: null, image: null })
  store.sessions.set(TOKEN, { sessionToken: TOKEN, userId: '7', expires: inDays(days) })
  return { store, site: move({ adapter: new StoreAdapter(store), ...config }, { until: inDays(60) }) }
}

const old = { [SECURE_NAME]: TOKEN }

describe('a session of Auth.js in the database', () => {
  test('continues in our cookie, with its token and expiry', async () => {
    const { store, site: context } = left({ session: { updateAge: 30 * DAY } })
    const response = await context.browser(old).get('/auth/session')
    expect(await response.json()).toMatchObject({ user: { name: 'Ann' }, expires: inDays(20).toISOString() })
    expect(response.headers.getSetCookie()).toStrictEqual([
      `${SECURE_NAME}=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Lax`,
      `${OWN}=${TOKEN}; Path=/; Expires=${inDays(20).toUTCString()}; HttpOnly; Secure; SameSite=Lax`,
    ])
    expect(store.trace).toStrictEqual(['A.getSessionAndUser'])
  })

  test('needs one read and no write afterwards', async () => {
    const { store, site: context } = left({ session: { updateAge: 30 * DAY } })
    const ann = context.browser(old)
    await ann.session()
    store.trace.length = 0
    const again = await ann.get('/auth/session')
    expect(again.headers.getSetCookie()).toStrictEqual([])
    expect(store.trace).toStrictEqual(['A.getSessionAndUser'])
  })

  test('is renewed when it is due', async () => {
    const { store, site: context } = left()
    await context.browser(old).session()
    expect(store.sessions.get(TOKEN)?.expires).toStrictEqual(inDays(30))
  })

  test('is accepted from simultaneous and later requests with the old cookie', async () => {
    const { site: context } = left()
    const seen = await Promise.all(Array.from({ length: 20 }, () => context.browser(old).session()))
    expect(seen.every((session) => session?.user?.name === 'Ann')).toBe(true)
    expect(await context.browser(old).session()).not.toBeNull()
  })

  test('is over when it has expired, and row and cookies are removed', async () => {
    const { store, site: context } = left({}, 5)
    context.time.forward(5 * DAY)
    const ann = context.browser(old)
    expect(await ann.session()).toBeNull()
    expect(store.sessions.size).toBe(0)
    expect(ann.cookies.size).toBe(0)
  })

  test('is refused after the migration period', async () => {
    const { site: context } = left({}, 100)
    context.time.forward(60 * DAY)
    expect(await context.browser(old).session()).toBeNull()
  })

  test('ends at a sign-out, also for copies of its cookie', async () => {
    const { store, site: context } = left()
    const ann = context.browser(old)
    await ann.post('/auth/signout')
    expect(store.sessions.size).toBe(0)
    expect(ann.cookies.size).toBe(0)
    expect(await context.browser(old).session()).toBeNull()
  })

  test('and our own session of the same browser both end at a sign-out', async () => {
    const { store, site: context } = left()
    store.sessions.set('own', { sessionToken: 'own', userId: '7', expires: inDays(20) })
    await context.browser({ ...old, [OWN]: 'own' }).post('/auth/signout')
    expect(store.sessions.size).toBe(0)
  })

  test('is used only if there is no session of ours', async () => {
    const { store, site: context } = left()
    store.users.set('8', { id: '8', name: 'Bob', email: 'bob@example.org', emailVerified: null, image: null })
    store.sessions.set('own', { sessionToken: 'own', userId: '8', expires: new Date(today + 20 * DAY * 1000) })
    const browser = context.browser({ ...old, [OWN]: 'own' })
    expect(await browser.session()).toMatchObject({ user: { name: 'Bob' } })
    expect([...browser.cookies.keys()]).toStrictEqual([OWN])
  })

  test('is used when our session has ended', async () => {
    const { site: context } = left()
    const browser = context.browser({ ...old, [OWN]: 'gone' })
    expect(await browser.session()).toMatchObject({ user: { name: 'Ann' } })
    expect(browser.cookies.get(OWN)).toBe(TOKEN)
  })

  test('is kept while the database does not respond', async () => {
    const { store, site: context } = left()
    store.broken.add('getSessionAndUser')
    const response = await context.browser(old).get('/auth/session')
    expect(response.status).toBe(503)
    expect(response.headers.getSetCookie()).toStrictEqual([])
  })

  test('is replaced by a new sign-in', async () => {
    const password = {
      id: 'credentials',
      name: 'Password',
      type: 'credentials' as const,
      credentials: {},
      authorize: () => ({ id: '8' }),
    }
    const { store, site: context } = left({ providers: [password] })
    store.users.set('8', { id: '8', name: 'Bob', email: 'bob@example.org', emailVerified: null, image: null })
    const browser = context.browser(old)
    await browser.post('/auth/callback/credentials')
    expect([...browser.cookies.keys()].filter((name) => name.includes('session'))).toStrictEqual([OWN])
    expect(await browser.session()).toMatchObject({ user: { name: 'Bob' } })
  })

  test('needs no decode', async () => {
    const { site: context } = left({ jwt: { decode: () => null } })
    expect(await context.browser(old).session()).toMatchObject({ user: { name: 'Ann' } })
  })
})
