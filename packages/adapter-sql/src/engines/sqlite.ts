import { type Kysely, sql, SqliteAdapter } from 'kysely'
import type { Column, ColumnKind, Columns, Tables } from '../store/tables.ts'
import { deleteOldest, equalsPlainly, incrementReturning } from './common.ts'
import type { EngineRules } from './engine-rules.ts'
import { readCommon, toInstant, writeCommon } from './values.ts'

const write = (column: Column, value: unknown): unknown => {
  const common = writeCommon(column, value)
  if (common !== undefined) return common
  if (column.kind === 'instant' || value instanceof Date) return toInstant(value)?.getTime() ?? null
  if (column.kind === 'json') return JSON.stringify(value)
  if (typeof value === 'boolean') return value ? 1 : 0
  return typeof value === 'object' && !(value instanceof Uint8Array) ? JSON.stringify(value) : value
}

const read = (kind: ColumnKind, value: unknown): unknown => {
  const common = readCommon(kind, value)
  if (common !== undefined) return common
  return typeof value === 'string' ? (JSON.parse(value) as unknown) : value
}

/** Takes the declared type at its word. SQLite does not enforce it. */
const kindOf = (declared: string): ColumnKind => {
  if (/bool/i.test(declared)) return 'flag'
  if (/date|time/i.test(declared)) return 'instant'
  return /json/i.test(declared) ? 'json' : 'plain'
}

interface CatalogColumn {
  readonly name: string
  readonly type: string
  readonly dflt_value: string | null
  readonly pk: number
}

const inspect = async (db: Kysely<Tables>, table: string): Promise<Columns> => {
  const query = sql<CatalogColumn>`select name, type, dflt_value, pk from pragma_table_info(${table})`
  const { rows } = await query.execute(db)
  const columns: Record<string, Column> = {}
  // SQLite numbers the rows of an `integer primary key` itself.
  for (const { name, type, dflt_value, pk } of rows)
    columns[name] = { kind: kindOf(type), hasDefault: dflt_value !== null || (pk === 1 && /^integer$/i.test(type)) }
  return columns
}

// "UNIQUE constraint failed: accounts.provider, accounts.providerAccountId" (the last column decides), or
// "UNIQUE constraint failed: index 'a_name'". D1 appends a code.
const violatedConstraint = (error: unknown): string | null => {
  if (!(error instanceof Error)) return null
  const message = /UNIQUE constraint failed: (?:index '([^']*)'|[^:]*?([\w.]+))(?::|$)/.exec(error.message)
  return message?.[1] ?? message?.[2] ?? null
}

/** SQLite. Instants are integers of milliseconds, flags are 0 and 1. */
export const sqliteRules: EngineRules = {
  name: 'sqlite',
  types: {
    key: 'text',
    account: 'text',
    handle: 'text',
    text: 'text',
    instant: 'integer',
    integer: 'integer',
    flag: 'integer',
  },
  supportsReturning: true,
  supportsTransactions: true,
  continuesAfterUniqueViolation: true,
  write,
  read,
  inspect,
  equals: equalsPlainly,
  cleanup: deleteOldest,
  incrementCounter: incrementReturning,
  // Our driver begins each transaction with the lock of the file.
  withMigrationLock: (db, work) => db.transaction().execute(work),
  violatedConstraint,
  isConflict: () => false,
}

/** Marks the Kysely dialect of a SQLite that runs each statement on its own, such as D1. */
export class WithoutTransactionsAdapter extends SqliteAdapter {}

/** SQLite without transactions. Definitions cannot be rolled back: the next migration completes an interrupted one. */
export const sqliteWithoutTransactionsRules: EngineRules = {
  ...sqliteRules,
  supportsTransactions: false,
  withMigrationLock: (db, work) => work(db),
}
