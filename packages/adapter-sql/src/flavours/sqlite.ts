import { type Kysely, sql } from 'kysely'
import type { Flavour } from '../store/flavour.ts'
import type { Column, ColumnKind, Columns, Tables } from '../store/tables.ts'
import { countReturning, isPlainly, removeByPlace } from './common.ts'
import { toInstant } from './instants.ts'
import { readCommon, writeCommon } from './values.ts'

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

/** What a declared type promises. SQLite itself promises nothing. */
const kindOf = (declared: string): ColumnKind => {
  if (/bool/i.test(declared)) return 'flag'
  if (/date|time/i.test(declared)) return 'instant'
  return /json/i.test(declared) ? 'json' : 'plain'
}

interface Described {
  readonly name: string
  readonly type: string
  readonly dflt_value: string | null
  readonly pk: number
}

const inspect = async (db: Kysely<Tables>, table: string): Promise<Columns> => {
  const { rows } = await sql<Described>`select name, type, dflt_value, pk from pragma_table_info(${table})`.execute(db)
  const columns: Record<string, Column> = {}
  // An `integer primary key` numbers its rows itself.
  for (const { name, type, dflt_value, pk } of rows)
    columns[name] = { kind: kindOf(type), hasDefault: dflt_value !== null || (pk === 1 && /^integer$/i.test(type)) }
  return columns
}

// "UNIQUE constraint failed: accounts.provider, accounts.providerAccountId", of which the last column decides, or "…: index 'a_name'". D1 adds a code.
const violatedBy = ({ message }: Error): string | null => {
  const [, index, column] = /UNIQUE constraint failed: (?:index '([^']*)'|[^:]*?([\w.]+))(?::|$)/.exec(message) ?? []
  return index ?? column ?? null
}

/** SQLite: instants are integers of milliseconds, flags 0 and 1. */
export const sqliteFlavour: Flavour = {
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
  returning: true,
  transactions: true,
  write,
  read,
  inspect,
  is: isPlainly,
  removeOver: (db, over) => removeByPlace(db, over, (oldest) => sql`rowid in (select rowid ${oldest})`),
  count: countReturning,
  // The transaction begins with the one lock that a database file has.
  migrating: (db, work) => db.transaction().execute(work),
  violated: (error) => (error instanceof Error ? violatedBy(error) : null),
  gaveWay: () => false,
}
