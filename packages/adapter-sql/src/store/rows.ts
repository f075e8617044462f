import type { CompiledQuery, QueryResult } from 'kysely'
import type { EngineRules } from '../engines/engine-rules.ts'
import type { Key, RowQueries } from './row-queries.ts'
import type { Row, TableName } from './tables.ts'

/** Operations on one row, the same for engines with and without `returning`. Values are already converted. */
export interface Rows {
  readonly find: (table: TableName, key: Key) => Promise<Row | undefined>
  /** Returns the stored row. `key` finds it again; its `id` is undefined if the database generates the id. */
  readonly insert: (table: TableName, row: Row, key: Key) => Promise<Row | undefined>
  /** Inserts a row that the caller does not need back. */
  readonly add: (table: TableName, row: Row) => Promise<void>
  /** Inserts a row if another table has a row with this key. Returns whether it did. */
  readonly insertIf: (table: TableName, row: Row, other: TableName, key: Key) => Promise<boolean>
  readonly update: (table: TableName, changes: Row, key: Key) => Promise<Row | undefined>
  /** Returns the deleted row. If several callers delete one row at once, one of them gets it. */
  readonly delete: (table: TableName, key: Key) => Promise<Row | undefined>
}

type Run = (table: TableName, query: CompiledQuery<Row>) => Promise<QueryResult<Row>>

type OwnRows = Omit<Rows, 'add' | 'insertIf'>

const rowsWithReturning = (queries: RowQueries, run: Run): OwnRows => ({
  find: async (table, key) => (await run(table, queries.find(table, key))).rows[0],
  insert: async (table, row) => (await run(table, queries.insert(table, row))).rows[0],
  update: async (table, changes, key) => (await run(table, queries.update(table, changes, key))).rows[0],
  delete: async (table, key) => (await run(table, queries.delete(table, key))).rows[0],
})

/** Reads and writes by two statements. The writing one decides. */
const rowsWithoutReturning = (queries: RowQueries, run: Run): OwnRows => {
  const find = async (table: TableName, key: Key) => (await run(table, queries.find(table, key))).rows[0]
  return {
    find,
    insert: async (table, row, key) => {
      const { insertId } = await run(table, queries.insert(table, row))
      // With an id of its own, the row may have another generated column, and `insertId` is the value of that one.
      const isComplete = !Object.values(key).includes(undefined)
      return find(table, isComplete || insertId === undefined ? key : { ...key, id: Number(insertId) })
    },
    update: async (table, changes, key) => {
      await run(table, queries.update(table, changes, key))
      return find(table, key)
    },
    delete: async (table, key) => {
      const row = await find(table, key)
      if (row === undefined) return undefined
      const { numAffectedRows } = await run(table, queries.delete(table, key))
      return numAffectedRows === 1n ? row : undefined
    },
  }
}

/** Makes the row operations of a database or of a transaction. */
export const makeRows = ({ supportsReturning }: EngineRules, queries: RowQueries, run: Run): Rows => ({
  ...(supportsReturning ? rowsWithReturning(queries, run) : rowsWithoutReturning(queries, run)),
  add: async (table, row) => {
    await run(table, queries.insert(table, row))
  },
  insertIf: async (table, row, other, key) =>
    Number((await run(table, queries.insertIf(table, row, other, key))).numAffectedRows) === 1,
})
