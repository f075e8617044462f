import {
  type DatabaseIntrospector,
  type Dialect,
  type DialectAdapter,
  type Driver,
  type Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryCompiler,
} from 'kysely'
import type { SqlAdapter } from './adapter.ts'
import { type Pglite, pgliteSource } from './postgres/pglite.ts'
import { type PgPool, pgSource } from './postgres/pool.ts'
import { preparedStatements } from './postgres/prepared-statements.ts'
import { type PostgresJs, postgresJsSource } from './postgres/postgres-js.ts'
import { sqlAdapter, type SqlAdapterSettings } from './sql-adapter.ts'
import { SessionDriver, type SessionSource } from './store/session-driver.ts'

export type { SqlAdapter } from './adapter.ts'
export type { Pglite } from './postgres/pglite.ts'
export type { PgClient, PgPool, PgQuery } from './postgres/pool.ts'
export type { PostgresJs, PostgresJsTransaction } from './postgres/postgres-js.ts'

/**
 * The client of a PostgreSQL database: one of three. The application closes it.
 * @example const config: PostgresDialectConfig = { pool: new Pool({ connectionString: process.env.DATABASE_URL }) }
 */
export interface PostgresDialectConfig {
  /**
   * A pool of `pg`, or a compatible one. Its `error` events are logged to the console if the application has no
   * listener.
   * @example pool: new Pool({ connectionString: 'postgres://localhost/app', max: 10 })
   */
  readonly pool?: PgPool
  /**
   * A client of the package `postgres`. A statement outside a transaction may use any of its connections, also within
   * Kysely's `connection()`.
   * @example sql: postgres('postgres://localhost/app', { max: 10 })
   */
  readonly sql?: PostgresJs
  /**
   * A database of PGlite.
   * @example pglite: new PGlite('./data')
   */
  readonly pglite?: Pglite
  /**
   * Whether each connection of `pool` or `sql` prepares a statement once and runs it many times. A pooler in
   * transaction mode must support that, as PgBouncer 1.21 does. Behind one that does not, one statement fails and is run
   * again, and no more are prepared. @default true
   * @example prepare: false
   */
  readonly prepare?: boolean
}

const sourceOf = ({ pool, sql, pglite, prepare = true }: PostgresDialectConfig): SessionSource => {
  if (pool !== undefined) return pgSource(pool, preparedStatements(prepare))
  if (sql !== undefined) return postgresJsSource(sql, preparedStatements(prepare))
  if (pglite !== undefined) return pgliteSource(pglite)
  throw new TypeError('a PostgreSQL adapter needs a `pool`, an `sql` or a `pglite`')
}

/**
 * Makes a Kysely dialect for `pg`, `postgres` or PGlite.
 *
 * @throws TypeError if no client is given
 * @example
 * const db = new Kysely({ dialect: postgresDialect({ pool: new Pool() }) })
 */
export const postgresDialect = (config: PostgresDialectConfig): Dialect => {
  const source = sourceOf(config)
  return {
    createDriver: (): Driver => new SessionDriver(source),
    createQueryCompiler: (): QueryCompiler => new PostgresQueryCompiler(),
    createAdapter: (): DialectAdapter => new PostgresAdapter(),
    createIntrospector: (db: Kysely<never>): DatabaseIntrospector => new PostgresIntrospector(db),
  }
}

/**
 * The options of `postgresAdapter`.
 * @example const options: PostgresAdapterOptions = { pool: new Pool(), migrate: false, transactionTimeout: 5000 }
 */
export interface PostgresAdapterOptions extends PostgresDialectConfig, Omit<SqlAdapterSettings, 'migrate'> {
  /**
   * Brings the schema up to date at the first use. @default true
   * @example migrate: false
   */
  readonly migrate?: boolean
}

/**
 * Makes an adapter for PostgreSQL, with a client of `pg`, `postgres` or PGlite.
 *
 * @throws TypeError if no client is given
 * @example
 * const pool = new Pool({ connectionString: process.env.DATABASE_URL })
 * pool.on('error', (error) => console.error(error.message))
 * const adapter = postgresAdapter({ pool })
 */
export const postgresAdapter = ({ pool, sql, pglite, prepare, ...settings }: PostgresAdapterOptions): SqlAdapter => {
  const config = {
    ...(pool === undefined ? {} : { pool }),
    ...(sql === undefined ? {} : { sql }),
    ...(pglite === undefined ? {} : { pglite }),
    ...(prepare === undefined ? {} : { prepare }),
  }
  return sqlAdapter({ migrate: true, ...settings, db: postgresDialect(config) })
}
