import { type CreateTableBuilder, type Kysely, sql } from 'kysely'
import type { ColumnTypes, Flavour } from '../store/flavour.ts'
import type { Tables } from '../store/tables.ts'

type Table = CreateTableBuilder<string, string>

/** Makes tables and indexes. What an interrupted run has made already is left as it is. */
export interface Builder {
  readonly flavour: Flavour
  readonly table: (name: string, build: (table: Table) => Table) => Promise<void>
  readonly column: (table: string, name: string, type: ColumnTypes[keyof ColumnTypes]) => Promise<void>
  readonly index: (name: string, table: string, columns: readonly string[], how?: IndexOptions) => Promise<void>
}

/** How an index is made. */
export interface IndexOptions {
  readonly unique?: boolean
  /** Whether letters' case is taken for nothing, where the database has such indexes. */
  readonly lower?: boolean
}

const hasMySqlIndex = async (db: Kysely<Tables>, table: string, name: string): Promise<boolean> => {
  const { rows } = await sql`select 1 from information_schema.statistics
    where table_schema = database() and table_name = ${table} and index_name = ${name}`.execute(db)
  return rows.length > 0
}

const indexExpression = (flavour: Flavour, column: string, { lower = false }: IndexOptions) =>
  // MariaDB has no indexes of expressions; its collations mostly ignore case anyway.
  lower && flavour.name !== 'mysql' ? sql<string>`lower(${sql.ref(column)})` : sql<string>`${sql.ref(column)}`

/** A builder for one run of the migrations. `interrupted` says that an earlier run made some of it. */
export const makeBuilder = (db: Kysely<Tables>, flavour: Flavour, interrupted: boolean): Builder => ({
  flavour,
  table: async (name, build) => {
    const table = build(db.schema.createTable(name))
    await (interrupted ? table.ifNotExists() : table).execute()
    if (!interrupted) return
    const found = await flavour.inspect(db, name)
    const isOurs = table.toOperationNode().columns.every(({ column }) => column.column.name in found)
    if (!isOurs) throw new Error(`the table ${name} already exists, and somebody else made it`)
  },
  column: async (table, name, type) => {
    if (interrupted && name in (await flavour.inspect(db, table))) return
    await db.schema.alterTable(table).addColumn(name, type).execute()
  },
  index: async (name, table, columns, how = {}) => {
    const isMySql = flavour.name === 'mysql'
    if (isMySql && (await hasMySqlIndex(db, table, name))) return
    const index = db.schema.createIndex(name).on(table)
    const named = isMySql ? index : index.ifNotExists()
    const complete = columns.reduce((made, column) => made.expression(indexExpression(flavour, column, how)), named)
    await (how.unique === true ? complete.unique() : complete).execute()
  },
})
