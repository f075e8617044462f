import type {
  ColumnDataType,
  Compilable,
  Expression,
  ExpressionBuilder,
  IsolationLevel,
  Kysely,
  RawBuilder,
  SqlBool,
} from 'kysely'
import type { Column, ColumnKind, Columns, TableName, Tables } from '../store/tables.ts'

/**
 * The column types of the default schema. `key` is unique and compared. `account` holds the id of an account at a
 * provider. `handle` is a key of ASCII letters that may be longer than `key`.
 */
export type ColumnTypes = Readonly<
  Record<'key' | 'account' | 'handle' | 'text' | 'instant' | 'integer' | 'flag', ColumnDataType | Expression<unknown>>
>

/** What differs between database engines. All other code is shared. */
export interface EngineRules {
  readonly name: 'sqlite' | 'postgres' | 'mysql'
  readonly types: ColumnTypes
  /** Whether `insert`, `update` and `delete` can return the rows they wrote. */
  readonly supportsReturning: boolean
  /** Whether an application can begin a transaction. */
  readonly supportsTransactions: boolean
  /** Whether a transaction can go on after a unique violation. Any other failed statement ends it on all engines. */
  readonly continuesAfterUniqueViolation: boolean
  /** Set where the default level would hide rows that others committed during a transaction. */
  readonly isolation?: IsolationLevel
  /** Converts a value for the database. Throws if the database would store less than the value. */
  readonly write: (column: Column, value: unknown) => unknown
  /** Converts a stored value for the application. */
  readonly read: (kind: ColumnKind, value: unknown) => unknown
  /** Reads the columns of a table from the catalog. Returns none if the table does not exist. */
  readonly inspect: (db: Kysely<Tables>, table: string) => Promise<Columns>
  /** Compares byte by byte, whatever the column's collation, and uses the index. */
  readonly equals: (eb: ExpressionBuilder<Tables, TableName>, column: string, value: unknown) => Expression<SqlBool>
  /** The clause of a `select` that keeps its rows from being deleted until the transaction ends, where it needs one. */
  readonly keepRows?: RawBuilder<unknown>
  /** Deletes the oldest expired rows of a table, up to a limit, and returns their number. */
  readonly cleanup: (db: Kysely<Tables>, batch: CleanupBatch) => Promise<number>
  /**
   * The statement that adds one to a counter. An expired counter starts again at one. The statement returns the new count
   * if the engine supports `returning`.
   */
  readonly incrementCounter: (db: Kysely<Tables>, increment: CounterIncrement) => Compilable
  /**
   * Runs migrations on one connection while other processes wait. Uses one transaction if the engine can roll back
   * definitions.
   */
  readonly withMigrationLock: <Value>(
    db: Kysely<Tables>,
    work: (locked: Kysely<Tables>) => Promise<Value>,
  ) => Promise<Value>
  /** The database's name of the violated unique constraint, or `null` for any other error. */
  readonly violatedConstraint: (error: unknown) => string | null
  /**
   * Whether the database refused a statement or a commit in favor of another transaction or definition, so that a retry
   * may succeed.
   * Only a code of the server says so. After a lost connection it is unknown whether a commit succeeded.
   */
  readonly isConflict: (error: unknown) => boolean
}

/** The rows to delete: those of `table` that expired at `now` or earlier, at most `limit`. */
export interface CleanupBatch {
  readonly table: 'sessions' | 'verification_tokens' | 'counters'
  readonly now: unknown
  readonly limit: number
}

/** A counter to increment, or placeholders for its values. `expires` and `now` are converted for the database. */
export interface CounterIncrement {
  readonly keyHash: unknown
  readonly expires: unknown
  readonly now: unknown
}
