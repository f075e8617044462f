import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { testInterruptedRequests } from './cut-off.ts'
import { stepsAt, type ClusterSetup, setups } from './stage.ts'

describe.each(setups)('three processes that share %s', (_name, databases, start, whyMissing) => {
  let setup: ClusterSetup
  let steps: ReturnType<typeof stepsAt>
  const reason = whyMissing()
  beforeEach(({ skip }) => skip(reason !== null, reason ?? ''))
  beforeAll(async () => {
    if (reason !== null) return
    setup = await start({ GRACE: '500' })
    steps = stepsAt(setup.cluster.origin)
  })
  afterAll(async () => {
    if (reason !== null) return
    await setup.cluster.close()
    await setup.close()
  })

  test('read sessions of each other, and the proxy uses all of them', async () => {
    const browser = steps.open()
    await steps.signIn(browser)
    const pids = new Set<number>()
    for (let i = 0; i < 9; i += 1) {
      pids.add(await steps.readProcess(browser))
      expect(await steps.readEmail(browser)).toBe('ada@example.org')
    }
    expect([...pids].toSorted((a, b) => a - b)).toEqual(
      setup.cluster.servers.map(({ pid }) => pid).toSorted((a, b) => a - b),
    )
    // The other cookies are from the provider.
    const own = browser.jar.list().filter(({ name }) => !name.startsWith('_'))
    expect(own.every(({ name }) => name.startsWith('authwright.'))).toBe(true)
  })

  test('end a session in all processes', async () => {
    const browser = steps.open()
    await steps.signIn(browser)
    const copy = steps.open()
    copy.jar.store(
      `authwright.session-token=${browser.jar.value('authwright.session-token')}`,
      new URL(setup.cluster.origin),
    )
    expect(await steps.readEmail(copy)).toBe('ada@example.org')
    await browser.post(`${setup.cluster.origin}/auth/signout`, {})
    for (let i = 0; i < 3; i += 1) expect(await steps.readEmail(copy)).toBeUndefined()
  })

  test('complete a sign-in that started in a process that was killed', async () => {
    const browser = steps.open()
    await steps.startSignIn(browser)
    for (const server of setup.cluster.servers.slice(0, 2)) await server.end('SIGKILL')
    await browser.submit({}, { press: 'Ada', redirect: 'follow' })
    expect(await steps.readEmail(browser)).toBe('ada@example.org')
    await Promise.all([setup.cluster.restart(0), setup.cluster.restart(1)])
    for (let i = 0; i < 3; i += 1) expect(await steps.readEmail(browser)).toBe('ada@example.org')
  })

  test('can be replaced one by one without ending sessions', async () => {
    const browser = steps.open()
    await steps.signIn(browser)
    for (const [index, server] of [...setup.cluster.servers].entries()) {
      await server.end('SIGTERM')
      expect(await steps.readEmail(browser)).toBe('ada@example.org')
      await setup.cluster.restart(index)
      expect(await steps.readEmail(browser)).toBe('ada@example.org')
    }
  })

  testInterruptedRequests(() => setup)

  test('delete expired rows when they start', async () => {
    const client = new pg.Client({ connectionString: setup.usersUrl })
    await client.connect()
    // Not counted afterwards: another server that has just been restarted may delete them already.
    const { rowCount } = await client.query(
      `insert into verification_tokens (identifier, "tokenHash", expires)
        select 'a@b.test', 'expired ' || n, now() - interval '1 hour' from generate_series(1, 2500) n`,
    )
    const countExpired = async () =>
      (await client.query(`select 1 from verification_tokens where expires < now()`)).rowCount
    expect(rowCount).toBe(2500)
    await setup.cluster.servers[0]?.end('SIGKILL')
    await setup.cluster.restart(0)
    await expect.poll(countExpired, { timeout: 20_000 }).toBe(0)
    await client.end()
  })

  const outages = databases.flatMap((name) => [[name, 'stop'] as const, [name, 'crash'] as const])

  test.each(outages)('keep sessions when %s is down for some time (%s)', async (name, end) => {
    const database = setup.databases[name]
    const browser = steps.open()
    await steps.signIn(browser)
    await database?.[end]()
    for (let i = 0; i < 3; i += 1) {
      const page = await steps.getSession(browser)
      expect(page.status).toBe(503)
      expect(page.headers.getSetCookie()).toEqual([])
      expect((await browser.get(`${setup.cluster.origin}/`)).status).toBe(503)
    }
    await database?.start()
    // The database client needs a moment to reconnect. Until then the session cannot be read, which is not a sign-out.
    const statuses = async (): Promise<number[]> => {
      const pages = [await steps.getSession(browser), await steps.getSession(browser), await steps.getSession(browser)]
      return pages.map(({ status }) => status)
    }
    await expect.poll(statuses, { timeout: 20_000 }).toEqual([200, 200, 200])
    for (let i = 0; i < 3; i += 1) expect(await steps.readEmail(browser)).toBe('ada@example.org')
    await steps.signIn(steps.open())
  })
})
