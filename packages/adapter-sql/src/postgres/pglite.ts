import { JsonParameter } from '../engines/postgres.ts'
import { mutexOf } from '../store/mutex.ts'
import type { SessionSource } from '../store/session-driver.ts'
import { beginStatements } from './pool.ts'

/**
 * The members of `PGlite` that the adapter uses.
 * @example const pglite: Pglite = new PGlite('./data')
 */
export interface Pglite {
  /** Runs a statement with values for its placeholders. */
  query(query: string, parameters?: unknown[]): Promise<{ readonly rows: unknown[]; readonly affectedRows?: number }>
  /** Closes the database. */
  close(): Promise<void>
}

/** The one connection of PGlite. Queries and transactions take turns. */
export const pgliteSource = (pglite: Pglite): SessionSource => {
  const mutex = mutexOf(pglite)
  return {
    acquire: async () => {
      const release = await mutex.lock()
      return {
        query: async (sql, parameters) => {
          const values = parameters.map((value) => (value instanceof JsonParameter ? value.value : value))
          const { rows, affectedRows } = await pglite.query(sql, values)
          return { rows, numAffectedRows: BigInt(affectedRows ?? 0) }
        },
        release,
      }
    },
    begin: beginStatements,
  }
}
