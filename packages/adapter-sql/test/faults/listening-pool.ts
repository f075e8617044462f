import type pg from 'pg'
import type { PgPool, PgQuery } from '../../src/postgres.ts'

/**
 * A pool that calls `onStatement` before it sends a statement, with the process id of the connection in the server, and
 * `onConnect` before it opens or reuses a connection.
 */
export const listeningPool = (
  pool: pg.Pool,
  onStatement: (sql: string, pid: unknown) => Promise<void>,
  onConnect: () => void = () => undefined,
): PgPool => ({
  connect: async () => {
    onConnect()
    const client = await pool.connect()
    const pid: unknown = Reflect.get(client, 'processID')
    return {
      query: async (query: PgQuery) => {
        await onStatement(query.text, pid)
        return client.query(query)
      },
      release: (isBroken?: boolean) => client.release(isBroken),
      on: client.on.bind(client),
      off: client.off.bind(client),
    }
  },
  end: () => pool.end(),
})
