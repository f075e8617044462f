import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sqliteAdapter } from '@authwright/adapter-sql/sqlite'
import { DATABASE_FILE } from '$app/env/private'

const TABLES = `
  CREATE TABLE IF NOT EXISTS demo_passwords (user_id TEXT PRIMARY KEY, hash TEXT NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS demo_activity (user_id TEXT NOT NULL, at INTEGER NOT NULL, what TEXT NOT NULL) STRICT;
  CREATE INDEX IF NOT EXISTS demo_activity_of ON demo_activity (user_id, at);
`

const open = (): DatabaseSync => {
  mkdirSync(dirname(DATABASE_FILE), { recursive: true })
  const opened = new DatabaseSync(DATABASE_FILE)
  opened.exec(TABLES)
  return opened
}

let opened: DatabaseSync | undefined

/** The SQLite file with the tables of the demo and of Authwright. Opened at the first use, because a build has no database. */
export const database = (): DatabaseSync => (opened ??= open())

/** Stores users, accounts, sessions and tokens. It creates its tables at the first use. */
export const adapter = sqliteAdapter({ database })
