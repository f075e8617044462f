import type { ColumnDataType, Expression, Kysely } from 'kysely'
import type { UniqueConstraint } from '../unique-violation.ts'
import type { ColumnKind, Columns, Tables } from './tables.ts'

/** What one kind of database does in its own way. Everything else is common. */
export interface Flavour {
  readonly name: 'sqlite'
  /** The types of the schema's columns. */
  readonly types: Readonly<
    Record<'key' | 'text' | 'instant' | 'integer' | 'flag', ColumnDataType | Expression<unknown>>
  >
  /** A value as the database keeps it. */
  readonly write: (kind: ColumnKind, value: unknown) => unknown
  /** A kept value as the application sees it. */
  readonly read: (kind: ColumnKind, value: unknown) => unknown
  /** The columns of a table that are really there, told by their declared types. */
  readonly inspect: (db: Kysely<Tables>, table: keyof Tables) => Promise<Columns>
  /** Holds other processes back until the transaction ends. */
  readonly lockMigrations: (db: Kysely<Tables>) => Promise<void>
  /** Which uniqueness an error is about, or `null` when it is another error. */
  readonly violated: (error: unknown) => UniqueConstraint | null
}
