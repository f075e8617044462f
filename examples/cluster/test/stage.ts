import { openBrowser, type Browser, type Page } from '@authwright/testing'
import { type DatabaseServer, startPostgres, startRedis, whyNoRedis } from '@authwright/test-kit/databases'
import pg from 'pg'
import { type Cluster, startCluster } from '../src/cluster.ts'
import { type Lock, pauseRedis, lockTable } from './hold.ts'

/** Milliseconds after which the database notices a closed connection. */
const CONNECTION_CHECK = 50

/** Restores durable commits, which test databases disable, and stops statements of closed connections. */
const configureDatabase = async (url: string): Promise<void> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const name = new URL(url).pathname.slice(1)
  await client.query(`alter database ${name} set synchronous_commit to on`)
  await client.query(`alter database ${name} set client_connection_check_interval to ${CONNECTION_CHECK}`)
  await client.end()
}

/** A cluster and its databases. */
export interface ClusterSetup {
  readonly cluster: Cluster
  /** The databases by name, for outages. */
  readonly databases: Readonly<Record<string, DatabaseServer>>
  /** The URL of the database with the users. */
  readonly usersUrl: string
  /** Blocks one-time tokens until the release. Statements of processes that end in the meantime are not executed later. */
  readonly blockTokens: () => Promise<Lock>
  readonly close: () => Promise<void>
}

type Environment = Readonly<Record<string, string>>

const startUsers = async () => {
  const users = await startPostgres()
  const usersUrl = await users.createDatabase()
  await configureDatabase(usersUrl)
  return { users, usersUrl }
}

const startOnPostgres = async (environment: Environment = {}): Promise<ClusterSetup> => {
  const { users, usersUrl } = await startUsers()
  const cluster = await startCluster({ ...environment, DATABASE_URL: usersUrl })
  const blockTokens = async (): Promise<Lock> => {
    const lock = await lockTable(usersUrl, 'verification_tokens')
    const release = async (): Promise<void> => {
      await lock.waitForBlocked(0)
      await lock.release()
    }
    return { release }
  }
  return { cluster, databases: { PostgreSQL: users }, usersUrl, blockTokens, close: () => users.close() }
}

const startWithRedis = async (environment: Environment = {}): Promise<ClusterSetup> => {
  const [{ users, usersUrl }, redis] = await Promise.all([startUsers(), startRedis()])
  const redisUrl = await redis.createDatabase()
  const cluster = await startCluster({ ...environment, DATABASE_URL: usersUrl, REDIS_URL: redisUrl })
  return {
    cluster,
    databases: { Redis: redis, PostgreSQL: users },
    usersUrl,
    blockTokens: () => pauseRedis(redisUrl),
    close: async () => {
      await users.close()
      await redis.close()
    },
  }
}

/** The variants: name, databases, start function, and the reason when a database is not installed. */
export const setups = [
  ['PostgreSQL', ['PostgreSQL'], startOnPostgres, () => null],
  ['PostgreSQL, with sessions in Redis', ['Redis', 'PostgreSQL'], startWithRedis, whyNoRedis],
] as const

/** The steps of a user. */
export const stepsAt = (origin: string) => {
  /** Goes to the provider. The form there continues to the callback. */
  const startSignIn = async (browser: Browser): Promise<void> => {
    await browser.post(`${origin}/auth/signin/local`, {}, { redirect: 'follow' })
  }

  const signIn = async (browser: Browser): Promise<void> => {
    await startSignIn(browser)
    await browser.submit({}, { press: 'Ada', redirect: 'follow' })
  }

  const requestEmail = (browser: Browser, email: string): Promise<Page> =>
    browser.post(`${origin}/auth/signin/nodemailer`, { email }, { redirect: 'follow' })

  const getSession = (browser: Browser): Promise<Page> => browser.get(`${origin}/auth/session`)

  const readEmail = async (browser: Browser): Promise<unknown> =>
    ((await getSession(browser)).json() as { user: { email: string } } | null)?.user.email

  const readProcess = async (browser: Browser): Promise<number> =>
    Number((await browser.get(`${origin}/`)).headers.get('x-process'))

  return {
    open: (): Browser => openBrowser({ origin }),
    getSession,
    requestEmail,
    startSignIn,
    signIn,
    readEmail,
    readProcess,
  }
}
