import { type Browser, openBrowser } from '@authwright/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { codeOf, startProvider } from '@authwright/test-kit/fault-matrix/provider'
import { newProviderUser } from '@authwright/test-kit/fault-matrix/provider-user'
import { HOME, ORIGIN } from '@authwright/test-kit/fault-matrix/fault-setup'
import { openFile, openServer, type CrashDatabase } from '../faults/crash-database.ts'
import { type Processes, startProcesses } from '../faults/crash-process.ts'

const MANY = 50
const ROUNDS = 10

const databases = [
  ['a SQLite file', openFile],
  ['PostgreSQL', openServer],
] as const

const many = <Value>(work: (i: number) => Promise<Value>): Promise<Value[]> =>
  Promise.all(Array.from({ length: MANY }, (_, i) => work(i)))

const isSignedIn = async (browser: Browser): Promise<boolean> => (await browser.get('/auth/session')).json() !== null

describe.each(databases)('fifty concurrent requests to two processes over %s', (_name, openPlace) => {
  let place: CrashDatabase
  let processes: readonly Processes[]
  let close: () => Promise<void>
  const links: string[] = []
  beforeAll(async () => {
    const [opened, provider] = await Promise.all([openPlace(), startProvider()])
    place = opened
    processes = await Promise.all([0, 1].map(() => startProcesses(place.database, provider.origin)))
    close = async () => {
      await Promise.all(processes.map((each) => each.close()))
      await provider.close()
      await place.close()
    }
  })
  afterAll(() => close())

  /** A browser that sends all requests to one of the processes. */
  const openAt = (i: number): Browser => {
    const handler = async (request: Request): Promise<Response> => {
      const body = await request.text()
      const { url, method } = request
      const response = await processes[i % 2]?.send({
        request: { url, method, headers: [...request.headers], ...(body === '' ? {} : { body }) },
        strategy: 'database',
        hasPasskeys: false,
        now: Date.now(),
        userId: '',
        isWatched: false,
      })
      if (typeof response !== 'object' || response === null) throw new Error(`the process ended: ${response}`)
      links.push(...response.links)
      const headers = response.headers.map(([name, value]): [string, string] => [name, value])
      return new Response(response.body === '' ? null : response.body, { status: response.status, headers })
    }
    return openBrowser({ handler, origin: ORIGIN })
  }

  const countRows = async (email: string) => {
    const { users, accounts, sessions } = await place.rows()
    const ids = new Set(users.filter((user) => user.email === email).map(({ id }) => id))
    return {
      users: ids.size,
      accounts: accounts.filter(({ userId }) => ids.has(userId)).length,
      sessions: sessions.filter(({ userId }) => ids.has(userId)).length,
    }
  }

  test('one of them uses a link, and creates one user with one session', { timeout: 120_000 }, async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { email } = newProviderUser()
      await openAt(round).post('/auth/signin/mail', { email, callbackUrl: HOME })
      const { pathname, searchParams } = new URL(links.at(-1) ?? '')
      const browsers = await many(async (i) => {
        const browser = openAt(i)
        const page = await browser.post(pathname, Object.fromEntries(searchParams))
        return { browser, error: page.location?.searchParams.get('error') ?? null }
      })
      const winners = await Promise.all(browsers.map(({ browser }) => isSignedIn(browser)))
      expect(winners.filter(Boolean)).toHaveLength(1)
      expect(browsers.filter(({ error }) => error === 'Verification')).toHaveLength(MANY - 1)
      expect(await countRows(email)).toEqual({ users: 1, accounts: 0, sessions: 1 })
    }
  })

  test('all sign in for the first time at a provider, as one user with one account', { timeout: 120_000 }, async () => {
    const person = newProviderUser()
    const ready = await many(async (i) => {
      const browser = openAt(i)
      const redirect = (await browser.post('/auth/signin/one', { callbackUrl: HOME })).location?.searchParams
      const parameters = new URLSearchParams({ code: codeOf(person), state: redirect?.get('state') ?? '' })
      return { browser, url: `${redirect?.get('redirect_uri')}?${parameters}` }
    })
    await Promise.all(ready.map(({ browser, url }) => browser.get(url)))
    const signedIn = await Promise.all(ready.map(({ browser }) => isSignedIn(browser)))
    expect(signedIn.filter(Boolean)).toHaveLength(MANY)
    expect(await countRows(person.email)).toEqual({ users: 1, accounts: 1, sessions: MANY })
  })
})
