import type { ColumnDataType, Expression, ExpressionBuilder, IsolationLevel, Kysely, SqlBool } from 'kysely'
import type { Column, ColumnKind, Columns, TableName, Tables } from './tables.ts'

/** The types of the schema's columns. */
export type ColumnTypes = Readonly<
  Record<'key' | 'account' | 'handle' | 'text' | 'instant' | 'integer' | 'flag', ColumnDataType | Expression<unknown>>
>

/** What one kind of database does in its own way. Everything else is common. */
export interface Flavour {
  readonly name: 'sqlite' | 'postgres' | 'mysql'
  /** `key` is compared and unique; `account` names a person at a provider; `handle` is a key of ASCII letters that may be longer. */
  readonly types: ColumnTypes
  /** Whether a statement that writes can answer the rows it wrote. */
  readonly returning: boolean
  /** Whether an application can begin a transaction. */
  readonly transactions: boolean
  /** Only what is committed is read, also late in a transaction: a lost race must be seen. Absent where it is so anyway. */
  readonly isolation?: IsolationLevel
  /** A value as the database keeps it. Throws when the database would keep less than the value. */
  readonly write: (column: Column, value: unknown) => unknown
  /** A kept value as the application sees it. */
  readonly read: (kind: ColumnKind, value: unknown) => unknown
  /** The columns of a table that are really there, told by their declared types; none when there is no such table. */
  readonly inspect: (db: Kysely<Tables>, table: string) => Promise<Columns>
  /** Equality to the last byte, whatever collation the column has, by way of the index. */
  readonly is: (eb: ExpressionBuilder<Tables, TableName>, column: string, value: unknown) => Expression<SqlBool>
  /** Removes the oldest of the rows that are over, so many at most, and answers how many. */
  readonly removeOver: (db: Kysely<Tables>, over: Over) => Promise<number>
  /** Adds one to a counter, which starts over when its time is over, and answers what it is now. */
  readonly count: (db: Kysely<Tables>, attempt: Attempt) => Promise<number>
  /** Runs the migrations on one connection while other processes wait, as one transaction where definitions can be undone. */
  readonly migrating: <Value>(db: Kysely<Tables>, work: (within: Kysely<Tables>) => Promise<Value>) => Promise<Value>
  /** Which constraint an error is about, by the name the database gives it, or `null` when it is another error. */
  readonly violated: (error: unknown) => string | null
  /** Whether the database gave up a transaction for the sake of another, so that it may be tried again. */
  readonly gaveWay: (error: unknown) => boolean
}

/** Rows whose time is over. */
export interface Over {
  readonly table: 'sessions' | 'verification_tokens' | 'attempts'
  readonly key: 'tokenHash' | 'keyHash'
  readonly now: unknown
  readonly limit: number
}

/** One more attempt. */
export interface Attempt {
  readonly keyHash: string
  readonly expires: unknown
  readonly now: unknown
}
