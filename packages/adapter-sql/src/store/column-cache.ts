import type { Columns, TableName } from './tables.ts'

/** Names of columns that code is about to write, or that a row has. */
export interface ColumnNames {
  readonly from: 'value' | 'row'
  readonly names: readonly string[]
}

interface Cached {
  readonly columns: Columns
  /** Names that the table lacked when it was inspected for them, with where they came from. */
  readonly missing: ReadonlySet<string>
}

/** A provider decides which members its token response has, so the remembered names have a bound. */
const MAX_MISSING = 200

const find = async ({ from, names }: ColumnNames, cached: Cached | undefined, inspect: () => Promise<Columns>) => {
  const key = (name: string) => `${from} ${name}`
  const isNew = ({ columns, missing }: Cached) =>
    missing.size < MAX_MISSING && names.some((name) => !Object.hasOwn(columns, name) && !missing.has(key(name)))
  if (cached !== undefined && !isNew(cached)) return cached
  const columns = await inspect()
  const missing = names.filter((name) => !Object.hasOwn(columns, name)).map(key)
  return { columns, missing: new Set([...(cached?.missing ?? []), ...missing]) }
}

/**
 * Keeps the columns of the tables. The application may add a column while the process runs: a name that a table lacks makes it
 * inspect the table again, once for each name. A column that was missing when it was written is found with the next row that has it.
 */
export const makeColumnCache = () => {
  const tables = new Map<TableName, Cached>()
  return async (table: TableName, names: ColumnNames, inspect: () => Promise<Columns>): Promise<Columns> => {
    const found = await find(names, tables.get(table), inspect)
    tables.set(table, found)
    return found.columns
  }
}
