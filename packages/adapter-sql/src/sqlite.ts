import {
  type DatabaseIntrospector,
  type Dialect,
  type DialectAdapter,
  type Driver,
  type Kysely,
  type QueryCompiler,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import type { SqlAdapter } from './adapter.ts'
import { sqlAdapter, type SqlAdapterSettings } from './sql-adapter.ts'
import { openNodeSqlite, type SqliteDatabase } from './sqlite/database.ts'
import { SqliteDriver } from './sqlite/driver.ts'

export type { SqlAdapter } from './adapter.ts'
export type { SqliteDatabase, SqliteStatement, SqliteValue } from './sqlite/database.ts'

/**
 * A SQLite database: a `path` or a `database`.
 * @example const config: SqliteDialectConfig = { path: '/var/lib/app/auth.db', busyTimeout: 2000 }
 */
export interface SqliteDialectConfig {
  /**
   * A file for node:sqlite, or `:memory:`.
   * @example path: '/var/lib/app/auth.db'
   */
  readonly path?: string
  /**
   * An open database of node:sqlite, better-sqlite3 or bun:sqlite, which the application closes, or a function that
   * opens one.
   * @example database: new DatabaseSync('app.db')
   */
  readonly database?: SqliteDatabase | (() => SqliteDatabase)
  /**
   * How long a statement waits for another process's lock, in milliseconds. @default 5000
   * @example busyTimeout: 2000
   */
  readonly busyTimeout?: number
}

const openerOf = ({ path, database }: SqliteDialectConfig): (() => SqliteDatabase) => {
  if (typeof database === 'function') return database
  if (database !== undefined) return () => database
  if (path === undefined) throw new TypeError('a SQLite adapter needs a `path` or a `database`')
  return () => openNodeSqlite(path)
}

/**
 * Makes a Kysely dialect for node:sqlite, better-sqlite3 or bun:sqlite.
 *
 * @throws TypeError if neither `path` nor `database` is given
 * @example
 * const db = new Kysely({ dialect: sqliteDialect({ path: 'app.sqlite' }) })
 */
export const sqliteDialect = (config: SqliteDialectConfig): Dialect => {
  const { database, busyTimeout = 5000 } = config
  const open = openerOf(config)
  const keepOpen = typeof database === 'object'
  return {
    createDriver: (): Driver => new SqliteDriver({ open, keepOpen, busyTimeout }),
    createQueryCompiler: (): QueryCompiler => new SqliteQueryCompiler(),
    createAdapter: (): DialectAdapter => new SqliteAdapter(),
    createIntrospector: (db: Kysely<never>): DatabaseIntrospector => new SqliteIntrospector(db),
  }
}

/**
 * The options of `sqliteAdapter`.
 * @example const options: SqliteAdapterOptions = { path: 'app.db', schema: prismaSchema }
 */
export interface SqliteAdapterOptions extends SqliteDialectConfig, Omit<SqlAdapterSettings, 'migrate'> {
  /**
   * Brings the schema up to date at the first use. @default true
   * @example migrate: false
   */
  readonly migrate?: boolean
}

/**
 * Makes an adapter for SQLite: with a `path` for node:sqlite, or with a `database` of better-sqlite3 or bun:sqlite.
 *
 * @throws TypeError if neither `path` nor `database` is given
 * @example
 * const adapter = sqliteAdapter({ path: 'app.db' })
 */
export const sqliteAdapter = (options: SqliteAdapterOptions): SqlAdapter => {
  const { path, database, busyTimeout, ...settings } = options
  const config: SqliteDialectConfig = {
    ...(path === undefined ? {} : { path }),
    ...(database === undefined ? {} : { database }),
    ...(busyTimeout === undefined ? {} : { busyTimeout }),
  }
  return sqlAdapter({ migrate: true, ...settings, db: sqliteDialect(config) })
}
