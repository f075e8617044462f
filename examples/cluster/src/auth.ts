import { createAuth, type Gatehouse } from '@gatehouse/core'
import type { Adapter } from '@gatehouse/core/adapters'
import { postgresAdapter } from '@gatehouse/adapter-sql/postgres'
import pg from 'pg'

/** What every process of the cluster is told. Nothing in it differs from one to the next. */
export interface Settings {
  /** The address of the proxy, which is the only one that browsers know. */
  readonly origin: string
  readonly databaseUrl: string
  readonly secret: string
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
}

const openDatabase = ({ databaseUrl }: Settings): Adapter => {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 })
  // When the database restarts, connections that wait in the pool end with an error that belongs to no request.
  pool.on('error', (error) => console.error(`a connection to the database ended: ${error.message}`))
  return postgresAdapter({ pool })
}

/** The engine of one process. */
export const makeAuth = (settings: Settings): Gatehouse => {
  const { origin, secret, issuer, clientId, clientSecret } = settings
  return createAuth({
    adapter: openDatabase(settings),
    origin,
    secret,
    providers: [{ id: 'local', name: 'Local', type: 'oidc', issuer, clientId, clientSecret }],
  })
}
