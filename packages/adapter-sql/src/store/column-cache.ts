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

const keyOf = (from: ColumnNames['from'], name: string): string => `${from} ${name}`

/** Whether a name is new. A loop without lists, because every row that is read comes here. */
const hasNewName = (columns: Columns, missing: ReadonlySet<string>, { from, names }: ColumnNames): boolean => {
  for (const name of names) if (!Object.hasOwn(columns, name) && !missing.has(keyOf(from, name))) return true
  return false
}

/**
 * The application decides which members it writes to a user, and its developer may add the column after the first such
 * write. These writes are rare. The members of an account come with every sign-in, and those of a row with every read.
 */
const isRemembered = (table: TableName, { from }: ColumnNames): boolean => table !== 'users' || from === 'row'

const NONE: ReadonlySet<string> = new Set()

/**
 * Keeps the columns of the tables. The application may add a column while the process runs: a name that a table lacks makes it
 * inspect the table again, once for each name, and for each write of such a member to a user. A column of an account that was
 * missing when it was written is found with the next row that has it.
 */
export const makeColumnCache = () => {
  const tables = new Map<TableName, Cached>()
  return async (table: TableName, wanted: ColumnNames, inspect: () => Promise<Columns>): Promise<Columns> => {
    const cached = tables.get(table)
    const missing = cached?.missing ?? NONE
    const remembers = isRemembered(table, wanted)
    if (cached !== undefined) {
      const isFull = remembers && missing.size >= MAX_MISSING
      if (isFull || !hasNewName(cached.columns, remembers ? missing : NONE, wanted)) return cached.columns
    }
    const columns = await inspect()
    const absent = remembers ? wanted.names.filter((name) => !Object.hasOwn(columns, name)) : []
    const keys = absent.map((name) => keyOf(wanted.from, name))
    tables.set(table, { columns, missing: new Set([...missing, ...keys]) })
    return columns
  }
}
