import { redisAdapter } from '@authwright/adapter-redis'
import { startCleanup } from '@authwright/adapter-sql'
import { postgresAdapter } from '@authwright/adapter-sql/postgres'
import { createAuth, type AuthInstance } from '@authwright/core'
import type { Adapter } from '@authwright/core/adapters'
import Nodemailer from '@authwright/core/providers/nodemailer'
import pg from 'pg'
import { createClient } from 'redis'

/** What every process of the cluster is told. Nothing in it differs from one to the next. */
export interface Settings {
  /** The address of the proxy, which is the only one that browsers know. */
  readonly origin: string
  readonly databaseUrl: string
  /** Where sessions and one-time tokens are kept. @default the database */
  readonly redisUrl: string | undefined
  readonly secret: string
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  /** Where mail is sent. */
  readonly smtpUrl: string
}

/** Something that a process holds open. */
interface Opened {
  readonly adapter: Adapter
  readonly close: () => Promise<void>
}

const openDatabase = (databaseUrl: string): Opened => {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 })
  // When the database restarts, connections that wait in the pool end with an error that belongs to no request.
  pool.on('error', (error) => console.error(`a connection to the database ended: ${error.message}`))
  const adapter = postgresAdapter({ pool })
  // No request removes rows whose time is over. Each process does, beside its requests; they do not stand in each other's way.
  const cleanup = startCleanup(adapter, { onError: (error) => console.error('expired rows were not removed:', error) })
  const close = async (): Promise<void> => {
    await cleanup.stop()
    await pool.end()
  }
  return { adapter, close }
}

const openRedis = async (url: string, users: Opened): Promise<Opened> => {
  // Without a queue a command fails at once while there is no connection, so that nobody waits for the deadline.
  const client = createClient({ url, disableOfflineQueue: true })
  client.on('error', (error: Error) => console.error(`the connection to Redis: ${error.message}`))
  const adapter = redisAdapter({ client: await client.connect(), users: users.adapter })
  const close = async (): Promise<void> => {
    await client.close()
    await users.close()
  }
  return { adapter, close }
}

/** The engine of one process, and how its connections are closed when it has nothing left to do. */
export const openSite = async (
  settings: Settings,
): Promise<{ readonly auth: AuthInstance; readonly close: () => Promise<void> }> => {
  const { origin, secret, issuer, clientId, clientSecret, smtpUrl, redisUrl } = settings
  const users = openDatabase(settings.databaseUrl)
  const { adapter, close } = redisUrl === undefined ? users : await openRedis(redisUrl, users)
  const auth = createAuth({
    adapter,
    origin,
    secret,
    providers: [
      { id: 'local', name: 'Local', type: 'oidc', issuer, clientId, clientSecret },
      Nodemailer({ server: smtpUrl, from: 'Cluster <cluster@example.com>' }),
    ],
  })
  return { auth, close }
}
