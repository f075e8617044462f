import {
  type DatabaseIntrospector,
  type Dialect,
  type DialectAdapter,
  type Driver,
  type Kysely,
  MysqlAdapter,
  MysqlIntrospector,
  MysqlQueryCompiler,
  type QueryCompiler,
} from 'kysely'
import type { SqlAdapter } from './adapter.ts'
import { type MysqlPool, mysqlSource } from './mysql/pool.ts'
import { sqlAdapter, type SqlAdapterSettings } from './sql-adapter.ts'
import { SessionDriver } from './store/session-driver.ts'

export type { SqlAdapter } from './adapter.ts'
export type { MysqlConnection, MysqlPool, MysqlPromisePool } from './mysql/pool.ts'

/** A pool of `mysql2`. Whoever made it closes it. */
export interface MysqlDialectConfig {
  readonly pool: MysqlPool
}

/** A Kysely dialect for `mysql2`: MariaDB 10.5 and later, MySQL 8. */
export const mysqlDialect = ({ pool }: MysqlDialectConfig): Dialect => ({
  createDriver: (): Driver => new SessionDriver(mysqlSource(pool)),
  createQueryCompiler: (): QueryCompiler => new MysqlQueryCompiler(),
  createAdapter: (): DialectAdapter => new MysqlAdapter(),
  createIntrospector: (db: Kysely<never>): DatabaseIntrospector => new MysqlIntrospector(db),
})

/** Which MariaDB or MySQL, and how it is used. */
export interface MysqlAdapterOptions extends MysqlDialectConfig, Omit<SqlAdapterSettings, 'migrate'> {
  /** Bring the schema up to date at the first use. @default true */
  readonly migrate?: boolean
}

/**
 * An adapter over MariaDB or MySQL 8 by a pool of `mysql2`.
 *
 * @example
 * const adapter = mysqlAdapter({ pool: createPool({ uri: process.env.DATABASE_URL }) })
 */
export const mysqlAdapter = ({ pool, ...settings }: MysqlAdapterOptions): SqlAdapter =>
  sqlAdapter({ migrate: true, ...settings, db: mysqlDialect({ pool }) })
