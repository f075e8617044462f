import type { QueryResult } from 'kysely'
import { retryWhileBusy } from '../sqlite/busy.ts'
import { mutexOf } from '../store/mutex.ts'
import type { Session, SessionSource } from '../store/session-driver.ts'

/**
 * The result of a libSQL statement.
 * @example
 * const client = createClient({ url: 'file:app.db' })
 * const { rows }: LibsqlResult = await client.execute('select email from users')
 */
export interface LibsqlResult {
  /** The rows that the statement returned. */
  readonly rows: readonly unknown[]
  /** How many rows the statement changed. */
  readonly rowsAffected: number
  /** The id of the last row that was inserted. */
  readonly lastInsertRowid?: bigint | undefined
}

interface Executor {
  /** Runs one statement. */
  execute(statement: never): Promise<LibsqlResult>
}

/**
 * The members of a transaction of `@libsql/client` that the adapter uses.
 * @example
 * const client = createClient({ url: 'file:app.db' })
 * const transaction: LibsqlTransaction = await client.transaction('write')
 */
export interface LibsqlTransaction extends Executor {
  /** Runs several statements of SQL text. */
  executeMultiple(sql: string): Promise<void>
  /** Stores the writes of the transaction. */
  commit(): Promise<void>
  /** Undoes the writes of the transaction. */
  rollback(): Promise<void>
  /** Ends the transaction, and undoes it unless it was committed. */
  close(): void
}

/**
 * The members of a client of `@libsql/client` that the adapter uses.
 * @example const client: LibsqlClient = createClient({ url: 'file:app.db' })
 */
export interface LibsqlClient extends Executor {
  /** Begins a transaction. */
  transaction(mode: 'write' | 'deferred'): Promise<LibsqlTransaction>
  /** How the client reaches the database: `file`, `http` or `ws`. */
  readonly protocol: string
}

/** Copies a row, which is an array with named members, into a plain object. */
const toPlainObject = (row: unknown): unknown => ({ ...(row as object) })

const execute = async (executor: Executor, sql: string, args: readonly unknown[]): Promise<QueryResult<unknown>> => {
  const { rows, rowsAffected, lastInsertRowid } = await executor.execute({ sql, args } as never)
  const insertId = lastInsertRowid === undefined ? {} : { insertId: lastInsertRowid }
  return { rows: rows.map(toPlainObject), numAffectedRows: BigInt(rowsAffected), ...insertId }
}

/**
 * Begins a transaction with the lock of the file. A statement that failed because of another process's lock stays open
 * on its connection: later writes on that connection report success and are lost, and the file stays locked. A script
 * leaves no statement open.
 */
const beginInFile = async (client: LibsqlClient): Promise<LibsqlTransaction> => {
  const transaction = await client.transaction('deferred')
  try {
    await transaction.executeMultiple('commit; begin immediate')
    return transaction
  } catch (error) {
    transaction.close()
    throw error
  }
}

/**
 * Commits in a file. It waits for readers in other processes, which a rollback journal requires; the client's own function
 * would undo the transaction.
 */
const commitInFile = async (transaction: LibsqlTransaction, busyTimeout: number): Promise<void> => {
  await retryWhileBusy(() => transaction.executeMultiple('commit'), busyTimeout)
  transaction.close()
}

/** A session of a client. Between `begin` and the end of a transaction it uses the transaction's connection. */
class LibsqlSession implements Session {
  readonly #client: LibsqlClient
  readonly #busyTimeout: number
  readonly #isFile: boolean
  #transaction: LibsqlTransaction | undefined
  readonly release: () => void

  constructor(client: LibsqlClient, busyTimeout: number, release: () => void) {
    this.#client = client
    this.#busyTimeout = busyTimeout
    this.#isFile = client.protocol === 'file'
    this.release = () => {
      this.#transaction?.close()
      this.#transaction = undefined
      release()
    }
  }

  async query(sql: string, parameters: readonly unknown[]): Promise<QueryResult<unknown>> {
    if (sql === 'begin') this.#transaction = await this.#begin()
    else if (sql === 'commit' || sql === 'rollback') await this.#end(sql)
    else if (this.#transaction !== undefined) return execute(this.#transaction, sql, parameters)
    else if (this.#isFile && !/^select\b/i.test(sql)) return this.#write(sql, parameters)
    else return retryWhileBusy(() => execute(this.#client, sql, parameters), this.#busyTimeout)
    return { rows: [] }
  }

  #begin(): Promise<LibsqlTransaction> {
    const begin = () => (this.#isFile ? beginInFile(this.#client) : this.#client.transaction('write'))
    return retryWhileBusy(begin, this.#busyTimeout)
  }

  /** Runs a single writing statement in a transaction of its own, so that it starts with the lock. */
  async #write(sql: string, parameters: readonly unknown[]): Promise<QueryResult<unknown>> {
    const transaction = await this.#begin()
    try {
      const result = await execute(transaction, sql, parameters)
      await commitInFile(transaction, this.#busyTimeout)
      return result
    } finally {
      transaction.close()
    }
  }

  async #end(command: 'commit' | 'rollback'): Promise<void> {
    const transaction = this.#transaction
    if (transaction !== undefined && this.#isFile && command === 'commit')
      await commitInFile(transaction, this.#busyTimeout)
    else await transaction?.[command]()
    this.#transaction = undefined
  }
}

/** Sessions of a libSQL client. A file has one writer, so its sessions take turns. A server orders them itself. */
export const libsqlSource = (client: LibsqlClient, busyTimeout: number): SessionSource => {
  const mutex = mutexOf(client)
  const isFile = client.protocol === 'file'
  return {
    acquire: async () => new LibsqlSession(client, busyTimeout, isFile ? await mutex.lock() : () => undefined),
    begin: () => ['begin'],
  }
}
