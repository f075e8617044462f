import type { QueryResult, TransactionSettings } from 'kysely'
import { JsonParameter } from '../engines/postgres.ts'
import type { Session, SessionSource } from '../store/session-driver.ts'
import type { PreparedStatements } from './prepared-statements.ts'

interface Result extends ReadonlyArray<unknown> {
  readonly count: number | null
}

/**
 * The members of a transaction of the package `postgres` that the adapter uses.
 * @example const countUsers = (sql: PostgresJsTransaction) => sql.unsafe('select count(*) from users')
 */
export interface PostgresJsTransaction {
  /** Runs a statement from SQL text, with values for its placeholders. */
  unsafe(query: string, parameters?: never[], options?: { readonly prepare: boolean }): PromiseLike<Result>
}

/**
 * The members of a client of the package `postgres` that the adapter uses.
 * @example const sql: PostgresJs = postgres('postgres://localhost/app')
 */
export interface PostgresJs extends PostgresJsTransaction {
  /** Runs the function in a transaction with these settings, such as an isolation level. */
  begin(settings: string, work: (sql: PostgresJsTransaction) => Promise<never>): Promise<unknown>
  /** Marks a value as JSON. */
  json(value: never): unknown
  /** Closes all connections. */
  end(): Promise<void>
}

interface OpenTransaction {
  readonly sql: PostgresJsTransaction
  /** Rejects when the connection is lost. */
  readonly lost: Promise<never>
}

const throwOver = (): never => {
  throw new Error('the transaction is over')
}

const isServerError = (error: unknown): error is Error & { readonly code?: unknown } =>
  error instanceof Error && 'severity' in error

/**
 * Delays a failure of the connection until the client has handled it. The client rejects the statements of a lost
 * connection before it marks the connection as closed.
 */
const afterClose = async <Value>(work: Promise<Value>): Promise<Value> => {
  try {
    return await work
  } catch (error) {
    if (!isServerError(error)) await new Promise((resolve) => void setTimeout(resolve, 0))
    throw error
  }
}

/** How often a statement that was not sent is tried. */
const MAX_TRIES = 5

// The server's codes for a connection that it ended. A statement that was sent fails with `CONNECTION_CLOSED` instead.
const CONNECTION_ENDED: readonly unknown[] = ['57P01', '57P02']

/**
 * Retries a statement that was not sent. When the server ends an idle connection, the client rejects the statement that
 * it would have sent next on it.
 */
const retryUnsent = async <Value>(work: () => Promise<Value>): Promise<Value> => {
  for (let tries = 1; ; tries += 1) {
    try {
      return await afterClose(work())
    } catch (error) {
      if (tries === MAX_TRIES || !isServerError(error) || !CONNECTION_ENDED.includes(error.code)) throw error
    }
  }
}

/**
 * Begins a transaction by the client's `begin`: a connection from its `reserve` is not given up when it is lost. The
 * work never resolves. The caller's `commit` or `rollback` ends the transaction, and the client takes the connection
 * back when the server reports that none is open.
 */
const openTransaction = (client: PostgresJs, { isolationLevel }: TransactionSettings): Promise<OpenTransaction> =>
  new Promise((resolve, reject) => {
    const settings = isolationLevel === undefined ? '' : `isolation level ${isolationLevel}`
    const work = (sql: PostgresJsTransaction) => {
      resolve({ sql, lost })
      return new Promise<never>(() => undefined)
    }
    const lost = client.begin(settings, work).then(throwOver)
    lost.catch(reject)
  })

const makeSession = (client: PostgresJs, prepared: PreparedStatements): Session => {
  const execute = (
    sql: PostgresJsTransaction,
    statement: string,
    parameters: readonly unknown[],
    isReused: boolean,
  ): Promise<QueryResult<unknown>> => {
    const values = parameters.map((value) =>
      value instanceof JsonParameter ? client.json(value.value as never) : value,
    )
    return prepared.run(statement, isReused, async ({ text, name }) => {
      // The client makes names of its own.
      const result = await sql.unsafe(text, values as never[], { prepare: name !== undefined })
      return { rows: [...result], numAffectedRows: BigInt(result.count ?? 0) }
    })
  }
  let transaction: OpenTransaction | undefined
  let ended: Error | undefined
  return {
    begin: async (settings) => {
      transaction = await retryUnsent(() => openTransaction(client, settings))
      transaction.lost.catch((cause: unknown) => {
        ended = new Error('the connection to the database was lost', { cause })
      })
    },
    query: async (text, parameters, isReused) => {
      if (transaction === undefined) return retryUnsent(() => execute(client, text, parameters, isReused))
      if (ended !== undefined) throw ended
      // After this statement the connection may serve another session.
      if (text === 'commit' || text === 'rollback') ended = new Error('the transaction is over')
      return afterClose(Promise.race([execute(transaction.sql, text, parameters, isReused), transaction.lost]))
    },
    release: () => undefined,
  }
}

/** Sessions of a client of `postgres`: any connection for a single statement, one connection for a transaction. */
export const postgresJsSource = (sql: PostgresJs, prepared: PreparedStatements): SessionSource => ({
  acquire: async () => makeSession(sql, prepared),
})
