import { type DatabaseServer, startPostgres } from '@authwright/test-kit/databases'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Outage, openOutage, PATIENCE } from './outage-site.ts'

const ADA = 'ada@example.org'

let server: DatabaseServer
beforeAll(async () => {
  server = await startPostgres()
})
afterAll(() => server.close())

let site: Outage
beforeEach(async () => {
  site = await openOutage(await server.createDatabase())
  return site.close
})

/** What a request came to, in milliseconds too. */
const timed = async <Value>(work: () => Promise<Value>): Promise<{ value: Value; took: number }> => {
  const began = performance.now()
  const value = await work()
  return { value, took: performance.now() - began }
}

describe('when all connections are taken', () => {
  test('a session check fails in bounded time, signs nobody out, and works when one is free', async () => {
    const browser = await site.enter(ADA)
    const cookie = site.cookieOf(browser)
    const release = await site.takeAll()
    const { value, took } = await timed(() => browser.get('/auth/session'))
    expect(value.status).toBe(503)
    expect(value.headers.getSetCookie()).toEqual([])
    expect(took).toBeLessThan(5 * PATIENCE)
    expect(site.errors()).toContain('SessionTokenError')
    release()
    expect((await browser.get('/auth/session')).json()).toMatchObject({ user: { email: ADA } })
    expect(site.cookieOf(browser)).toBe(cookie)
  })

  test.each(['getUserByAccount', 'transaction'] as const)(
    'a sign-in that waits at %s fails in bounded time, leaves nothing, and works when one is free',
    async (at) => {
      const { browser, answer } = await site.comeFromProvider(ADA)
      const taken = site.takeAllAt(at)
      const { value, took } = await timed(() => browser.get(answer))
      expect(value.location?.searchParams.get('error')).toBe('Configuration')
      expect(site.cookieOf(browser)).toBeUndefined()
      expect(took).toBeLessThan(5 * PATIENCE)
      expect(site.errors()).toContain('AdapterError')
      ;(await taken)()
      const back = await site.enter(ADA)
      expect((await back.get('/auth/session')).json()).toMatchObject({ user: { email: ADA } })
      expect(await site.rows()).toEqual({ users: 1, accounts: 1, sessions: 1 })
    },
  )
})

describe('when the connection of a first sign-in is cut', () => {
  const statements = [/^insert into "users"/, /^insert into "accounts"/, /^insert into "sessions"/, /^commit$/]

  test.each(statements)('once, before %s, the same attempt comes to its end', async (statement) => {
    const cuts = site.cutBefore(statement, 1)
    const browser = await site.enter(ADA)
    expect(cuts()).toBe(1)
    expect((await browser.get('/auth/session')).json()).toMatchObject({ user: { email: ADA } })
    expect(await site.rows()).toEqual({ users: 1, accounts: 1, sessions: 1 })
  })

  test.each(statements)('whenever it says %s, nothing is left, and the next attempt comes in', async (statement) => {
    const { browser, answer } = await site.comeFromProvider(ADA)
    const cuts = site.cutBefore(statement, 2)
    const page = await browser.get(answer)
    expect(cuts()).toBe(2)
    expect(page.location?.searchParams.get('error')).toBe('Configuration')
    expect(site.cookieOf(browser)).toBeUndefined()
    expect(await site.rows()).toEqual({ users: 0, accounts: 0, sessions: 0 })
    const back = await site.enter(ADA)
    expect((await back.get('/auth/session')).json()).toMatchObject({ user: { email: ADA } })
    expect(await site.rows()).toEqual({ users: 1, accounts: 1, sessions: 1 })
  })
})

describe('when the server can only be read', () => {
  test('sessions are read, nobody is signed out, nobody new comes in, and all works when it can be written', async () => {
    const browser = await site.enter(ADA)
    const cookie = site.cookieOf(browser)
    await site.makeReadOnly(true)
    const page = await browser.get('/auth/session')
    expect(page.json()).toMatchObject({ user: { email: ADA } })
    expect(page.headers.getSetCookie()).toEqual([])
    const { browser: stranger, answer } = await site.comeFromProvider('grace@example.org')
    const refused = await stranger.get(answer)
    expect(refused.location?.searchParams.get('error')).toBe('Configuration')
    expect(site.cookieOf(stranger)).toBeUndefined()
    expect(await site.rows()).toEqual({ users: 1, accounts: 1, sessions: 1 })

    await site.makeReadOnly(false)
    expect((await browser.get('/auth/session')).json()).toMatchObject({ user: { email: ADA } })
    expect(site.cookieOf(browser)).toBe(cookie)
    const back = await site.enter('grace@example.org')
    expect((await back.get('/auth/session')).json()).toMatchObject({ user: { email: 'grace@example.org' } })
    expect(await site.rows()).toEqual({ users: 2, accounts: 2, sessions: 2 })
  })

  test('a process that starts then reads sessions too', async () => {
    const browser = await site.enter(ADA)
    await site.makeReadOnly(true)
    site.restart()
    expect((await browser.get('/auth/session')).json()).toMatchObject({ user: { email: ADA } })
  })
})
