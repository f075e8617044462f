import type { SessionSource } from '../store/session-driver.ts'

/** What D1 answers. */
export interface D1Answer {
  readonly results: readonly unknown[]
  readonly meta: { readonly changes?: number; readonly last_row_id?: number }
}

/** A prepared statement of D1. */
export interface D1Statement {
  bind(...values: unknown[]): D1Statement
  all(): Promise<D1Answer>
}

/** What is asked of a D1 binding. */
export interface D1Database {
  prepare(sql: string): D1Statement
}

const refused = (): never => {
  throw new Error('D1 has no transactions that an application can begin')
}

/** D1 by its binding: each statement goes on its own. */
export const d1Source = (database: D1Database): SessionSource => ({
  acquire: () =>
    Promise.resolve({
      query: async (sql, parameters) => {
        const { results, meta } = await database
          .prepare(sql)
          .bind(...parameters)
          .all()
        return { rows: [...results], numAffectedRows: BigInt(meta.changes ?? 0) }
      },
      release: () => undefined,
    }),
  close: () => Promise.resolve(),
  begin: refused,
})
