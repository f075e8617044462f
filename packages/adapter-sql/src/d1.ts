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
import { type D1Database, d1Source } from './d1/source.ts'
import { StatementsAloneAdapter } from './flavours/sqlite-alone.ts'
import { sqlAdapter, type SqlAdapterSettings } from './sql-adapter.ts'
import { SessionDriver } from './store/session-driver.ts'

export type { D1Answer, D1Database, D1Statement } from './d1/source.ts'

/** A Kysely dialect for a D1 binding. */
export const d1Dialect = (database: D1Database): Dialect => ({
  createDriver: (): Driver => new SessionDriver(d1Source(database)),
  createQueryCompiler: (): QueryCompiler => new SqliteQueryCompiler(),
  createAdapter: (): DialectAdapter => new StatementsAloneAdapter(),
  createIntrospector: (db: Kysely<never>): DatabaseIntrospector => new SqliteIntrospector(db),
})

/** Which D1 database, and how it is used. */
export interface D1AdapterOptions extends Omit<SqlAdapterSettings, 'transactionTimeout'> {
  /** The binding. */
  readonly database: D1Database
}

/** Every method but `transaction`, which D1 has not: an interrupted first sign-in is gone on with at the next attempt. */
export type D1Adapter = Omit<SqlAdapter, 'transaction'>

/**
 * An adapter over Cloudflare D1. Let one deployment step migrate, by `adapter.migrate()`: D1 cannot make two of them wait for each other.
 *
 * @example
 * const adapter = d1Adapter({ database: env.DB })
 */
export const d1Adapter = ({ database, ...settings }: D1AdapterOptions): D1Adapter => {
  const { transaction: _, ...adapter } = sqlAdapter({ ...settings, db: d1Dialect(database) })
  return adapter
}
