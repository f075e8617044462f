import { type ColumnKind, type Columns, columnsOf, type TableName } from '../store/tables.ts'

/**
 * The names of tables and columns, and how instants are stored.
 * @example const schema: DatabaseSchema = { ...drizzleSchema, tables: { ...drizzleSchema.tables, users: 'app_user' } }
 */
export interface DatabaseSchema {
  /**
   * The tables by their names in the library.
   * @example tables: { ...drizzleSchema.tables, users: 'app_user' }
   */
  readonly tables: Readonly<Record<TableName, string>>
  /**
   * The columns with other names than in the default schema, by their names in the default schema.
   * @example columns: { users: { name: 'full_name' } }
   */
  readonly columns: Readonly<Partial<Record<TableName, Readonly<Record<string, string>>>>>
  /**
   * The form of instants, if they are stored as text.
   * @example instants: 'iso'
   */
  readonly instants?: Extract<ColumnKind, 'iso' | 'milliseconds'>
  /**
   * Whether another adapter made the tables. They may contain tokens in clear, and lack indexes and foreign keys.
   * @example useExistingTables: true
   */
  readonly useExistingTables: boolean
}

/** The tables that a migration adds to existing tables that lack them. */
export const ADDED_TABLES = { authenticators: 'authwright_authenticators', counters: 'authwright_counters' }

/** The schema that `migrations.ts` makes. */
export const defaultSchema: DatabaseSchema = {
  tables: {
    users: 'users',
    accounts: 'accounts',
    sessions: 'sessions',
    verification_tokens: 'verification_tokens',
    authenticators: 'authenticators',
    counters: 'counters',
  },
  columns: {},
  useExistingTables: false,
}

/** The default schema's name of a column. */
export const logicalColumn = ({ columns }: DatabaseSchema, table: TableName, physical: string): string =>
  Object.entries(columns[table] ?? {}).find(([, name]) => name === physical)?.[0] ?? physical

const kindOf = (
  { instants }: DatabaseSchema,
  isAddedTable: boolean,
  expected: ColumnKind,
  found: ColumnKind,
): ColumnKind => {
  if (expected === 'instant')
    return (isAddedTable ? undefined : instants) ?? (found === 'zoneless' ? 'zoneless' : 'instant')
  if (expected !== 'text') return expected
  if (found === 'uuid') return 'uuid'
  return found === 'integer' || found === 'bigint' ? 'serial' : 'text'
}

/** Names the columns found in a table as the default schema does, and decides how their values are stored. */
export const resolveColumns = (schema: DatabaseSchema, table: TableName, found: Columns): Columns => {
  const known: Columns = columnsOf[table]
  const isAddedTable = Object.values(ADDED_TABLES).includes(schema.tables[table])
  return Object.fromEntries(
    Object.entries(found).map(([physical, column]) => {
      const name = logicalColumn(schema, table, physical)
      const expected = Object.hasOwn(known, name) ? known[name] : undefined
      // A column that is not in the default schema is the application's own.
      if (expected === undefined) return [name, column]
      return [name, { ...column, kind: kindOf(schema, isAddedTable, expected.kind, column.kind) }]
    }),
  )
}
