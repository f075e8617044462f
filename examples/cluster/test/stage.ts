import { openBrowser, type Browser, type Page } from '@authwright/testing'
import { type DatabaseServer, startPostgres, startRedis, whyNoRedis } from '@authwright/test-kit/databases'
import pg from 'pg'
import { type Cluster, startCluster } from '../src/cluster.ts'
import { type Held, holdRedis, holdTable } from './hold.ts'

/** Milliseconds in which the database sees that a client is dead. */
const DEAD_AFTER = 50

/** Databases of tests are made to be fast; this one is to keep what it has confirmed, as every other does, and to do no more for the dead. */
const setUp = async (url: string): Promise<void> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const name = new URL(url).pathname.slice(1)
  await client.query(`alter database ${name} set synchronous_commit to on`)
  await client.query(`alter database ${name} set client_connection_check_interval to ${DEAD_AFTER}`)
  await client.end()
}

/** A cluster and the databases below it. */
export interface Stage {
  readonly cluster: Cluster
  /** What is stopped and crashes, by its name. */
  readonly databases: Readonly<Record<string, DatabaseServer>>
  /** The database of the users. */
  readonly usersUrl: string
  /** Nobody gets at one-time tokens until they are released, and whoever died meanwhile does not get at them then. */
  readonly holdTokens: () => Promise<Held>
  readonly close: () => Promise<void>
}

type Environment = Readonly<Record<string, string>>

const startUsers = async () => {
  const users = await startPostgres()
  const usersUrl = await users.createDatabase()
  await setUp(usersUrl)
  return { users, usersUrl }
}

const overPostgres = async (environment: Environment = {}): Promise<Stage> => {
  const { users, usersUrl } = await startUsers()
  const cluster = await startCluster({ ...environment, DATABASE_URL: usersUrl })
  const holdTokens = async (): Promise<Held> => {
    const held = await holdTable(usersUrl, 'verification_tokens')
    const release = async (): Promise<void> => {
      await held.isReachedBy(0)
      await held.release()
    }
    return { release }
  }
  return { cluster, databases: { PostgreSQL: users }, usersUrl, holdTokens, close: () => users.close() }
}

const withRedis = async (environment: Environment = {}): Promise<Stage> => {
  const [{ users, usersUrl }, redis] = await Promise.all([startUsers(), startRedis()])
  const redisUrl = await redis.createDatabase()
  const cluster = await startCluster({ ...environment, DATABASE_URL: usersUrl, REDIS_URL: redisUrl })
  return {
    cluster,
    databases: { Redis: redis, PostgreSQL: users },
    usersUrl,
    holdTokens: () => holdRedis(redisUrl),
    close: async () => {
      await users.close()
      await redis.close()
    },
  }
}

/** What the processes share: the names of the databases, how it is started, and why it cannot be here. */
export const stages = [
  ['PostgreSQL', ['PostgreSQL'], overPostgres, () => null],
  ['PostgreSQL, with sessions in Redis', ['Redis', 'PostgreSQL'], withRedis, whyNoRedis],
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

  const askForMail = (browser: Browser, email: string): Promise<Page> =>
    browser.post(`${origin}/auth/signin/nodemailer`, { email }, { redirect: 'follow' })

  const ask = (browser: Browser): Promise<Page> => browser.get(`${origin}/auth/session`)

  const whoIs = async (browser: Browser): Promise<unknown> =>
    ((await ask(browser)).json() as { user: { email: string } } | null)?.user.email

  const processOf = async (browser: Browser): Promise<number> =>
    Number((await browser.get(`${origin}/`)).headers.get('x-process'))

  return { open: (): Browser => openBrowser({ origin }), ask, askForMail, leave, signIn, whoIs, processOf }
}
