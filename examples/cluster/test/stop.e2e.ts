import { openBrowser } from '@authwright/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { connectDirectly } from './direct.ts'
import { lockTable } from './hold.ts'
import { stepsAt, type ClusterSetup, setups } from './stage.ts'

const MANY = 50
/** The size of the connection pool of a process. */
const POOL_SIZE = 10
const ADA = 'ada@example.org'

const runMany = <Value>(work: () => Promise<Value>): Promise<Value[]> =>
  Promise.all(Array.from({ length: MANY }, () => work()))

describe.each(setups)('stopping one of three processes that share %s', (_name, _databases, start, whyMissing) => {
  let setup: ClusterSetup
  const reason = whyMissing()
  beforeEach(({ skip }) => skip(reason !== null, reason ?? ''))
  beforeAll(async () => {
    if (reason === null) setup = await start()
  })
  afterAll(async () => {
    if (reason !== null) return
    await setup.cluster.close()
    await setup.close()
  })

  // The process is stopped after this number of responses.
  test.each([1, 75])('does not disturb fifty users who are signing in (after %s responses)', async (moment) => {
    const { cluster } = setup
    const steps = stepsAt(cluster.origin)
    let responses = 0
    let stopped: Promise<number | null> | undefined
    const countResponse = (): void => {
      responses += 1
      if (responses === moment) stopped = cluster.servers[0]?.end('SIGTERM')
    }
    const emails = await runMany(async () => {
      const browser = steps.open()
      await steps.startSignIn(browser)
      countResponse()
      await browser.submit({}, { press: 'Ada', redirect: 'follow' })
      countResponse()
      const email = await steps.readEmail(browser)
      countResponse()
      return email
    })
    expect(emails).toEqual(Array.from({ length: MANY }, () => ADA))
    expect(await stopped).toBe(0)
    await cluster.restart(0)
  })

  /** Sends fifty callbacks to the first process, and waits until all of them wait for the database. */
  const blockCallbacks = async () => {
    const { cluster, usersUrl } = setup
    const direct = connectDirectly(cluster.servers[0]?.origin ?? '')
    const handler = (request: Request): Promise<Response> =>
      request.url.includes('/auth/callback/') ? direct.fetch(request) : fetch(request)
    const steps = stepsAt(cluster.origin)
    const lock = await lockTable(usersUrl, 'accounts')
    const pages = runMany(async () => {
      const browser = openBrowser({ origin: cluster.origin, handler })
      await steps.startSignIn(browser)
      return browser.submit({}, { press: 'Ada', redirect: 'follow' })
    })
    await expect.poll(direct.countPending, { timeout: 20_000 }).toBe(MANY)
    await lock.waitForBlocked(POOL_SIZE)
    return { direct, lock, pages }
  }

  test('finishes the requests in progress, rejects new ones, and exits', async () => {
    const { direct, lock, pages } = await blockCallbacks()
    const stopped = setup.cluster.servers[0]?.end('SIGTERM')
    await expect.poll(() => direct.isRejecting()).toBe(true)
    await lock.release()
    const results = (await pages).map(
      ({ status, url, text }) => `${status} ${url.pathname} ${text.split('.', 2).join('.')}`,
    )
    expect(results).toEqual(Array.from({ length: MANY }, () => `200 / Signed in as ${ADA}`))
    expect(await stopped).toBe(0)
    await setup.cluster.restart(0)
  })

  test('responds with an error to requests that cannot finish, before it exits', async () => {
    const { lock, pages } = await blockCallbacks()
    const stopped = setup.cluster.servers[0]?.end('SIGTERM')
    const errors = (await pages).map(({ status, url }) => `${status} ${url.pathname} ${url.searchParams.get('error')}`)
    expect(errors).toEqual(Array.from({ length: MANY }, () => '500 /auth/error Configuration'))
    await lock.release()
    expect(await stopped).toBe(0)
    await setup.cluster.restart(0)
    const browser = stepsAt(setup.cluster.origin).open()
    await stepsAt(setup.cluster.origin).signIn(browser)
    expect(await stepsAt(setup.cluster.origin).readEmail(browser)).toBe(ADA)
  })
})
