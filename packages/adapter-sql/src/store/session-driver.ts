import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
  type TransactionSettings,
} from 'kysely'

/** One connection to a database server, as a client library hands it out. */
export interface Session {
  readonly query: (sql: string, parameters: readonly unknown[]) => Promise<QueryResult<unknown>>
  /** Begins a transaction, where the library wants to do so itself. */
  readonly begin?: (settings: TransactionSettings) => Promise<void>
  /** Gives it back. A broken one is not to be used again. */
  readonly release: (isBroken: boolean) => void | Promise<void>
}

/** Where connections come from. */
export interface SessionSource {
  readonly acquire: () => Promise<Session>
  /** Closes what was opened here. */
  readonly close: () => Promise<void>
  /** How a transaction begins that a session does not begin itself. */
  readonly begin?: (settings: TransactionSettings) => readonly string[]
}

class SessionConnection implements DatabaseConnection {
  readonly #session: Session

  constructor(session: Session) {
    this.#session = session
  }

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    const { rows, ...rest } = await this.#session.query(sql, parameters)
    return { ...rest, rows: rows as Row[] }
  }

  async *streamQuery<Row>(query: CompiledQuery): AsyncGenerator<QueryResult<Row>> {
    yield await this.executeQuery<Row>(query)
  }

  async say(...statements: readonly string[]): Promise<void> {
    for (const sql of statements) await this.#session.query(sql, [])
  }

  async begin(settings: TransactionSettings, words: SessionSource['begin']): Promise<void> {
    await (words === undefined ? this.#session.begin?.(settings) : this.say(...words(settings)))
  }

  async release(isBroken: boolean): Promise<void> {
    await this.#session.release(isBroken)
  }
}

/** Kysely's driver over any client library. A connection whose transaction could not be ended is not used again. */
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
    await this.#breaking(connection, connection.begin(settings, this.#source.begin))
  }

  async commitTransaction(connection: SessionConnection): Promise<void> {
    await this.#breaking(connection, connection.say('commit'))
  }

  async rollbackTransaction(connection: SessionConnection): Promise<void> {
    // What made the work fail says more than that its connection could not be asked any more.
    await this.#breaking(connection, connection.say('rollback')).catch(() => undefined)
  }

  async #breaking(connection: SessionConnection, work: Promise<void>): Promise<void> {
    try {
      await work
    } catch (error) {
      this.#broken.add(connection)
      throw error
    }
  }

  destroy(): Promise<void> {
    return this.#source.close()
  }
}
