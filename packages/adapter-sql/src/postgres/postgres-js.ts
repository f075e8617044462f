import type { QueryResult, TransactionSettings } from 'kysely'
import { JsonParameter } from '../flavours/postgres.ts'
import { TRIES } from '../store/patience.ts'
import type { Session, SessionSource } from '../store/session-driver.ts'

interface Result extends ReadonlyArray<unknown> {
  readonly count: number | null
}

/** What is asked of a transaction of `postgres`. */
export interface PostgresJsTransaction {
  unsafe(query: string, parameters?: never[]): PromiseLike<Result>
}

/** What is asked of the client of the package `postgres`. */
export interface PostgresJs extends PostgresJsTransaction {
  begin(settings: string, work: (sql: PostgresJsTransaction) => Promise<never>): Promise<unknown>
  json(value: never): unknown
  end(): Promise<void>
}

/** One connection, for as long as a transaction lasts on it. */
interface Held {
  readonly sql: PostgresJsTransaction
  /** Fails when the connection is lost. */
  readonly lost: Promise<never>
}

const isOver = (): never => {
  throw new Error('the transaction is over')
}

const ENDING = /^(?:commit|rollback)$/

const isOfServer = (error: unknown): error is Error & { readonly code?: unknown } =>
  error instanceof Error && 'severity' in error

/** Tells of a failure when the client has heard the whole of it: a connection is closed only after its statements have failed. */
const heardOut = async <Value>(work: Promise<Value>): Promise<Value> => {
  try {
    return await work
  } catch (error) {
    if (!isOfServer(error)) await new Promise((resolve) => void setTimeout(resolve, 0))
    throw error
  }
}

// The server's reasons for ending a connection. A statement under way is told `CONNECTION_CLOSED` instead.
const ENDED = ['57P01', '57P02']

/** Asks again when the client blames the end of a connection on what it was to send first on the next one, and did not send. */
const sent = async <Value>(work: () => Promise<Value>): Promise<Value> => {
  for (let tries = 1; ; tries += 1) {
    try {
      return await heardOut(work())
    } catch (error) {
      if (tries === TRIES || !isOfServer(error) || !ENDED.includes(String(error.code))) throw error
    }
  }
}

/**
 * Begins in the client's own way, since a connection that it reserves is not given up when it is lost. Work that never ends leaves the end to the
 * statements: the client takes the connection back when the server says that no transaction is going on.
 */
const hold = (client: PostgresJs, { isolationLevel }: TransactionSettings): Promise<Held> =>
  new Promise((resolve, reject) => {
    const how = isolationLevel === undefined ? '' : `isolation level ${isolationLevel}`
    const work = (sql: PostgresJsTransaction) => {
      resolve({ sql, lost })
      return new Promise<never>(() => undefined)
    }
    const lost = client.begin(how, work).then(isOver)
    lost.catch(reject)
  })

const sessionOf = (client: PostgresJs): Session => {
  const ask = async (
    sql: PostgresJsTransaction,
    text: string,
    parameters: readonly unknown[],
  ): Promise<QueryResult<unknown>> => {
    const values = parameters.map((value) =>
      value instanceof JsonParameter ? client.json(value.value as never) : value,
    )
    const result = await sql.unsafe(text, values as never[])
    return { rows: [...result], numAffectedRows: BigInt(result.count ?? 0) }
  }
  let held: Held | undefined
  let over: Error | undefined
  return {
    begin: async (settings) => {
      held = await sent(() => hold(client, settings))
      held.lost.catch((cause: unknown) => (over = new Error('the connection to the database was lost', { cause })))
    },
    query: async (text, parameters) => {
      if (held === undefined) return sent(() => ask(client, text, parameters))
      // The connection is lost or, after these words, somebody else's.
      if (over !== undefined) throw over
      if (ENDING.test(text)) over = new Error('the transaction is over')
      return heardOut(Promise.race([ask(held.sql, text, parameters), held.lost]))
    },
    release: () => undefined,
  }
}

/** Connections of the client of `postgres`: any for a statement alone, one for a transaction. */
export const postgresJsSource = (sql: PostgresJs, close: () => Promise<void>): SessionSource => ({
  acquire: async () => sessionOf(sql),
  close,
})
