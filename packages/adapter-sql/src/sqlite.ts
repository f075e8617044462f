import type { SqlAdapter } from './adapter.ts'
import { sqlAdapter, type SqlAdapterSettings } from './sql-adapter.ts'
import { sqliteDialect, type SqliteDialectConfig } from './sqlite/dialect.ts'

export type { SqlAdapter } from './adapter.ts'
export type { SqliteDatabase, SqliteStatement, SqliteValue } from './sqlite/database.ts'
export { sqliteDialect, type SqliteDialectConfig } from './sqlite/dialect.ts'

/** Which SQLite database, and how it is used. */
export interface SqliteAdapterOptions extends SqliteDialectConfig, Omit<SqlAdapterSettings, 'migrate'> {
  /** Bring the schema up to date at the first use. @default true */
  readonly migrate?: boolean
}

/**
 * An adapter over a SQLite file: by node:sqlite with a `path`, or by better-sqlite3 or bun:sqlite with a `database`.
 *
 * @example
 * const adapter = sqliteAdapter({ path: 'app.db' })
 */
export const sqliteAdapter = (options: SqliteAdapterOptions): SqlAdapter => {
  const { path, database, busyTimeout, ...settings } = options
  const dialect: SqliteDialectConfig = {
    ...(path === undefined ? {} : { path }),
    ...(database === undefined ? {} : { database }),
    ...(busyTimeout === undefined ? {} : { busyTimeout }),
  }
  return sqlAdapter({ migrate: true, ...settings, db: sqliteDialect(dialect) })
}
