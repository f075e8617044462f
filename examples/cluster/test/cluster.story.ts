import { openBrowser, type Browser, type Page } from '@gatehouse/testing'
import { type DatabaseServer, startPostgres, startRedis, whyNoRedis } from '@gatehouse/testing/databases'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Cluster, startCluster } from '../src/cluster.ts'

/** Databases of tests are made to be fast; this one is to keep what it has confirmed, as every other does. */
const keepWhatIsConfirmed = async (url: string): Promise<void> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(`alter database ${new URL(url).pathname.slice(1)} set synchronous_commit to on`)
  await client.end()
}

interface Stage {
  readonly cluster: Cluster
  /** What is stopped and crashes. */
  readonly database: DatabaseServer
  readonly close: () => Promise<void>
}

const overPostgres = async (): Promise<Stage> => {
  const database = await startPostgres()
  const url = await database.createDatabase()
  await keepWhatIsConfirmed(url)
  const cluster = await startCluster({ DATABASE_URL: url })
  return { cluster, database, close: () => database.close() }
}

const withRedis = async (): Promise<Stage> => {
  const [users, database] = await Promise.all([startPostgres(), startRedis()])
  const environment = { DATABASE_URL: await users.createDatabase(), REDIS_URL: await database.createDatabase() }
  const cluster = await startCluster(environment)
  return {
    cluster,
    database,
    close: async () => {
      await users.close()
      await database.close()
    },
  }
}

const stages = [
  ['PostgreSQL', overPostgres, () => null],
  ['PostgreSQL, with sessions in Redis', withRedis, whyNoRedis],
] as const

/** What a person does at the cluster's address. */
const peopleAt = (origin: string) => {
  /** Goes to the provider and says who one is there; what is left is the way back. */
  const leave = async (browser: Browser): Promise<void> => {
    await browser.post(`${origin}/auth/signin/local`, {}, { redirect: 'follow' })
  }

  const signIn = async (browser: Browser): Promise<void> => {
    await leave(browser)
    await browser.submit({}, { press: 'Ada', redirect: 'follow' })
  }

  const ask = (browser: Browser): Promise<Page> => browser.get(`${origin}/auth/session`)

  const whoIs = async (browser: Browser): Promise<unknown> =>
    ((await ask(browser)).json() as { user: { email: string } } | null)?.user.email

  const processOf = async (browser: Browser): Promise<number> =>
    Number((await browser.get(`${origin}/`)).headers.get('x-process'))

  return { open: (): Browser => openBrowser({ origin }), ask, leave, signIn, whoIs, processOf }
}

describe.each(stages)('three processes that share %s', (_what, start, whyNot) => {
  let stage: Stage
  let people: ReturnType<typeof peopleAt>
  const reason = whyNot()
  beforeEach(({ skip }) => skip(reason !== null, reason ?? ''))
  beforeAll(async () => {
    if (reason !== null) return
    stage = await start()
    people = peopleAt(stage.cluster.origin)
  })
  afterAll(async () => {
    if (reason !== null) return
    await stage.cluster.close()
    await stage.close()
  })

  test('know a session wherever it was made, and no browser sticks to one of them', async () => {
    const browser = people.open()
    await people.signIn(browser)
    const answered = new Set<number>()
    for (let i = 0; i < 9; i += 1) {
      answered.add(await people.processOf(browser))
      expect(await people.whoIs(browser)).toBe('ada@example.org')
    }
    expect([...answered].toSorted((a, b) => a - b)).toEqual(
      stage.cluster.servers.map(({ pid }) => pid).toSorted((a, b) => a - b),
    )
    // The others are the provider's.
    const own = browser.jar.list().filter(({ name }) => !name.startsWith('_'))
    expect(own.every(({ name }) => name.startsWith('gatehouse.'))).toBe(true)
  })

  test('end a session everywhere at once', async () => {
    const browser = people.open()
    await people.signIn(browser)
    const thief = people.open()
    thief.jar.store(
      `gatehouse.session-token=${browser.jar.value('gatehouse.session-token')}`,
      new URL(stage.cluster.origin),
    )
    expect(await people.whoIs(thief)).toBe('ada@example.org')
    await browser.post(`${stage.cluster.origin}/auth/signout`, {})
    for (let i = 0; i < 3; i += 1) expect(await people.whoIs(thief)).toBeUndefined()
  })

  test('let somebody arrive who left from a process that was killed since', async () => {
    const browser = people.open()
    await people.leave(browser)
    for (const server of stage.cluster.servers.slice(0, 2)) await server.end('SIGKILL')
    await browser.submit({}, { press: 'Ada', redirect: 'follow' })
    expect(await people.whoIs(browser)).toBe('ada@example.org')
    await Promise.all([stage.cluster.restart(0), stage.cluster.restart(1)])
    for (let i = 0; i < 3; i += 1) expect(await people.whoIs(browser)).toBe('ada@example.org')
  })

  test('are replaced one by one while somebody is signed in', async () => {
    const browser = people.open()
    await people.signIn(browser)
    for (const [place, server] of [...stage.cluster.servers].entries()) {
      await server.end('SIGTERM')
      expect(await people.whoIs(browser)).toBe('ada@example.org')
      await stage.cluster.restart(place)
      expect(await people.whoIs(browser)).toBe('ada@example.org')
    }
  })

  test.each(['stop', 'crash'] as const)('sign nobody out when the database is gone for a while (%s)', async (end) => {
    const browser = people.open()
    await people.signIn(browser)
    await stage.database[end]()
    for (let i = 0; i < 3; i += 1) {
      const page = await people.ask(browser)
      expect(page.status).toBe(503)
      expect(page.headers.getSetCookie()).toEqual([])
      expect((await browser.get(`${stage.cluster.origin}/`)).status).toBe(503)
    }
    await stage.database.start()
    // A client may take a moment to connect again; until then nobody is signed out either.
    const statuses = async (): Promise<number[]> => {
      const pages = [await people.ask(browser), await people.ask(browser), await people.ask(browser)]
      return pages.map(({ status }) => status)
    }
    await expect.poll(statuses, { timeout: 20_000 }).toEqual([200, 200, 200])
    for (let i = 0; i < 3; i += 1) expect(await people.whoIs(browser)).toBe('ada@example.org')
    await people.signIn(people.open())
  })
})
