import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { scratchFile } from '../databases.ts'

/** A database that several processes can reach. */
export interface Place {
  readonly database: string
  /** How many rows a table has with such a value in one of its columns. */
  readonly count: (table: 'users' | 'accounts', column: 'email' | 'providerAccountId', value: string) => Promise<number>
  readonly close: () => Promise<void>
}

/** A SQLite file. */
export const sqlitePlace = (): Place => {
  const file = scratchFile()
  return {
    database: file.path,
    count: async (table, column, value) => {
      const database = new DatabaseSync(file.path)
      const row = database.prepare(`select count(*) as count from ${table} where "${column}" = ?`).get(value)
      database.close()
      return Number(row?.['count'])
    },
    close: async () => file.remove(),
  }
}

/** A database of a PostgreSQL server. */
export const postgresPlace = (database: string): Place => {
  const pool = new pg.Pool({ connectionString: database })
  pool.on('error', () => undefined)
  return {
    database,
    count: async (table, column, value) => {
      const text = `select count(*) as count from ${table} where "${column}" = $1`
      return Number((await pool.query<{ count: string }>(text, [value])).rows[0]?.count)
    },
    close: () => pool.end(),
  }
}
