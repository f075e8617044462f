import type { SqlAdapter } from './adapter.ts'
import { postgresDialect, type PostgresDialectConfig } from './postgres/dialect.ts'
import { sqlAdapter, type SqlAdapterSettings } from './sql-adapter.ts'

export type { SqlAdapter } from './adapter.ts'
export { postgresDialect, type PostgresDialectConfig } from './postgres/dialect.ts'
export type { Pglite } from './postgres/pglite.ts'
export type { PgClient, PgPool } from './postgres/pool.ts'
export type { PostgresJs, PostgresJsTransaction } from './postgres/postgres-js.ts'

/** Which PostgreSQL, and how it is used. */
export interface PostgresAdapterOptions extends PostgresDialectConfig, Omit<SqlAdapterSettings, 'migrate'> {
  /** Bring the schema up to date at the first use. @default true */
  readonly migrate?: boolean
}

/**
 * An adapter over PostgreSQL by a client library that the application has: `pg`, `postgres` or PGlite.
 *
 * @example
 * const pool = new Pool({ connectionString: process.env.DATABASE_URL })
 * pool.on('error', (error) => console.error(error.message))
 * const adapter = postgresAdapter({ pool })
 */
export const postgresAdapter = ({ pool, sql, pglite, ...settings }: PostgresAdapterOptions): SqlAdapter => {
  const config = {
    ...(pool === undefined ? {} : { pool }),
    ...(sql === undefined ? {} : { sql }),
    ...(pglite === undefined ? {} : { pglite }),
  }
  return sqlAdapter({ migrate: true, ...settings, db: postgresDialect(config) })
}
