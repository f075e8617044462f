import { logicalName } from '../layouts/layout.ts'
import type { Store } from '../store/store.ts'
import type { Column, Columns, Row, TableName } from '../store/tables.ts'

const textColumn: Column = { kind: 'text' }

/** What a column cannot keep is told by the names of table and column, and without the value, which is nobody's business. */
const writeMember = (store: Store, column: Column, value: unknown, whose: string): unknown => {
  try {
    return store.flavour.write(column, value)
  } catch (error) {
    const why = error instanceof Error ? error.message : 'its value cannot be written'
    throw new Error(`${whose}: ${why}`, { cause: error })
  }
}

/** The members of a value for which there is a column, as the database keeps them. Others are dropped, with a note. */
export const writeRow = async (store: Store, table: TableName, value: object): Promise<Row> => {
  const columns = await store.columns(table)
  const row: Row = {}
  for (const [name, member] of Object.entries(value)) {
    const column = Object.hasOwn(columns, name) ? columns[name] : undefined
    if (member === undefined) continue
    if (column === undefined) store.note(`no column for the member ${name}: it is not kept`)
    else row[name] = writeMember(store, column, member, `${table}.${name}`)
  }
  return row
}

/** A new row. What nobody else will fill in gets an id, and an id that the database counts is left to it. */
export const writeNewRow = async (store: Store, table: TableName, value: object): Promise<Row> => {
  const { id } = await store.columns(table)
  if (id === undefined) return writeRow(store, table, value)
  if (id.kind === 'serial') return writeRow(store, table, { ...value, id: undefined })
  const given: unknown = Reflect.get(value, 'id')
  const fits = typeof given === 'string' && given !== '' && store.flavour.write(id, given) !== null
  if (fits) return writeRow(store, table, value)
  return writeRow(store, table, { ...value, id: id.hasDefault === true ? undefined : crypto.randomUUID() })
}

/** A key of a row, as the database keeps it. A column of the schema is looked for under its own name. */
export const writeKey = async (store: Store, table: TableName, column: string, value: string): Promise<unknown> => {
  const { [column]: kept = textColumn } = await store.columns(table)
  // An overlong key names nobody; only what is to be kept is refused.
  return store.flavour.write(kept.kind === 'text' ? textColumn : kept, value)
}

const readWith = (store: Store, table: TableName, columns: Columns, row: Row): Row => {
  const value: Row = {}
  for (const [physical, kept] of Object.entries(row)) {
    const name = store.layout.adopted ? logicalName(store.layout, table, physical) : physical
    value[name] = store.flavour.read(columns[name]?.kind ?? 'plain', kept)
  }
  return value
}

/** Rows as the application sees them. */
export const readRows = async (store: Store, table: TableName, rows: readonly Row[]): Promise<Row[]> => {
  const columns = await store.columns(table)
  return rows.map((row) => readWith(store, table, columns, row))
}

/** One row as the application sees it. */
export const readRow = async (store: Store, table: TableName, row: Row): Promise<Row> =>
  readWith(store, table, await store.columns(table), row)

/** An instant that must be there. */
export const instantOf = (value: unknown): Date => {
  if (!(value instanceof Date)) throw new TypeError('a row lacks its instant')
  return value
}
