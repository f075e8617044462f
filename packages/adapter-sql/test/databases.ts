import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import Better from 'better-sqlite3'
import { sqliteAdapter, type SqliteAdapterOptions, type SqliteDatabase } from '../src/sqlite.ts'

// Where memory can be had as a folder, nobody waits for a disk to write what is thrown away.
const scratchPlace = existsSync('/dev/shm') ? '/dev/shm' : tmpdir()

/** A file that goes away with its folder. */
export const scratchFile = () => {
  const folder = mkdtempSync(join(scratchPlace, 'authwright-'))
  return { path: join(folder, 'test.db'), remove: () => rmSync(folder, { recursive: true, force: true }) }
}

/** All tables, those that others refer to first. */
export const tables = ['users', 'accounts', 'sessions', 'verification_tokens', 'authenticators', 'attempts']

/** All that is stored, as text. */
export const dumpOf = (database: SqliteDatabase): string =>
  JSON.stringify(tables.map((table) => database.prepare(`select * from ${table}`).all()))

/** An adapter over an open database, and the database. */
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

export const nodeMemory = (): DatabaseSync => new DatabaseSync(':memory:')
export const betterMemory = (): SqliteDatabase => new Better(':memory:')
