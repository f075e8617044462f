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
import { type LibsqlClient, libsqlSource } from './libsql/source.ts'
import { sqlAdapter, type SqlAdapterSettings } from './sql-adapter.ts'
import { SessionDriver } from './store/session-driver.ts'

export type { SqlAdapter } from './adapter.ts'
export type { LibsqlClient, LibsqlResult, LibsqlTransaction } from './libsql/source.ts'

/** A client of `@libsql/client`. Whoever made it closes it. */
export interface LibsqlDialectConfig {
  readonly client: LibsqlClient
  /** How long a statement waits for another process's lock on a file, in milliseconds. @default 5000 */
  readonly busyTimeout?: number
}

/** A Kysely dialect for `@libsql/client`: files, and servers such as Turso. */
export const libsqlDialect = ({ client, busyTimeout = 5000 }: LibsqlDialectConfig): Dialect => ({
  createDriver: (): Driver => new SessionDriver(libsqlSource(client, busyTimeout)),
  createQueryCompiler: (): QueryCompiler => new SqliteQueryCompiler(),
  createAdapter: (): DialectAdapter => new SqliteAdapter(),
  createIntrospector: (db: Kysely<never>): DatabaseIntrospector => new SqliteIntrospector(db),
})

/** Which libSQL database, and how it is used. */
export interface LibsqlAdapterOptions extends LibsqlDialectConfig, Omit<SqlAdapterSettings, 'migrate'> {
  /** Bring the schema up to date at the first use. @default true */
  readonly migrate?: boolean
}

/**
 * An adapter over libSQL. A database in memory is no use: the client opens a new one for each transaction.
 *
 * @example
 * const adapter = libsqlAdapter({ client: createClient({ url: 'file:app.db' }) })
 */
export const libsqlAdapter = ({ client, busyTimeout, ...settings }: LibsqlAdapterOptions): SqlAdapter => {
  const patience = busyTimeout === undefined ? {} : { busyTimeout }
  return sqlAdapter({ migrate: true, ...settings, db: libsqlDialect({ client, ...patience }) })
}
