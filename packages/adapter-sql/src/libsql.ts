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

/**
 * The client of a libSQL database.
 * @example const config: LibsqlDialectConfig = { client: createClient({ url: 'file:app.db' }), busyTimeout: 2000 }
 */
export interface LibsqlDialectConfig {
  /**
   * A client of `@libsql/client`. The application closes it.
   * @example client: createClient({ url: 'libsql://app.turso.io', authToken: process.env.LIBSQL_AUTH_TOKEN })
   */
  readonly client: LibsqlClient
  /**
   * How long a statement waits for another process's lock on a file, in milliseconds. @default 5000
   * @example busyTimeout: 2000
   */
  readonly busyTimeout?: number
}

/**
 * Makes a Kysely dialect for `@libsql/client`: for files, and for servers such as Turso.
 *
 * @example
 * const db = new Kysely({ dialect: libsqlDialect({ client: createClient({ url: 'file:app.sqlite' }) }) })
 */
export const libsqlDialect = ({ client, busyTimeout = 5000 }: LibsqlDialectConfig): Dialect => ({
  createDriver: (): Driver => new SessionDriver(libsqlSource(client, busyTimeout)),
  createQueryCompiler: (): QueryCompiler => new SqliteQueryCompiler(),
  createAdapter: (): DialectAdapter => new SqliteAdapter(),
  createIntrospector: (db: Kysely<never>): DatabaseIntrospector => new SqliteIntrospector(db),
})

/**
 * The options of `libsqlAdapter`.
 * @example const options: LibsqlAdapterOptions = { client: createClient({ url: 'file:app.db' }), migrate: false }
 */
export interface LibsqlAdapterOptions extends LibsqlDialectConfig, Omit<SqlAdapterSettings, 'migrate'> {
  /**
   * Brings the schema up to date at the first use. @default true
   * @example migrate: false
   */
  readonly migrate?: boolean
}

/**
 * Makes an adapter for libSQL. Do not use a database in memory: the client opens a new one for each transaction.
 *
 * @example
 * const adapter = libsqlAdapter({ client: createClient({ url: 'file:app.db' }) })
 */
export const libsqlAdapter = ({ client, busyTimeout = 5000, ...settings }: LibsqlAdapterOptions): SqlAdapter =>
  sqlAdapter({ migrate: true, ...settings, db: libsqlDialect({ client, busyTimeout }) })
