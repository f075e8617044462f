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
import { SessionDriver, type SessionSource } from '../store/session-driver.ts'
import { type Pglite, pgliteSource } from './pglite.ts'
import { type PgPool, pgSource } from './pool.ts'
import { type PostgresJs, postgresJsSource } from './postgres-js.ts'

/** A client library of PostgreSQL, one of three. Whoever made it closes it. */
export interface PostgresDialectConfig {
  /** A pool of `pg`, or of a library that is like it. Its `error` events go to the console while nobody listens to them. */
  readonly pool?: PgPool
  /** The client of the package `postgres`. Each statement outside a transaction goes by any of its connections, within Kysely's `connection()`, too. */
  readonly sql?: PostgresJs
  /** A database of PGlite. */
  readonly pglite?: Pglite
}

const leaveOpen = () => Promise.resolve()

const sourceOf = ({ pool, sql, pglite }: PostgresDialectConfig): SessionSource => {
  if (pool !== undefined) return pgSource(pool, leaveOpen)
  if (sql !== undefined) return postgresJsSource(sql, leaveOpen)
  if (pglite !== undefined) return pgliteSource(pglite, leaveOpen)
  throw new TypeError('a PostgreSQL adapter needs a `pool`, an `sql` or a `pglite`')
}

/** A Kysely dialect for `pg`, `postgres` and PGlite. */
export const postgresDialect = (config: PostgresDialectConfig): Dialect => {
  const source = sourceOf(config)
  return {
    createDriver: (): Driver => new SessionDriver(source),
    createQueryCompiler: (): QueryCompiler => new PostgresQueryCompiler(),
    createAdapter: (): DialectAdapter => new PostgresAdapter(),
    createIntrospector: (db: Kysely<never>): DatabaseIntrospector => new PostgresIntrospector(db),
  }
}
