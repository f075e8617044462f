import { type ColumnKind, type Columns, columnsOf, type TableName } from '../store/tables.ts'

/** Where the contract's members are kept: the names of tables and columns, and how an instant is written where text is kept for it. */
export interface Layout {
  readonly tables: Readonly<Record<TableName, string>>
  /** The columns that are not named as the schema names them, by the schema's name. */
  readonly columns: Readonly<Partial<Record<TableName, Readonly<Record<string, string>>>>>
  /** How an instant is kept as text, if it is. */
  readonly instants?: Extract<ColumnKind, 'iso' | 'milliseconds'>
  /** Whether somebody else made the tables. Tokens in them may be kept as they are. */
  readonly adopted: boolean
}

/** The tables that are added beside adopted ones which lack them. */
export const ADDED = { authenticators: 'authwright_authenticators', attempts: 'authwright_attempts' }

/** The schema of `migrations.ts`. */
export const ownLayout: Layout = {
  tables: {
    users: 'users',
    accounts: 'accounts',
    sessions: 'sessions',
    verification_tokens: 'verification_tokens',
    authenticators: 'authenticators',
    attempts: 'attempts',
  },
  columns: {},
  adopted: false,
}

/** The name that the schema gives to a column which is named otherwise. */
export const logicalName = ({ columns }: Layout, table: TableName, physical: string): string =>
  Object.entries(columns[table] ?? {}).find(([, name]) => name === physical)?.[0] ?? physical

const kindOf = ({ instants }: Layout, isOurs: boolean, wanted: ColumnKind, found: ColumnKind): ColumnKind => {
  if (wanted === 'instant') return (isOurs ? undefined : instants) ?? (found === 'zoneless' ? 'zoneless' : 'instant')
  if (wanted !== 'text') return wanted
  if (found === 'uuid') return 'uuid'
  return found === 'integer' || found === 'bigint' ? 'serial' : 'text'
}

/** The columns of a table by the schema's names: those of the contract, of the kind they are found to be, and those of the application. */
export const resolveColumns = (layout: Layout, table: TableName, found: Columns): Columns => {
  const known: Columns = columnsOf[table]
  const isOurs = Object.values(ADDED).includes(layout.tables[table])
  return Object.fromEntries(
    Object.entries(found).map(([physical, column]) => {
      const name = logicalName(layout, table, physical)
      const wanted = Object.hasOwn(known, name) ? known[name] : undefined
      return [
        name,
        wanted === undefined ? column : { ...column, kind: kindOf(layout, isOurs, wanted.kind, column.kind) },
      ]
    }),
  )
}
