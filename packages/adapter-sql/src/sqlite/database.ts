/**
 * The members of a SQLite database that the adapter uses. `DatabaseSync` of node:sqlite, and `Database` of
 * better-sqlite3 and bun:sqlite, have them.
 * @example const database: SqliteDatabase = new DatabaseSync('app.db')
 */
export interface SqliteDatabase {
  /** Runs statements without values. */
  exec(sql: string): unknown
  /** Makes a statement from SQL text. */
  prepare(sql: string): SqliteStatement
  /** Closes the database. */
  close(): unknown
}

/**
 * A value that SQLite can store.
 * @example const values: SqliteValue[] = ['ada@example.com', 42, null, new Uint8Array([1, 2, 3])]
 */
export type SqliteValue = null | number | bigint | string | Uint8Array

/**
 * A prepared statement.
 * @example
 * const statement: SqliteStatement = new DatabaseSync('app.db').prepare('select email from users where id = ?')
 * statement.all('42')
 */
export interface SqliteStatement {
  /** Runs the statement and returns its rows. */
  all(...parameters: SqliteValue[]): unknown[]
  /** Runs the statement. Returns how many rows it changed, and the id of the last new one. */
  run(...parameters: SqliteValue[]): { readonly changes: number | bigint; readonly lastInsertRowid: number | bigint }
  /** Whether the statement returns rows (better-sqlite3, bun:sqlite). */
  readonly reader?: boolean
  /** The columns that the statement returns (node:sqlite). */
  columns?(): readonly unknown[]
}

interface Builtins {
  readonly getBuiltinModule?: {
    (name: 'node:sqlite'): { readonly DatabaseSync?: new (path: string) => SqliteDatabase } | undefined
    (name: 'node:path'): { readonly resolve: (path: string) => string } | undefined
  }
}

/** SQLite names no file, and a relative path is in the folder where the process was started. */
const failedToOpen = (error: unknown, path: string): Error => {
  const builtins: Builtins = process
  const isFile = !/^(?:file:|:memory:)/.test(path)
  const where = isFile ? (builtins.getBuiltinModule?.('node:path')?.resolve(path) ?? path) : path
  return new Error(`${error instanceof Error ? error.message : String(error)}: ${where}`, { cause: error })
}

/**
 * Opens a database with node:sqlite. The module is not imported, so that this file also loads in runtimes without it.
 *
 * @throws Error if the runtime has no node:sqlite, or with the path if the file cannot be opened
 */
export const openNodeSqlite = (path: string): SqliteDatabase => {
  const builtins: Builtins = process
  const { DatabaseSync } = builtins.getBuiltinModule?.('node:sqlite') ?? {}
  if (DatabaseSync === undefined) {
    throw new Error(
      'node:sqlite needs Node 22.16 or later. Use `database: new Database(path)` with better-sqlite3 instead',
    )
  }
  try {
    return new DatabaseSync(path)
  } catch (error) {
    throw failedToOpen(error, path)
  }
}
