import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
  type TransactionSettings,
} from 'kysely'
import { isReused } from './statement.ts'

/** One connection of a client library. */
export interface Session {
  /** Runs a statement. One that `isReused` has one of few texts, so the server may keep it prepared. */
  readonly query: (sql: string, parameters: readonly unknown[], isReused: boolean) => Promise<QueryResult<unknown>>
  /** Begins a transaction. Present if the library must do so itself. */
  readonly begin?: (settings: TransactionSettings) => Promise<void>
  /** Returns the connection to its pool. A broken one must not be used again. */
  readonly release: (isBroken: boolean) => void | Promise<void>
}

/** Provides the connections of a client library. */
export interface SessionSource {
  readonly acquire: () => Promise<Session>
  /** The statements that begin a transaction. Present if `Session` has no `begin`. */
  readonly begin?: (settings: TransactionSettings) => readonly string[]
}

class SessionConnection implements DatabaseConnection {
  readonly #session: Session

  constructor(session: Session) {
    this.#session = session
  }

  executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const result = this.#session.query(query.sql, query.parameters, isReused(query))
    return result as Promise<QueryResult<Row>>
  }

  async *streamQuery<Row>(query: CompiledQuery): AsyncGenerator<QueryResult<Row>> {
    yield await this.executeQuery<Row>(query)
  }

  async execute(...statements: readonly string[]): Promise<void> {
    for (const sql of statements) await this.#session.query(sql, [], false)
  }

  async begin(settings: TransactionSettings, statements: SessionSource['begin']): Promise<void> {
    await (statements === undefined ? this.#session.begin?.(settings) : this.execute(...statements(settings)))
  }

  async release(isBroken: boolean): Promise<void> {
    await this.#session.release(isBroken)
  }
}

/**
 * A Kysely driver for any client library. The application opened the library's connections, so the driver closes none.
 * A connection whose transaction could not be ended is not used again.
 */
export class SessionDriver implements Driver {
  readonly #source: SessionSource
  readonly #broken = new WeakSet<SessionConnection>()

  constructor(source: SessionSource) {
    this.#source = source
  }

  init(): Promise<void> {
    return Promise.resolve()
  }

  async acquireConnection(): Promise<SessionConnection> {
    return new SessionConnection(await this.#source.acquire())
  }

  async releaseConnection(connection: SessionConnection): Promise<void> {
    await connection.release(this.#broken.has(connection))
  }

  async beginTransaction(connection: SessionConnection, settings: TransactionSettings): Promise<void> {
    await this.#markBrokenOnError(connection, connection.begin(settings, this.#source.begin))
  }

  // If the server refuses the commit, its connection works. Kysely rolls back after each error, which tells.
  async commitTransaction(connection: SessionConnection): Promise<void> {
    await connection.execute('commit')
  }

  async rollbackTransaction(connection: SessionConnection): Promise<void> {
    // The error of the work is more useful than that of the rollback.
    await this.#markBrokenOnError(connection, connection.execute('rollback')).catch(() => undefined)
  }

  async #markBrokenOnError(connection: SessionConnection, work: Promise<void>): Promise<void> {
    try {
      await work
    } catch (error) {
      this.#broken.add(connection)
      throw error
    }
  }

  destroy(): Promise<void> {
    return Promise.resolve()
  }
}
