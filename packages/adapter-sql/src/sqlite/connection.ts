import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely'
import { whileBusy } from './busy.ts'
import type { SqliteDatabase, SqliteStatement, SqliteValue } from './database.ts'

interface Prepared {
  readonly statement: SqliteStatement
  readonly returnsRows: boolean
}

const STATEMENTS_KEPT = 200

/** SQLite has no booleans and no dates. */
const bindable = (value: unknown): SqliteValue => {
  if (value === undefined || value === null) return null
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint') return value
  if (typeof value === 'boolean') return value ? 1 : 0
  if (value instanceof Date) return value.getTime()
  if (value instanceof Uint8Array) return value
  throw new TypeError(`SQLite cannot keep a value of type ${typeof value}`)
}

/** The one connection of a database. Statements are prepared once and kept. */
export class SqliteConnection implements DatabaseConnection {
  readonly #database: SqliteDatabase
  readonly #patience: number
  readonly #prepared = new Map<string, Prepared>()

  constructor(database: SqliteDatabase, patience: number) {
    this.#database = database
    this.#patience = patience
  }

  #prepare(sql: string): Prepared {
    const known = this.#prepared.get(sql)
    if (known !== undefined) return known
    const statement = this.#database.prepare(sql)
    const prepared = { statement, returnsRows: statement.reader ?? (statement.columns?.().length ?? 0) > 0 }
    const [oldest] = this.#prepared.keys()
    if (this.#prepared.size >= STATEMENTS_KEPT && oldest !== undefined) this.#prepared.delete(oldest)
    this.#prepared.set(sql, prepared)
    return prepared
  }

  #run<Row>({ sql, parameters }: CompiledQuery): QueryResult<Row> {
    const { statement, returnsRows } = this.#prepare(sql)
    const bound = parameters.map(bindable)
    if (returnsRows) return { rows: statement.all(...bound) as Row[] }
    const { changes, lastInsertRowid } = statement.run(...bound)
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) }
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    return whileBusy(() => this.#run<Row>(query), this.#patience)
  }

  async *streamQuery<Row>(query: CompiledQuery): AsyncGenerator<QueryResult<Row>> {
    yield await this.executeQuery<Row>(query)
  }

  /** A statement outside Kysely, such as `begin`. */
  async exec(sql: string): Promise<void> {
    await whileBusy(() => void this.#database.exec(sql), this.#patience)
  }
}
