import type { Driver } from 'kysely'
import { SqliteConnection } from './connection.ts'
import type { SqliteDatabase } from './database.ts'
import { mutexOf } from '../store/mutex.ts'

/** How the driver opens a SQLite database. */
export interface SqliteDriverConfig {
  /** Opens the database, at the first query. */
  readonly open: () => SqliteDatabase
  /** Whether the application opened the database, and closes it. */
  readonly keepOpen: boolean
  /** How long a statement waits for another connection's lock, in milliseconds. */
  readonly busyTimeout: number
}

/** Milliseconds in which SQLite itself waits for a lock and blocks the process. */
const BLOCKING_TIMEOUT = 20

const pragmas = [
  `pragma busy_timeout = ${BLOCKING_TIMEOUT}`,
  // Readers and the writer do not block each other. A database in memory keeps its own mode.
  'pragma journal_mode = wal',
  // With a write-ahead log, a power failure may lose the last transactions, but does not corrupt the file.
  'pragma synchronous = normal',
  // Off by default, for each connection.
  'pragma foreign_keys = on',
]

/** A driver with one connection. Queries and transactions take turns. */
export class SqliteDriver implements Driver {
  readonly #config: SqliteDriverConfig
  readonly #releases = new WeakMap<object, () => void>()
  #open: { readonly database: SqliteDatabase; readonly connection: SqliteConnection } | undefined

  constructor(config: SqliteDriverConfig) {
    this.#config = config
  }

  async init(): Promise<void> {
    const database = this.#config.open()
    const connection = new SqliteConnection(database, this.#config.busyTimeout)
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

  // A transaction that starts with a read may be unable to get the lock for a write. So it takes the lock first.
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
    if (!this.#config.keepOpen) this.#open?.database.close()
    this.#open = undefined
  }
}
