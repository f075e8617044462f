import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { cutOff } from './cut-off.ts'
import { peopleAt, type Stage, stages } from './stage.ts'

describe.each(stages)('three processes that share %s', (_what, databases, start, whyNot) => {
  let stage: Stage
  let people: ReturnType<typeof peopleAt>
  const reason = whyNot()
  beforeEach(({ skip }) => skip(reason !== null, reason ?? ''))
  beforeAll(async () => {
    if (reason !== null) return
    stage = await start({ GRACE: '500' })
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
    expect(own.every(({ name }) => name.startsWith('authwright.'))).toBe(true)
  })

  test('end a session everywhere at once', async () => {
    const browser = people.open()
    await people.signIn(browser)
    const thief = people.open()
    thief.jar.store(
      `authwright.session-token=${browser.jar.value('authwright.session-token')}`,
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

  cutOff(() => stage)

  test('remove rows whose time is over when they start', async () => {
    const client = new pg.Client({ connectionString: stage.usersUrl })
    await client.connect()
    await client.query(
      `insert into verification_tokens (identifier, "tokenHash", expires)
        select 'a@b.test', 'over ' || n, now() - interval '1 hour' from generate_series(1, 2500) n`,
    )
    const left = async () => (await client.query(`select 1 from verification_tokens where expires < now()`)).rowCount
    expect(await left()).toBe(2500)
    await stage.cluster.servers[0]?.end('SIGKILL')
    await stage.cluster.restart(0)
    await expect.poll(left, { timeout: 20_000 }).toBe(0)
    await client.end()
  })

  const outages = databases.flatMap((name) => [[name, 'stop'] as const, [name, 'crash'] as const])

  test.each(outages)('sign nobody out when %s is gone for a while (%s)', async (name, end) => {
    const database = stage.databases[name]
    const browser = people.open()
    await people.signIn(browser)
    await database?.[end]()
    for (let i = 0; i < 3; i += 1) {
      const page = await people.ask(browser)
      expect(page.status).toBe(503)
      expect(page.headers.getSetCookie()).toEqual([])
      expect((await browser.get(`${stage.cluster.origin}/`)).status).toBe(503)
    }
    await database?.start()
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
