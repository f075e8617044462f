import { logicalColumn } from '../schemas/database-schema.ts'
import type { Store } from '../store/store.ts'
import type { Column, Row, TableName } from '../store/tables.ts'

const textColumn: Column = { kind: 'text' }

/** Converts a value. The error names the table and column, and never the value, which may be a secret. */
const writeMember = (store: Store, column: Column, value: unknown, name: string): unknown => {
  try {
    return store.engine.write(column, value)
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'the value cannot be stored'
    throw new Error(`${name}: ${reason}`, { cause: error })
  }
}

/** Converts the members of a value for their columns. Drops members without a column, and reports them. */
export const writeRow = async (store: Store, table: TableName, value: object): Promise<Row> => {
  const members = Object.entries(value).filter(([, member]) => member !== undefined)
  const columns = await store.columns(table, { from: 'value', names: members.map(([name]) => name) })
  const row: Row = {}
  for (const [name, member] of members) {
    const column = Object.hasOwn(columns, name) ? columns[name] : undefined
    if (column === undefined) store.reportMissing(table, name)
    else row[name] = writeMember(store, column, member, `${table}.${name}`)
  }
  return row
}

/** Converts a new row. Adds an id if the row needs one and the database does not generate it. */
export const writeNewRow = async (store: Store, table: TableName, value: object): Promise<Row> => {
  const { id } = await store.columns(table)
  if (id === undefined) return writeRow(store, table, value)
  if (id.kind === 'serial') return writeRow(store, table, { ...value, id: undefined })
  const given: unknown = Reflect.get(value, 'id')
  const fits = typeof given === 'string' && given !== '' && store.engine.write(id, given) !== null
  if (fits) return writeRow(store, table, value)
  return writeRow(store, table, { ...value, id: id.hasDefault === true ? undefined : crypto.randomUUID() })
}

/** Converts the value of a key column for a comparison. */
export const writeKey = async (store: Store, table: TableName, column: string, value: string): Promise<unknown> => {
  const { [column]: found = textColumn } = await store.columns(table)
  // A key that is longer than its column matches no row. It is an error in a write only.
  return store.engine.write(found.kind === 'text' ? textColumn : found, value)
}

/** Converts a stored row for the application. */
export const readRow = async (store: Store, table: TableName, row: Row): Promise<Row> => {
  const { schema, engine } = store
  const physical = Object.keys(row)
  const names = schema.useExistingTables ? physical.map((name) => logicalColumn(schema, table, name)) : physical
  const columns = await store.columns(table, { from: 'row', names })
  const value: Row = {}
  for (const [i, name] of names.entries())
    value[name] = engine.read(columns[name]?.kind ?? 'plain', row[physical[i] ?? name])
  return value
}

/** Converts stored rows for the application. */
export const readRows = (store: Store, table: TableName, rows: readonly Row[]): Promise<Row[]> =>
  Promise.all(rows.map((row) => readRow(store, table, row)))

/** Checks that a member is an instant. */
export const instantOf = (value: unknown): Date => {
  if (!(value instanceof Date)) throw new TypeError('the row has no expiry time')
  return value
}
