import { type CreateTableBuilder, type Kysely, sql } from 'kysely'
import type { ColumnTypes, EngineRules } from '../engines/engine-rules.ts'
import type { Tables } from '../store/tables.ts'

type Table = CreateTableBuilder<string, string>

/** Creates tables, columns and indexes, and skips those that an interrupted run has already created. */
export interface Builder {
  readonly engine: EngineRules
  readonly table: (name: string, build: (table: Table) => Table) => Promise<void>
  readonly column: (table: string, name: string, type: ColumnTypes[keyof ColumnTypes]) => Promise<void>
  readonly index: (name: string, table: string, columns: readonly string[], options?: IndexOptions) => Promise<void>
}

/** How an index is created. */
export interface IndexOptions {
  readonly unique?: boolean
  /** Ignores case, if the engine has indexes on expressions. */
  readonly lower?: boolean
}

const hasMysqlIndex = async (db: Kysely<Tables>, table: string, name: string): Promise<boolean> => {
  const { rows } = await sql`select 1 from information_schema.statistics
    where table_schema = database() and table_name = ${table} and index_name = ${name}`.execute(db)
  return rows.length > 0
}

const indexExpression = (engine: EngineRules, column: string, { lower = false }: IndexOptions) =>
  // MariaDB has no indexes on expressions. Most of its collations ignore case.
  lower && engine.name !== 'mysql' ? sql<string>`lower(${sql.ref(column)})` : sql<string>`${sql.ref(column)}`

/** Makes a builder for one migration. `isInterrupted` says that an earlier run may have created a part of it. */
export const makeBuilder = (db: Kysely<Tables>, engine: EngineRules, isInterrupted: boolean): Builder => ({
  engine,
  table: async (name, build) => {
    const table = build(db.schema.createTable(name))
    await (isInterrupted ? table.ifNotExists() : table).execute()
    if (!isInterrupted) return
    const found = await engine.inspect(db, name)
    const isOurs = table.toOperationNode().columns.every(({ column }) => column.column.name in found)
    if (!isOurs) throw new Error(`the table ${name} already exists, and Authwright did not create it`)
  },
  column: async (table, name, type) => {
    if (isInterrupted && name in (await engine.inspect(db, table))) return
    await db.schema.alterTable(table).addColumn(name, type).execute()
  },
  index: async (name, table, columns, options = {}) => {
    const isMysql = engine.name === 'mysql'
    if (isMysql && (await hasMysqlIndex(db, table, name))) return
    const index = db.schema.createIndex(name).on(table)
    const named = isMysql ? index : index.ifNotExists()
    const complete = columns.reduce((made, column) => made.expression(indexExpression(engine, column, options)), named)
    await (options.unique === true ? complete.unique() : complete).execute()
  },
})
