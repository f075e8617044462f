import { type DatabaseServer, startPostgres } from '@authwright/test-kit/databases'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Outage, openOutage, TIMEOUT } from './outage-application.ts'

const ADA = 'ada@example.org'

let server: DatabaseServer
beforeAll(async () => {
  server = await startPostgres()
})
afterAll(() => server.close())

let application: Outage
beforeEach(async () => {
  application = await openOutage(await server.createDatabase())
  return application.close
})

/** Measures the duration of work in milliseconds. */
const timed = async <Value>(work: () => Promise<Value>): Promise<{ value: Value; took: number }> => {
  const began = performance.now()
  const value = await work()
  return { value, took: performance.now() - began }
}

describe('when all connections are taken', () => {
  test('a session check fails after the timeout, keeps the cookie, and works when one is free', async () => {
    const browser = await application.signIn(ADA)
    const cookie = application.cookieOf(browser)
    const release = await application.takeAll()
    const { value, took } = await timed(() => browser.get('/auth/session'))
    expect(value.status).toBe(503)
    expect(value.headers.getSetCookie()).toEqual([])
    expect(took).toBeLessThan(5 * TIMEOUT)
    expect(application.errors()).toContain('SessionTokenError')
    release()
    expect((await browser.get('/auth/session')).json()).toMatchObject({ user: { email: ADA } })
    expect(application.cookieOf(browser)).toBe(cookie)
  })

  test.each(['getUserByAccount', 'transaction'] as const)(
    'a sign-in that waits at %s fails after the timeout, stores nothing, and works when one is free',
    async (at) => {
      const { browser, callback } = await application.prepareCallback(ADA)
      const taken = application.takeAllAt(at)
      const { value, took } = await timed(() => browser.get(callback))
      expect(value.location?.searchParams.get('error')).toBe('Configuration')
      expect(application.cookieOf(browser)).toBeUndefined()
      expect(took).toBeLessThan(5 * TIMEOUT)
      expect(application.errors()).toContain('AdapterError')
      ;(await taken)()
      const next = await application.signIn(ADA)
      expect((await next.get('/auth/session')).json()).toMatchObject({ user: { email: ADA } })
      expect(await application.rows()).toEqual({ users: 1, accounts: 1, sessions: 1 })
    },
  )
})

describe('when the connection of a first sign-in is cut', () => {
  const statements = [/^insert into "users"/, /^insert into "accounts"/, /^insert into "sessions"/, /^commit$/]

  test.each(statements)('once before %s, the sign-in is completed', async (statement) => {
    const cuts = application.cutBefore(statement, 1)
    const browser = await application.signIn(ADA)
    expect(cuts()).toBe(1)
    expect((await browser.get('/auth/session')).json()).toMatchObject({ user: { email: ADA } })
    expect(await application.rows()).toEqual({ users: 1, accounts: 1, sessions: 1 })
  })

  test.each(statements)('each time before %s, nothing is stored, and the next sign-in succeeds', async (statement) => {
    const { browser, callback } = await application.prepareCallback(ADA)
    const cuts = application.cutBefore(statement, 2)
    const page = await browser.get(callback)
    expect(cuts()).toBe(2)
    expect(page.location?.searchParams.get('error')).toBe('Configuration')
    expect(application.cookieOf(browser)).toBeUndefined()
    expect(await application.rows()).toEqual({ users: 0, accounts: 0, sessions: 0 })
    const next = await application.signIn(ADA)
    expect((await next.get('/auth/session')).json()).toMatchObject({ user: { email: ADA } })
    expect(await application.rows()).toEqual({ users: 1, accounts: 1, sessions: 1 })
  })
})

describe('when the database is read-only', () => {
  test('sessions are read and kept, new sign-ins fail, and everything works when it is writable again', async () => {
    const browser = await application.signIn(ADA)
    const cookie = application.cookieOf(browser)
    await application.makeReadOnly(true)
    const page = await browser.get('/auth/session')
    expect(page.json()).toMatchObject({ user: { email: ADA } })
    expect(page.headers.getSetCookie()).toEqual([])
    const { browser: stranger, callback } = await application.prepareCallback('grace@example.org')
    const refused = await stranger.get(callback)
    expect(refused.location?.searchParams.get('error')).toBe('Configuration')
    expect(application.cookieOf(stranger)).toBeUndefined()
    expect(await application.rows()).toEqual({ users: 1, accounts: 1, sessions: 1 })

    await application.makeReadOnly(false)
    expect((await browser.get('/auth/session')).json()).toMatchObject({ user: { email: ADA } })
    expect(application.cookieOf(browser)).toBe(cookie)
    const next = await application.signIn('grace@example.org')
    expect((await next.get('/auth/session')).json()).toMatchObject({ user: { email: 'grace@example.org' } })
    expect(await application.rows()).toEqual({ users: 2, accounts: 2, sessions: 2 })
  })

  test('a process that starts then reads sessions', async () => {
    const browser = await application.signIn(ADA)
    await application.makeReadOnly(true)
    application.restart()
    expect((await browser.get('/auth/session')).json()).toMatchObject({ user: { email: ADA } })
  })
})
