import { redisAdapter } from '@authwright/adapter-redis'
import { startCleanup } from '@authwright/adapter-sql'
import { postgresAdapter } from '@authwright/adapter-sql/postgres'
import { createAuth, type AuthInstance } from '@authwright/core'
import type { Adapter } from '@authwright/core/adapters'
import Nodemailer from '@authwright/core/providers/nodemailer'
import pg from 'pg'
import { createClient } from 'redis'

/** The settings of a process. All processes of the cluster have the same ones. */
export interface Settings {
  /** The origin of the proxy. Browsers use only this one. */
  readonly origin: string
  readonly databaseUrl: string
  /** The Redis that stores sessions and one-time tokens. @default the database stores them */
  readonly redisUrl: string | undefined
  readonly secret: string
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  /** The SMTP server. */
  readonly smtpUrl: string
}

/** An adapter with its connections. */
interface OpenAdapter {
  readonly adapter: Adapter
  readonly close: () => Promise<void>
}

const openDatabase = (databaseUrl: string): OpenAdapter => {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 })
  // When the database restarts, idle connections fail. An unhandled `error` event would terminate the process.
  pool.on('error', (error) => console.error(`A database connection failed: ${error.message}`))
  const adapter = postgresAdapter({ pool })
  // Requests do not delete expired rows. Every process deletes them in the background; the processes do not block each other.
  const cleanup = startCleanup(adapter, { onError: (error) => console.error('Expired rows were not deleted:', error) })
  const close = async (): Promise<void> => {
    await cleanup.stop()
    await pool.end()
  }
  return { adapter, close }
}

const openRedis = async (url: string, users: OpenAdapter): Promise<OpenAdapter> => {
  // Without a queue, a command fails immediately while there is no connection, instead of waiting for the timeout.
  const client = createClient({ url, disableOfflineQueue: true })
  client.on('error', (error: Error) => console.error(`The Redis connection failed: ${error.message}`))
  const adapter = redisAdapter({ client: await client.connect(), users: users.adapter })
  const close = async (): Promise<void> => {
    await client.close()
    await users.close()
  }
  return { adapter, close }
}

/** Creates the engine of a process. `close` closes its connections. */
export const openAuth = async (
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
      { id: 'local', name: 'Local', type: 'oidc', issuer, clientId, clientSecret, trustAllEmails: true },
      Nodemailer({ server: smtpUrl, from: 'Cluster <cluster@example.com>' }),
    ],
  })
  return { auth, close }
}
