import { openBrowser, type Browser, type Page } from '@gatehouse/testing'
import { type DatabaseServer, startPostgres, startRedis, whyNoRedis } from '@gatehouse/testing/databases'
import pg from 'pg'
import { type Cluster, startCluster } from '../src/cluster.ts'

/** Databases of tests are made to be fast; this one is to keep what it has confirmed, as every other does. */
const keepWhatIsConfirmed = async (url: string): Promise<void> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(`alter database ${new URL(url).pathname.slice(1)} set synchronous_commit to on`)
  await client.end()
}

/** A cluster and the databases below it. */
export interface Stage {
  readonly cluster: Cluster
  /** What is stopped and crashes. */
  readonly database: DatabaseServer
  /** The database of the users. */
  readonly usersUrl: string
  readonly close: () => Promise<void>
}

const overPostgres = async (): Promise<Stage> => {
  const database = await startPostgres()
  const url = await database.createDatabase()
  await keepWhatIsConfirmed(url)
  const cluster = await startCluster({ DATABASE_URL: url })
  return { cluster, database, usersUrl: url, close: () => database.close() }
}

const withRedis = async (): Promise<Stage> => {
  const [users, database] = await Promise.all([startPostgres(), startRedis()])
  const usersUrl = await users.createDatabase()
  const cluster = await startCluster({ DATABASE_URL: usersUrl, REDIS_URL: await database.createDatabase() })
  return {
    cluster,
    database,
    usersUrl,
    close: async () => {
      await users.close()
      await database.close()
    },
  }
}

/** What the processes share: how it is started, and why it cannot be here. */
export const stages = [
  ['PostgreSQL', overPostgres, () => null],
  ['PostgreSQL, with sessions in Redis', withRedis, whyNoRedis],
] as const

/** What a person does at the cluster's address. */
export const peopleAt = (origin: string) => {
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
