// SQLite: the tables alone, or a file with a given number of sessions.
import { mkdtempSync, rmSync } from 'node:fs'
import { createHash } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sqliteAdapter } from '@authwright/adapter-sql/sqlite'

/** @param {number} size */
const rows = (size) => `
  with recursive n(i) as (select 0 union all select i + 1 from n where i < ${size} / 10)
    insert into users (id, name, email, emailVerified)
      select 'u' || i, 'Ada Lovelace', 'u' || i || '@example.com', unixepoch() * 1000 from n;
  with recursive n(i) as (select 0 union all select i + 1 from n where i < ${size} / 10)
    insert into accounts (provider, providerAccountId, userId, type) select 'oauth', 'a' || i, 'u' || i, 'oauth' from n;
  with recursive n(i) as (select 0 union all select i + 1 from n where i < ${size} - 1)
    insert into sessions (tokenHash, userId, expires)
    select sha256('t' || i), 'u' || (i / 10), (unixepoch() + 2592000) * 1000 from n;
  analyze;`

/** The adapter of a database, with its tables. @param {any} database */
export const migrated = async (database) => {
  const adapter = sqliteAdapter({ database })
  await adapter.migrate()
  return adapter
}

/** @param {number} size */
export const openSqlite = async (size) => {
  const folder = mkdtempSync(join(tmpdir(), 'authwright-bench-'))
  const database = new DatabaseSync(join(folder, 'bench.db'))
  const adapter = await migrated(database)
  database.function('sha256', { deterministic: true }, (text) =>
    createHash('sha256').update(String(text)).digest('hex'),
  )
  database.exec('begin')
  database.exec(rows(size))
  database.exec('commit')
  return {
    adapter,
    database,
    close: () => {
      database.close()
      rmSync(folder, { recursive: true })
    },
  }
}
