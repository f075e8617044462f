import type { QueryResult } from 'kysely'
import { whileBusy } from '../sqlite/busy.ts'
import { mutexOf } from '../store/mutex.ts'
import type { Session, SessionSource } from '../store/session-driver.ts'

/** What libSQL answers. */
export interface LibsqlResult {
  readonly rows: readonly unknown[]
  readonly rowsAffected: number
  readonly lastInsertRowid?: bigint | undefined
}

interface Executor {
  execute(statement: never): Promise<LibsqlResult>
}

/** What is asked of a transaction of `@libsql/client`. */
export interface LibsqlTransaction extends Executor {
  executeMultiple(sql: string): Promise<void>
  commit(): Promise<void>
  rollback(): Promise<void>
  close(): void
}

/** What is asked of a client of `@libsql/client`. */
export interface LibsqlClient extends Executor {
  transaction(mode: 'write' | 'deferred'): Promise<LibsqlTransaction>
  readonly protocol: string
}

/** Rows come as arrays with names beside; plain objects are what the rest is made for. */
const plain = (row: unknown): unknown => ({ ...(row as object) })

const ask = async (executor: Executor, sql: string, args: readonly unknown[]): Promise<QueryResult<unknown>> => {
  const { rows, rowsAffected, lastInsertRowid } = await executor.execute({ sql, args } as never)
  const insertId = lastInsertRowid === undefined ? {} : { insertId: lastInsertRowid }
  return { rows: rows.map(plain), numAffectedRows: BigInt(rowsAffected), ...insertId }
}

type Begin = () => Promise<LibsqlTransaction>

/**
 * Takes the one lock that a file has. A statement that another process's lock refused stays open on its connection, unseen: what is written
 * there later is said to be done, and neither kept nor seen by others, who find the file locked. Of a script nothing stays open.
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

/** One after another, over a connection that becomes a transaction's at `begin` and is nobody's again at its end. */
class LibsqlSession implements Session {
  readonly #client: LibsqlClient
  readonly #begin: Begin
  readonly #patience: number
  #transaction: LibsqlTransaction | undefined
  readonly release: () => void

  constructor(client: LibsqlClient, patience: number, release: () => void) {
    this.#client = client
    const begin = () => (client.protocol === 'file' ? beginInFile(client) : client.transaction('write'))
    this.#begin = () => whileBusy(begin, patience)
    this.#patience = patience
    this.release = () => {
      this.#transaction?.close()
      this.#transaction = undefined
      release()
    }
  }

  async query(sql: string, parameters: readonly unknown[]): Promise<QueryResult<unknown>> {
    if (sql === 'begin') this.#transaction = await this.#begin()
    else if (sql === 'commit') await this.#end('commit')
    else if (sql === 'rollback') await this.#end('rollback')
    else if (this.#transaction !== undefined) return ask(this.#transaction, sql, parameters)
    else if (this.#client.protocol === 'file' && !/^select\b/i.test(sql)) return this.#write(sql, parameters)
    else return whileBusy(() => ask(this.#client, sql, parameters), this.#patience)
    return { rows: [] }
  }

  /** A statement that writes, alone: the lock is there before it begins. */
  async #write(sql: string, parameters: readonly unknown[]): Promise<QueryResult<unknown>> {
    const transaction = await this.#begin()
    try {
      const result = await ask(transaction, sql, parameters)
      await transaction.commit()
      return result
    } finally {
      transaction.close()
    }
  }

  async #end(how: 'commit' | 'rollback'): Promise<void> {
    await this.#transaction?.[how]()
    this.#transaction = undefined
  }
}

/** Sessions of a libSQL client. A file has one writer, so its sessions follow one another; a server orders them itself. */
export const libsqlSource = (client: LibsqlClient, patience: number): SessionSource => {
  const mutex = mutexOf(client)
  const isFile = client.protocol === 'file'
  return {
    acquire: async () => new LibsqlSession(client, patience, isFile ? await mutex.lock() : () => undefined),
    close: () => Promise.resolve(),
    begin: () => ['begin'],
  }
}
