import { JsonParameter } from '../flavours/postgres.ts'
import type { Session, SessionSource } from '../store/session-driver.ts'
import { begin } from './begin.ts'
import { hearErrors } from './hear-errors.ts'

/** What is asked of a connection of `pg`. */
export interface PgClient {
  query(text: string, values: unknown[]): Promise<{ readonly rows: unknown[]; readonly rowCount: number | null }>
  release(destroy?: boolean): void
  on(event: 'error', listener: () => void): unknown
  off(event: 'error', listener: () => void): unknown
}

/** What is asked of a pool: `Pool` of `pg` has it, and so has that of `@neondatabase/serverless`. */
export interface PgPool {
  connect(): Promise<PgClient>
  end(): Promise<void>
}

// The next query tells that the connection is lost. Unheard, the event would end the process.
const heard = (): void => undefined

const sessionOf = (client: PgClient): Session => ({
  query: async (sql, parameters) => {
    const values = parameters.map((value) => (value instanceof JsonParameter ? JSON.stringify(value.value) : value))
    const { rows, rowCount } = await client.query(sql, values)
    return { rows, numAffectedRows: BigInt(rowCount ?? 0) }
  },
  release: (isBroken) => {
    client.off('error', heard)
    client.release(isBroken)
  },
})

/** Connections from a pool of `pg`. */
export const pgSource = (pool: PgPool, close: () => Promise<void>): SessionSource => {
  hearErrors(pool)
  return {
    acquire: async () => {
      const client = await pool.connect()
      client.on('error', heard)
      return sessionOf(client)
    },
    close,
    begin,
  }
}
