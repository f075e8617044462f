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
  type TransactionSettings,
} from 'kysely'
import type { SqlAdapter } from './adapter.ts'
import { sqlAdapter, type SqlAdapterSettings } from './sql-adapter.ts'
import { type Session, SessionDriver, type SessionSource } from './store/session-driver.ts'

export type { SqlAdapter } from './adapter.ts'

type MysqlResult = readonly [unknown, unknown]

/**
 * The members of a connection of `mysql2` that the adapter uses.
 * @example const connection: MysqlConnection = await createPool('mysql://localhost/app').getConnection()
 */
export interface MysqlConnection {
  /** Runs a prepared statement. */
  execute(options: never): Promise<MysqlResult>
  /** Runs a statement that is not prepared. */
  query(options: never): Promise<MysqlResult>
  /** Returns the connection to the pool. */
  release(): void
  /** Closes the connection, after an error. */
  destroy(): void
}

/**
 * The members of a pool of `mysql2/promise` that the adapter uses.
 * @example const pool: MysqlPromisePool = createPool({ uri: process.env.DATABASE_URL })
 */
export interface MysqlPromisePool {
  /** Takes a connection from the pool. */
  getConnection(): Promise<MysqlConnection>
}

/**
 * A pool of `mysql2/promise`, or a pool of `mysql2`, whose `promise()` returns one.
 * @example const adapterFor = (pool: MysqlPool) => mysqlAdapter({ pool })
 */
export type MysqlPool =
  | MysqlPromisePool
  | {
      /** Returns the same pool with promises instead of callbacks. */
      promise(): MysqlPromisePool
    }

/**
 * The client of a MariaDB or MySQL database.
 * @example const config: MysqlDialectConfig = { pool: createPool({ uri: process.env.DATABASE_URL }) }
 */
export interface MysqlDialectConfig {
  /**
   * A pool of `mysql2`, with any settings. The application closes it.
   * @example pool: createPool({ uri: 'mysql://localhost/app', connectionLimit: 10 })
   */
  readonly pool: MysqlPool
}

interface QueryOptions {
  readonly sql: string
  readonly values: unknown[]
  readonly dateStrings: boolean
}

const isHeader = (result: unknown): result is { readonly affectedRows: number; readonly insertId: number } =>
  typeof result === 'object' && result !== null && 'affectedRows' in result

// The protocol can prepare only some statements.
const canPrepare = (sql: string): boolean => /^\s*(?:select|insert|update|delete)\b/i.test(sql)

const makeSession = (connection: MysqlConnection): Session => ({
  query: async (sql, parameters) => {
    // Instants are read as text, because the library makes a `Date` in the time zone of the pool.
    const options: QueryOptions = { sql, values: [...parameters], dateStrings: true }
    // `execute` sends values apart from the statement. `query` would write them into its text.
    const [result] = await (canPrepare(sql) ? connection.execute(options as never) : connection.query(options as never))
    if (!isHeader(result)) return { rows: Array.isArray(result) ? result : [] }
    const insertId = result.insertId === 0 ? {} : { insertId: BigInt(result.insertId) }
    return { rows: [], numAffectedRows: BigInt(result.affectedRows), ...insertId }
  },
  release: (isBroken) => (isBroken ? connection.destroy() : connection.release()),
})

// The isolation level applies to the next transaction of this connection.
const beginStatements = ({ isolationLevel }: TransactionSettings): readonly string[] => [
  ...(isolationLevel === undefined ? [] : [`set transaction isolation level ${isolationLevel}`]),
  'start transaction',
]

const mysqlSource = (pool: MysqlPool): SessionSource => {
  const promisePool = 'promise' in pool ? pool.promise() : pool
  return { acquire: async () => makeSession(await promisePool.getConnection()), begin: beginStatements }
}

/**
 * Makes a Kysely dialect for `mysql2`: MariaDB 10.5 and later, MySQL 8.
 *
 * @example
 * const db = new Kysely({ dialect: mysqlDialect({ pool: createPool({ uri: 'mysql://localhost/app' }) }) })
 */
export const mysqlDialect = ({ pool }: MysqlDialectConfig): Dialect => ({
  createDriver: (): Driver => new SessionDriver(mysqlSource(pool)),
  createQueryCompiler: (): QueryCompiler => new MysqlQueryCompiler(),
  createAdapter: (): DialectAdapter => new MysqlAdapter(),
  createIntrospector: (db: Kysely<never>): DatabaseIntrospector => new MysqlIntrospector(db),
})

/**
 * The options of `mysqlAdapter`.
 * @example const options: MysqlAdapterOptions = { pool: createPool('mysql://localhost/app'), migrate: false }
 */
export interface MysqlAdapterOptions extends MysqlDialectConfig, Omit<SqlAdapterSettings, 'migrate'> {
  /**
   * Brings the schema up to date at the first use. @default true
   * @example migrate: false
   */
  readonly migrate?: boolean
}

/**
 * Makes an adapter for MariaDB or MySQL 8, with a pool of `mysql2`.
 *
 * @example
 * const adapter = mysqlAdapter({ pool: createPool({ uri: process.env.DATABASE_URL }) })
 */
export const mysqlAdapter = ({ pool, ...settings }: MysqlAdapterOptions): SqlAdapter =>
  sqlAdapter({ migrate: true, ...settings, db: mysqlDialect({ pool }) })
