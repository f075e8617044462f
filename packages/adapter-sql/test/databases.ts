import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import Better from 'better-sqlite3'
import { type SqlAdapter, sqliteAdapter, type SqliteAdapterOptions, type SqliteDatabase } from '../src/sqlite.ts'

// Files in memory are faster than files on a disk.
const scratchRoot = existsSync('/dev/shm') ? '/dev/shm' : tmpdir()

/** A temporary file. `remove` deletes it with its folder. */
export const scratchFile = () => {
  const folder = mkdtempSync(join(scratchRoot, 'authwright-'))
  return { path: join(folder, 'test.db'), remove: () => rmSync(folder, { recursive: true, force: true }) }
}

/** All tables. A table with a foreign key comes after the table it refers to. */
export const tables = ['users', 'accounts', 'sessions', 'verification_tokens', 'authenticators', 'counters']

/** All stored rows, as text. */
export const dumpOf = (database: SqliteDatabase): string =>
  JSON.stringify(tables.map((table) => database.prepare(`select * from ${table}`).all()))

/** An adapter over an open database. */
export const over = <Database extends SqliteDatabase>(database: Database, options: SqliteAdapterOptions = {}) => {
  const adapter = sqliteAdapter({ database, ...options })
  return { adapter, database, dump: () => dumpOf(database), close: () => database.close() }
}

/** An adapter over a file. */
export const overFile = (options: SqliteAdapterOptions = {}) => {
  const file = scratchFile()
  const adapter = sqliteAdapter({ path: file.path, ...options })
  const dump = () => {
    const database = new DatabaseSync(file.path)
    const text = dumpOf(database)
    database.close()
    return text
  }
  const close = async () => {
    await adapter.close()
    file.remove()
  }
  return { adapter, path: file.path, dump, close }
}

/** Deletes one batch of expired rows. */
export const cleanupOnce = (adapter: Pick<SqlAdapter, 'cleanup'>, batchSize: number): Promise<number> => {
  const controller = new AbortController()
  const deleted = adapter.cleanup({ batchSize, signal: controller.signal })
  controller.abort()
  return deleted
}

export const nodeMemory = (): DatabaseSync => new DatabaseSync(':memory:')
export const betterMemory = (): SqliteDatabase => new Better(':memory:')
