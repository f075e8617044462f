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
import { openNodeSqlite, type SqliteDatabase } from './database.ts'
import { SqliteDriver } from './driver.ts'

/** Which database, and how patient. */
export interface SqliteDialectConfig {
  /** A file for node:sqlite, or `:memory:`. */
  readonly path?: string
  /** An open database of node:sqlite or better-sqlite3, or a function that opens one. */
  readonly database?: SqliteDatabase | (() => SqliteDatabase)
  /** How long a statement waits for another process's lock, in milliseconds. @default 5000 */
  readonly busyTimeout?: number
}

const opener = ({ path, database }: SqliteDialectConfig): (() => SqliteDatabase) => {
  if (typeof database === 'function') return database
  if (database !== undefined) return () => database
  if (path === undefined) throw new TypeError('a SQLite adapter needs a `path` or a `database`')
  return () => openNodeSqlite(path)
}

/** A Kysely dialect for node:sqlite and better-sqlite3. */
export const sqliteDialect = (config: SqliteDialectConfig): Dialect => {
  const open = opener(config)
  const patience = config.busyTimeout === undefined ? {} : { busyTimeout: config.busyTimeout }
  const keepOpen = typeof config.database === 'object'
  return {
    createDriver: (): Driver => new SqliteDriver({ open, keepOpen, ...patience }),
    createQueryCompiler: (): QueryCompiler => new SqliteQueryCompiler(),
    createAdapter: (): DialectAdapter => new SqliteAdapter(),
    createIntrospector: (db: Kysely<never>): DatabaseIntrospector => new SqliteIntrospector(db),
  }
}
