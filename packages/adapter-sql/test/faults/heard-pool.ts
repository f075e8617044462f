import type pg from 'pg'
import type { PgPool } from '../../src/postgres/pool.ts'

/**
 * A pool whose statements are heard before they are sent, with the id of the connection's process in the server. `asked` is told of each wish for
 * a connection.
 */
export const heardPool = (
  pool: pg.Pool,
  hear: (sql: string, pid: unknown) => Promise<void>,
  asked: () => void = () => undefined,
): PgPool => ({
  connect: async () => {
    asked()
    const client = await pool.connect()
    const pid: unknown = Reflect.get(client, 'processID')
    return {
      query: async (sql: string, values: unknown[]) => {
        await hear(sql, pid)
        return client.query(sql, values)
      },
      release: (isBroken?: boolean) => client.release(isBroken),
      on: client.on.bind(client),
      off: client.off.bind(client),
    }
  },
  end: () => pool.end(),
})
