import { createHash } from 'node:crypto'
import { sqliteAdapter, type SqliteDatabase } from '../../src/sqlite.ts'
import { nodeMemory } from '../databases.ts'
import { scans } from '../plans/explain.ts'
import type { FilledDatabase } from './flows.ts'

const numbers = (last: number): string =>
  `with recursive n(i) as (select 0 union all select i + 1 from n where i < ${last})`

const rows = (size: number): string => `
  pragma foreign_keys = off;
  begin;
  ${numbers(size / 10)} insert into users (id, name, email, emailVerified)
    select 'u' || i, 'Ada', 'u' || i || '@example.org', unixepoch() * 1000 from n;
  ${numbers(size)} insert into sessions (tokenHash, userId, expires)
    select sha256('t' || i), 'u' || (i / 10), (unixepoch() + 2592000) * 1000 from n;
  ${numbers(size / 10)} insert into verification_tokens (identifier, tokenHash, expires)
    select 'x' || i || '@example.org', sha256('v' || i), (unixepoch() + 86400) * 1000 from n;
  ${numbers(size / 10)} insert into counters (keyHash, count, expires)
    select sha256('k' || i), 1, (unixepoch() + 86400) * 1000 from n;
  commit;
  pragma foreign_keys = on;
  analyze;`

/** The depth of each table and index, in pages. */
const DEPTHS = `select name, max(length(path) - length(replace(path, '/', ''))) as depth from dbstat group by name`

/** A database in memory with `size` sessions that records its statements. */
export const openFilledSqlite = async (size: number) => {
  const database = nodeMemory()
  database.function('sha256', { deterministic: true }, (text) =>
    createHash('sha256').update(String(text)).digest('hex'),
  )
  await sqliteAdapter({ database }).migrate()
  database.exec(rows(size))
  return {
    exec: (sql: string) => database.exec(sql),
    depths: () =>
      new Map(
        database
          .prepare(DEPTHS)
          .all()
          .map(({ name, depth }) => [String(name), Number(depth)]),
      ),
    /** Returns the statements that look rows up, and those of them that read a whole table or index. */
    record: async (work: (database: FilledDatabase, times: number) => Promise<void>) => {
      const executed = new Set<string>()
      const listening: SqliteDatabase = {
        exec: (sql) => database.exec(sql),
        close: () => undefined,
        prepare: (sql) => {
          executed.add(sql)
          return database.prepare(sql)
        },
      }
      await work({ adapter: sqliteAdapter({ database: listening }), size }, 2)
      const statements = [...executed].filter((sql) =>
        /^(?:select|insert|update|delete) .*(?:where|conflict)/i.test(sql),
      )
      const own = statements.filter((sql) => !sql.includes('pragma_') && !sql.includes('authwright_migrations'))
      const isScan = (sql: string) => scans(database.prepare(`explain query plan ${sql}`).all()).length > 0
      return { statements: own, scans: own.filter(isScan) }
    },
    close: () => database.close(),
  }
}
