import type { DatabaseServer } from '@authwright/test-kit/databases'
import pg from 'pg'
import postgres from 'postgres'
import { postgresAdapter } from '../../src/postgres.ts'
import { rowsOf } from './crash-database.ts'
import type { OutageDatabase } from './outages-over.ts'

/** Opens an empty database of a server by the client `postgres`. */
export const openPostgresJsOutages = async (server: DatabaseServer): Promise<OutageDatabase> => {
  const database = await server.createDatabase()
  const operator = new pg.Pool({ connectionString: database, max: 1 })
  operator.on('error', () => undefined)
  await operator.query(`alter database ${new URL(database).pathname.slice(1)} set synchronous_commit = on`)
  // By default, the pause between two attempts to connect grows to 20 seconds.
  const sql = postgres(database, { max: 2, backoff: () => 0.05, onnotice: () => undefined })
  const adapter = postgresAdapter({ sql })
  await adapter.migrate()
  await adapter.getUser('absent')
  return {
    adapter,
    rows: () => rowsOf(async (text) => (await operator.query<Record<string, unknown>>(text)).rows),
    outages: { 'crashes and is started again': { begin: () => server.crash(), end: () => server.start() } },
    close: async () => {
      await Promise.all([operator.end(), sql.end({ timeout: 1 })])
    },
  }
}
