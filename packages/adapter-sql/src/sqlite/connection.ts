import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely'
import { retryWhileBusy } from './busy.ts'
import type { SqliteDatabase, SqliteStatement, SqliteValue } from './database.ts'

interface Prepared {
  readonly statement: SqliteStatement
  readonly returnsRows: boolean
}

/** How many prepared statements are cached. */
const CACHE_SIZE = 200

/** Converts a value for SQLite, which has no booleans and no dates. */
const toSqliteValue = (value: unknown): SqliteValue => {
  if (value === undefined || value === null) return null
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint') return value
  if (typeof value === 'boolean') return value ? 1 : 0
  if (value instanceof Date) return value.getTime()
  if (value instanceof Uint8Array) return value
  throw new TypeError(`SQLite cannot store a value of type ${typeof value}`)
}

/** The connection of a database. Caches prepared statements. */
export class SqliteConnection implements DatabaseConnection {
  readonly #database: SqliteDatabase
  readonly #busyTimeout: number
  readonly #prepared = new Map<string, Prepared>()

  constructor(database: SqliteDatabase, busyTimeout: number) {
    this.#database = database
    this.#busyTimeout = busyTimeout
  }

  #prepare(sql: string): Prepared {
    const cached = this.#prepared.get(sql)
    if (cached !== undefined) return cached
    const statement = this.#database.prepare(sql)
    const prepared = { statement, returnsRows: statement.reader ?? (statement.columns?.().length ?? 0) > 0 }
    const [oldest] = this.#prepared.keys()
    if (this.#prepared.size >= CACHE_SIZE && oldest !== undefined) this.#prepared.delete(oldest)
    this.#prepared.set(sql, prepared)
    return prepared
  }

  #run<Row>({ sql, parameters }: CompiledQuery): QueryResult<Row> {
    const { statement, returnsRows } = this.#prepare(sql)
    const bound = parameters.map(toSqliteValue)
    if (returnsRows) return { rows: statement.all(...bound) as Row[] }
    const { changes, lastInsertRowid } = statement.run(...bound)
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) }
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    return retryWhileBusy(() => this.#run<Row>(query), this.#busyTimeout)
  }

  async *streamQuery<Row>(query: CompiledQuery): AsyncGenerator<QueryResult<Row>> {
    yield await this.executeQuery<Row>(query)
  }

  /** Runs a statement that does not come from Kysely, such as `begin`. */
  async exec(sql: string): Promise<void> {
    await retryWhileBusy(() => void this.#database.exec(sql), this.#busyTimeout)
  }
}
