import { openBrowser, type Browser } from '@gatehouse/testing'
import { startPostgres } from '@gatehouse/testing/databases'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Cluster, startCluster } from '../src/cluster.ts'

/** Databases of tests are made to be fast; this one is to keep what it has confirmed, as every other does. */
const keepWhatIsConfirmed = async (url: string): Promise<void> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(`alter database ${new URL(url).pathname.slice(1)} set synchronous_commit to on`)
  await client.end()
}

let database: Awaited<ReturnType<typeof startPostgres>>
let cluster: Cluster
beforeAll(async () => {
  database = await startPostgres()
  const url = await database.createDatabase()
  await keepWhatIsConfirmed(url)
  cluster = await startCluster({ DATABASE_URL: url })
})
afterAll(async () => {
  await cluster.close()
  await database.close()
})

const open = (): Browser => openBrowser({ origin: cluster.origin })

/** Goes to the provider and says who one is there; what is left is the way back. */
const leave = async (browser: Browser): Promise<void> => {
  await browser.post(`${cluster.origin}/auth/signin/local`, {}, { redirect: 'follow' })
}

const signIn = async (browser: Browser): Promise<void> => {
  await leave(browser)
  await browser.submit({}, { press: 'Ada', redirect: 'follow' })
}

const whoIs = async (browser: Browser): Promise<unknown> =>
  ((await browser.get(`${cluster.origin}/auth/session`)).json() as { user: { email: string } } | null)?.user.email

const processOf = async (browser: Browser): Promise<number> =>
  Number((await browser.get(`${cluster.origin}/`)).headers.get('x-process'))

const pids = (): number[] => cluster.servers.map(({ pid }) => pid)

describe('three processes that share a database', () => {
  test('know a session wherever it was made, and no browser sticks to one of them', async () => {
    const browser = open()
    await signIn(browser)
    const answered = new Set<number>()
    for (let i = 0; i < 9; i += 1) {
      answered.add(await processOf(browser))
      expect(await whoIs(browser)).toBe('ada@example.org')
    }
    expect([...answered].toSorted((a, b) => a - b)).toEqual(pids().toSorted((a, b) => a - b))
    // The others are the provider's.
    const own = browser.jar.list().filter(({ name }) => !name.startsWith('_'))
    expect(own.every(({ name }) => name.startsWith('gatehouse.'))).toBe(true)
  })

  test('end a session everywhere at once', async () => {
    const browser = open()
    await signIn(browser)
    const thief = open()
    thief.jar.store(`gatehouse.session-token=${browser.jar.value('gatehouse.session-token')}`, new URL(cluster.origin))
    expect(await whoIs(thief)).toBe('ada@example.org')
    await browser.post(`${cluster.origin}/auth/signout`, {})
    for (let i = 0; i < 3; i += 1) expect(await whoIs(thief)).toBeUndefined()
  })

  test('let somebody arrive who left from a process that was killed since', async () => {
    const browser = open()
    await leave(browser)
    for (const server of cluster.servers.slice(0, 2)) await server.end('SIGKILL')
    await browser.submit({}, { press: 'Ada', redirect: 'follow' })
    expect(await whoIs(browser)).toBe('ada@example.org')
    await Promise.all([cluster.restart(0), cluster.restart(1)])
    for (let i = 0; i < 3; i += 1) expect(await whoIs(browser)).toBe('ada@example.org')
  })

  test('are replaced one by one while somebody is signed in', async () => {
    const browser = open()
    await signIn(browser)
    for (const [place, server] of [...cluster.servers].entries()) {
      await server.end('SIGTERM')
      expect(await whoIs(browser)).toBe('ada@example.org')
      await cluster.restart(place)
      expect(await whoIs(browser)).toBe('ada@example.org')
    }
  })

  test.each(['stop', 'crash'] as const)('sign nobody out when the database is gone for a while (%s)', async (end) => {
    const browser = open()
    await signIn(browser)
    await database[end]()
    for (let i = 0; i < 3; i += 1) {
      const page = await browser.get(`${cluster.origin}/auth/session`)
      expect(page.status).toBe(503)
      expect(page.headers.getSetCookie()).toEqual([])
      expect((await browser.get(`${cluster.origin}/`)).status).toBe(503)
    }
    await database.start()
    for (let i = 0; i < 3; i += 1) expect(await whoIs(browser)).toBe('ada@example.org')
    await signIn(open())
  })
})
