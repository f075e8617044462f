import type { Driver } from 'kysely'
import { SqliteConnection } from './connection.ts'
import type { SqliteDatabase } from './database.ts'
import { mutexOf } from '../store/mutex.ts'

/** How a SQLite database is opened. */
export interface SqliteDriverConfig {
  /** Opens it, at the first query. */
  readonly open: () => SqliteDatabase
  /** Whether the one who opened it elsewhere closes it too. @default false */
  readonly keepOpen?: boolean
  /** How long a statement waits for another connection's lock, in milliseconds. @default 5000 */
  readonly busyTimeout?: number
}

// How long SQLite may stop the process before the waiting is done outside it.
const BLOCKING_WAIT = 20

const pragmas = [
  `pragma busy_timeout = ${BLOCKING_WAIT}`,
  // Readers and the one writer do not hinder each other. A database in memory keeps its own mode.
  'pragma journal_mode = wal',
  // Safe with a write-ahead log: a power failure may lose the last moments, never the file.
  'pragma synchronous = normal',
  // Off unless asked for, per connection.
  'pragma foreign_keys = on',
]

/** One connection, taken by one query or one transaction at a time, so that two transactions never mix. */
export class SqliteDriver implements Driver {
  readonly #config: SqliteDriverConfig
  readonly #releases = new WeakMap<object, () => void>()
  #open: { readonly database: SqliteDatabase; readonly connection: SqliteConnection } | undefined

  constructor(config: SqliteDriverConfig) {
    this.#config = config
  }

  async init(): Promise<void> {
    const database = this.#config.open()
    const connection = new SqliteConnection(database, this.#config.busyTimeout ?? 5000)
    this.#open = { database, connection }
    try {
      for (const pragma of pragmas) await connection.exec(pragma)
    } catch (error) {
      await this.destroy()
      throw error
    }
  }

  #opened() {
    if (this.#open === undefined) throw new Error('the database is not open')
    return this.#open
  }

  async acquireConnection(): Promise<SqliteConnection> {
    const { database, connection } = this.#opened()
    const release = await mutexOf(database).lock()
    this.#releases.set(connection, release)
    return connection
  }

  async releaseConnection(connection: SqliteConnection): Promise<void> {
    this.#releases.get(connection)?.()
  }

  // A transaction that begins by reading cannot always go on to write: asking for the lock at once avoids that dead end.
  async beginTransaction(connection: SqliteConnection): Promise<void> {
    await connection.exec('begin immediate')
  }

  async commitTransaction(connection: SqliteConnection): Promise<void> {
    await connection.exec('commit')
  }

  async rollbackTransaction(connection: SqliteConnection): Promise<void> {
    await connection.exec('rollback')
  }

  async destroy(): Promise<void> {
    if (this.#config.keepOpen !== true) this.#open?.database.close()
    this.#open = undefined
  }
}
