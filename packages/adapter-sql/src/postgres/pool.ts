import { logLine } from '../log-line.ts'
import type { TransactionSettings } from 'kysely'
import { JsonParameter } from '../engines/postgres.ts'
import type { Session, SessionSource } from '../store/session-driver.ts'
import type { PreparedStatements } from './prepared-statements.ts'

/**
 * A statement of `pg`. The server keeps one with a name prepared, for each connection.
 * @example
 * const query: PgQuery = { text: 'select email from users where id = $1', values: ['42'], name: 'email_by_id' }
 */
export interface PgQuery {
  /** The SQL text, with `$1` for the first value. */
  readonly text: string
  /** The values of the placeholders. */
  readonly values: unknown[]
  /** The name of the prepared statement. Without one, nothing is kept. */
  readonly name?: string
}

/**
 * The members of a connection of `pg` that the adapter uses.
 * @example const client: PgClient = await new Pool().connect()
 */
export interface PgClient {
  /** Runs a statement with values for its placeholders. */
  query(query: PgQuery): Promise<{ readonly rows: unknown[]; readonly rowCount: number | null }>
  /** Returns the connection to the pool, or closes it with `true`. */
  release(destroy?: boolean): void
  /** Adds a listener for errors of the connection. */
  on(event: 'error', listener: () => void): unknown
  /** Removes a listener for errors of the connection. */
  off(event: 'error', listener: () => void): unknown
}

/**
 * The members of a pool that the adapter uses. `Pool` of `pg` and of `@neondatabase/serverless` have them.
 * @example const pool: PgPool = new Pool({ connectionString: process.env.DATABASE_URL })
 */
export interface PgPool {
  /** Takes a connection from the pool. */
  connect(): Promise<PgClient>
  /** Closes all connections. */
  end(): Promise<void>
}

interface Emitter {
  on(event: 'error', listener: (error: unknown) => void): unknown
  listenerCount(event: 'error'): number
}

const isEmitter = (pool: object): pool is Emitter =>
  'on' in pool && typeof pool.on === 'function' && 'listenerCount' in pool && typeof pool.listenerCount === 'function'

const poolsWithListener = new WeakSet<object>()

/**
 * Logs the `error` events of a pool if the application has no listener. When the server restarts, the pool emits one
 * for each idle connection. An unhandled `error` event terminates the process, although the pool opens new connections.
 */
const logConnectionErrors = (pool: object): void => {
  if (!isEmitter(pool) || poolsWithListener.has(pool)) return
  poolsWithListener.add(pool)
  const onConnectionError = (error: unknown): void => {
    // Only the stack: the error has the whole connection as a member.
    if (pool.listenerCount('error') === 1)
      console.error(
        logLine('error', 'an idle connection to PostgreSQL failed:'),
        error instanceof Error ? error.stack : error,
      )
  }
  pool.on('error', onConnectionError)
}

// A lost connection makes its next query fail. Without a listener, the event would terminate the process before.
const ignoreConnectionError = (): void => undefined

/** The statements that begin a transaction in PostgreSQL. */
export const beginStatements = ({ isolationLevel }: TransactionSettings): readonly string[] => [
  isolationLevel === undefined ? 'begin' : `start transaction isolation level ${isolationLevel}`,
]

const makeSession = (client: PgClient, prepared: PreparedStatements): Session => ({
  query: (sql, parameters, isReused) => {
    const values = parameters.map((value) => (value instanceof JsonParameter ? JSON.stringify(value.value) : value))
    return prepared.run(sql, isReused, async (statement) => {
      const { rows, rowCount } = await client.query({ ...statement, values })
      return { rows, numAffectedRows: BigInt(rowCount ?? 0) }
    })
  },
  release: (isBroken) => {
    client.off('error', ignoreConnectionError)
    client.release(isBroken)
  },
})

/** Sessions of a pool of `pg`. */
export const pgSource = (pool: PgPool, prepared: PreparedStatements): SessionSource => {
  logConnectionErrors(pool)
  return {
    acquire: async () => {
      const client = await pool.connect()
      client.on('error', ignoreConnectionError)
      return makeSession(client, prepared)
    },
    begin: beginStatements,
  }
}
