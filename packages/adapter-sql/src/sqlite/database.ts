/** What is asked of a SQLite library. `DatabaseSync` of node:sqlite and the classes of better-sqlite3 and bun:sqlite have it. */
export interface SqliteDatabase {
  exec(sql: string): unknown
  prepare(sql: string): SqliteStatement
  close(): unknown
}

/** What SQLite keeps. */
export type SqliteValue = null | number | bigint | string | Uint8Array

/** A prepared statement. */
export interface SqliteStatement {
  all(...parameters: SqliteValue[]): unknown[]
  run(...parameters: SqliteValue[]): { readonly changes: number | bigint; readonly lastInsertRowid: number | bigint }
  /** better-sqlite3, bun:sqlite: whether it returns rows. */
  readonly reader?: boolean
  /** node:sqlite: the columns it returns. */
  columns?(): readonly unknown[]
}

interface Builtins {
  readonly getBuiltinModule?: (
    name: string,
  ) => { readonly DatabaseSync?: new (path: string) => SqliteDatabase } | undefined
}

/**
 * Opens a database with node:sqlite. The module is asked for here and not imported, so that this file loads where there is none.
 * Throws where Node is too old.
 */
export const openNodeSqlite = (path: string): SqliteDatabase => {
  const builtins: Builtins = process
  const { DatabaseSync } = builtins.getBuiltinModule?.('node:sqlite') ?? {}
  if (DatabaseSync === undefined) {
    throw new Error(
      'node:sqlite is not here (it needs Node 22.16 or later): give `database: new Database(path)` of better-sqlite3',
    )
  }
  return new DatabaseSync(path)
}
