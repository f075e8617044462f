import {
  type DatabaseIntrospector,
  type Dialect,
  type DialectAdapter,
  type Driver,
  type Kysely,
  type QueryCompiler,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import type { SqlAdapter } from './adapter.ts'
import { WithoutTransactionsAdapter } from './engines/sqlite.ts'
import { sqlAdapter, type SqlAdapterSettings } from './sql-adapter.ts'
import { SessionDriver, type SessionSource } from './store/session-driver.ts'

/**
 * The result of a D1 statement.
 * @example const { results }: D1Result = await env.DB.prepare('select email from users').all()
 */
export interface D1Result {
  /** The rows that the statement returned. */
  readonly results: readonly unknown[]
  /** What the statement changed: how many rows, and the id of the last new one. */
  readonly meta: { readonly changes?: number; readonly last_row_id?: number }
}

/**
 * A prepared statement of D1.
 * @example const statement: D1Statement = env.DB.prepare('select email from users where id = ?').bind('42')
 */
export interface D1Statement {
  /** Returns the statement with values for its placeholders. */
  bind(...values: unknown[]): D1Statement
  /** Runs the statement and reads its rows. */
  all(): Promise<D1Result>
}

/**
 * The members of a D1 binding that the adapter uses.
 * @example const adapterFor = (env: { DB: D1Database }) => d1Adapter({ database: env.DB })
 */
export interface D1Database {
  /** Makes a statement from SQL text. */
  prepare(sql: string): D1Statement
}

const refuseTransaction = (): never => {
  throw new Error('D1 does not support transactions that an application begins')
}

const d1Source = (database: D1Database): SessionSource => ({
  acquire: () =>
    Promise.resolve({
      query: async (sql, parameters) => {
        const { results, meta } = await database
          .prepare(sql)
          .bind(...parameters)
          .all()
        return { rows: [...results], numAffectedRows: BigInt(meta.changes ?? 0) }
      },
      release: () => undefined,
    }),
  begin: refuseTransaction,
})

/**
 * Makes a Kysely dialect for a D1 binding.
 *
 * @example
 * const db = new Kysely({ dialect: d1Dialect(env.DB) })
 */
export const d1Dialect = (database: D1Database): Dialect => ({
  createDriver: (): Driver => new SessionDriver(d1Source(database)),
  createQueryCompiler: (): QueryCompiler => new SqliteQueryCompiler(),
  createAdapter: (): DialectAdapter => new WithoutTransactionsAdapter(),
  createIntrospector: (db: Kysely<never>): DatabaseIntrospector => new SqliteIntrospector(db),
})

/**
 * The options of `d1Adapter`.
 * @example const options: D1AdapterOptions = { database: env.DB, schema: d1Schema }
 */
export interface D1AdapterOptions extends Omit<SqlAdapterSettings, 'transactionTimeout'> {
  /**
   * The binding.
   * @example database: env.DB
   */
  readonly database: D1Database
}

/**
 * A `SqlAdapter` without `transaction`. The next sign-in completes a first sign-in that was interrupted.
 * @example const deploy = (adapter: D1Adapter) => adapter.migrate()
 */
export type D1Adapter = Omit<SqlAdapter, 'transaction'>

/**
 * Makes an adapter for Cloudflare D1. Call `adapter.migrate()` in one deployment step: D1 has no lock that makes
 * concurrent migrations wait for each other.
 *
 * @example
 * const adapter = d1Adapter({ database: env.DB })
 */
export const d1Adapter = ({ database, ...settings }: D1AdapterOptions): D1Adapter => {
  const { transaction: _, ...adapter } = sqlAdapter({ ...settings, db: d1Dialect(database) })
  return adapter
}
