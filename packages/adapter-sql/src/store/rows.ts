import type { CompiledQuery, QueryResult } from 'kysely'
import type { Flavour } from './flavour.ts'
import type { Key, Shapes } from './shapes.ts'
import type { Row, TableName } from './tables.ts'

/** One row at a time, whether or not the database answers what it wrote. Values are written already. */
export interface Rows {
  readonly find: (table: TableName, key: Key) => Promise<Row | undefined>
  /** Answers the row as it is kept. The key finds it again; a member of it that the database counts is left out. */
  readonly insert: (table: TableName, row: Row, key: Key) => Promise<Row | undefined>
  readonly change: (table: TableName, changes: Row, key: Key) => Promise<Row | undefined>
  /** Removes a row and answers it. Of many who take one row at once, one has it. */
  readonly take: (table: TableName, key: Key) => Promise<Row | undefined>
}

type Run = (table: TableName, query: CompiledQuery<Row>) => Promise<QueryResult<Row>>

/** Rows by statements that answer what they wrote. */
const returningRows = (shapes: Shapes, run: Run): Rows => ({
  find: async (table, key) => (await run(table, shapes.find(table, key))).rows[0],
  insert: async (table, row) => (await run(table, shapes.insert(table, row))).rows[0],
  change: async (table, changes, key) => (await run(table, shapes.change(table, changes, key))).rows[0],
  take: async (table, key) => (await run(table, shapes.remove(table, key))).rows[0],
})

/** Rows by two statements, of which the writing one decides. */
const plainRows = (shapes: Shapes, run: Run): Rows => {
  const find = async (table: TableName, key: Key) => (await run(table, shapes.find(table, key))).rows[0]
  return {
    find,
    insert: async (table, row, key) => {
      const { insertId } = await run(table, shapes.insert(table, row))
      // What was counted is the id only where none was given: the application may have the database count another column.
      const isKnown = !Object.values(key).includes(undefined)
      return find(table, isKnown || insertId === undefined ? key : { ...key, id: Number(insertId) })
    },
    change: async (table, changes, key) => {
      await run(table, shapes.change(table, changes, key))
      return find(table, key)
    },
    take: async (table, key) => {
      const row = await find(table, key)
      if (row === undefined) return undefined
      const { numAffectedRows } = await run(table, shapes.remove(table, key))
      return numAffectedRows === 1n ? row : undefined
    },
  }
}

/** The rows of a database, or of a transaction of it. */
export const makeRows = ({ returning }: Flavour, shapes: Shapes, run: Run): Rows =>
  returning ? returningRows(shapes, run) : plainRows(shapes, run)
