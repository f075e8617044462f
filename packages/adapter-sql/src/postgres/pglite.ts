import { JsonParameter } from '../flavours/postgres.ts'
import { mutexOf } from '../store/mutex.ts'
import type { SessionSource } from '../store/session-driver.ts'
import { begin } from './begin.ts'

/** What is asked of `PGlite`. */
export interface Pglite {
  query(query: string, parameters?: unknown[]): Promise<{ readonly rows: unknown[]; readonly affectedRows?: number }>
  close(): Promise<void>
}

/** The one connection of PGlite, taken by one query or one transaction at a time. */
export const pgliteSource = (pglite: Pglite, close: () => Promise<void>): SessionSource => {
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
    close,
    begin,
  }
}
