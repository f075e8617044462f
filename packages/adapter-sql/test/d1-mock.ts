import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import type { D1Database } from '../src/d1.ts'

// https://www.sqlite.org/rescode.html#constraint_primarykey
const PRIMARY_KEY = 1555

const toD1Error = (error: unknown): Error => {
  const message = error instanceof Error ? error.message : ''
  const isKey = error instanceof Error && 'errcode' in error && error.errcode === PRIMARY_KEY
  const extended = `SQLITE_CONSTRAINT_${isKey ? 'PRIMARYKEY' : 'UNIQUE'}`
  return new Error(`D1_ERROR: ${message}: SQLITE_CONSTRAINT (extended: ${extended})`, { cause: error })
}

const withD1Errors = <Rows>(run: () => Rows): Rows => {
  try {
    return run()
  } catch (error) {
    throw toD1Error(error)
  }
}

/** A mock of a D1 binding over SQLite, without a worker. `d1-miniflare.servers.ts` checks it against D1. */
export const mockD1 = (database: DatabaseSync): D1Database => {
  database.exec('pragma foreign_keys = on')
  const bound = (sql: string, values: readonly unknown[]): ReturnType<D1Database['prepare']> => ({
    bind: (...given) => bound(sql, given),
    all: async () => {
      if (/^(?:begin|commit|rollback|savepoint)/i.test(sql)) throw new Error('D1_ERROR: not authorized')
      const results = withD1Errors(() => database.prepare(sql).all(...(values as SQLInputValue[])))
      const changes = /^(?:insert|update|delete)/i.test(sql)
        ? Number(database.prepare('select changes() as n').get()?.['n'])
        : 0
      return { results, meta: { changes } }
    },
  })
  return { prepare: (sql) => bound(sql, []) }
}
