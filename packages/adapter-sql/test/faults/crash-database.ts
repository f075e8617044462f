import { DatabaseSync } from 'node:sqlite'
import type { Adapter } from '@authwright/core/adapters'
import { startPostgres } from '@authwright/test-kit/databases'
import pg from 'pg'
import type { Rows } from '@authwright/test-kit/fault-matrix/fault-setup'
import { postgresAdapter } from '../../src/postgres.ts'
import { sqliteAdapter } from '../../src/sqlite.ts'
import { scratchFile } from '../databases.ts'

/** A database that several processes can open. */
export interface CrashDatabase {
  /** The path of a file, or a URL. */
  readonly database: string
  readonly adapter: Adapter
  readonly rows: () => Promise<Rows>
  readonly close: () => Promise<void>
}

type Read = (sql: string) => Promise<readonly Record<string, unknown>[]>

/** The rows of a database in the form of the fault matrix. */
export const rowsOf = async (read: Read): Promise<Rows> => {
  const text = (row: Record<string, unknown>, name: string): string => String(row[name])
  const [users, accounts, sessions] = await Promise.all([
    read('select id, email from users'),
    read('select "providerAccountId", "userId" from accounts'),
    read('select "userId" from sessions'),
  ])
  return {
    users: users.map((row) => ({ id: text(row, 'id'), email: text(row, 'email') })),
    accounts: accounts.map((row) => ({
      providerAccountId: text(row, 'providerAccountId'),
      userId: text(row, 'userId'),
    })),
    sessions: sessions.map((row) => ({ userId: text(row, 'userId') })),
  }
}

/** A SQLite file. */
export const openFile = async (): Promise<CrashDatabase> => {
  const file = scratchFile()
  const adapter = sqliteAdapter({ path: file.path })
  await adapter.migrate()
  const database = new DatabaseSync(file.path)
  return {
    database: file.path,
    adapter,
    rows: () => rowsOf(async (sql) => database.prepare(sql).all()),
    close: async () => {
      database.close()
      await adapter.close()
      file.remove()
    },
  }
}

/** A database of a PostgreSQL server. */
export const openServer = async (): Promise<CrashDatabase> => {
  const server = await startPostgres()
  const database = await server.createDatabase()
  const pool = new pg.Pool({ connectionString: database, max: 3 })
  pool.on('error', () => undefined)
  const adapter = postgresAdapter({ pool })
  await adapter.migrate()
  return {
    database,
    adapter,
    rows: () => rowsOf(async (sql) => (await pool.query<Record<string, unknown>>(sql)).rows),
    close: async () => {
      await pool.end()
      await server.close()
    },
  }
}
