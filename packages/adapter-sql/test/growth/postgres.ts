import type { DatabaseServer } from '@authwright/test-kit/databases'
import pg from 'pg'
import { expect } from 'vitest'
import { postgresAdapter } from '../../src/postgres.ts'
import type { FilledDatabase } from './flows.ts'

// Foreign key checks are off, since they would check these valid rows one at a time. Reads by autovacuum would be counted.
const rows = (size: number): string => `
  set session_replication_role = replica;
  alter table users set (autovacuum_enabled = off);
  alter table sessions set (autovacuum_enabled = off);
  alter table verification_tokens set (autovacuum_enabled = off);
  alter table counters set (autovacuum_enabled = off);
  insert into users (id, name, email, "emailVerified")
    select 'u' || i, 'Ada', 'u' || i || '@example.org', now() from generate_series(0, ${size / 10}) i;
  insert into sessions ("tokenHash", "userId", expires)
    select encode(sha256(('t' || i)::bytea), 'hex'), 'u' || (i / 10), now() + interval '30 days' from generate_series(0, ${size}) i;
  insert into verification_tokens (identifier, "tokenHash", expires)
    select 'x' || i || '@example.org', encode(sha256(('v' || i)::bytea), 'hex'), now() + interval '1 day'
    from generate_series(0, ${size / 10}) i;
  insert into counters ("keyHash", count, expires)
    select encode(sha256(('k' || i)::bytea), 'hex'), 1, now() + interval '1 day' from generate_series(0, ${size / 10}) i;
  vacuum analyze;`

/** The blocks of tables and indexes that were read since the database was created. */
const BLOCKS_READ = `
  select sum(coalesce(heap_blks_read, 0) + coalesce(heap_blks_hit, 0) + coalesce(idx_blks_read, 0) + coalesce(idx_blks_hit, 0)) as blocks
  from pg_statio_user_tables`

const fill = async (url: string, size: number): Promise<void> => {
  await postgresAdapter({ pool: new pg.Pool({ connectionString: url, max: 1, idleTimeoutMillis: 1 }) }).migrate()
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  // One by one: several statements in one query are one transaction, which cannot run `vacuum`.
  for (const statement of rows(size).split(';')) if (statement.trim() !== '') await client.query(statement)
  await client.end()
}

/** A database with `size` sessions that counts the blocks it reads. */
export const openFilled = async (server: DatabaseServer, size: number) => {
  const url = await server.createDatabase()
  await fill(url, size)
  const observer = new pg.Client({ connectionString: url })
  await observer.connect()
  const countOthers = async () => {
    const { rowCount } = await observer.query(`select 1 from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and backend_type in ('client backend', 'autovacuum worker')`)
    return rowCount
  }
  const countBlocks = async (): Promise<number> => {
    // A connection reports its reads once a second and when it closes. So all other connections must be closed.
    await expect.poll(countOthers, { timeout: 20_000 }).toBe(0)
    return Number((await observer.query<{ blocks: string }>(BLOCKS_READ)).rows[0]?.blocks)
  }
  return {
    query: (sql: string) => observer.query(sql),
    /** The blocks that one repetition of the work reads, on average. */
    costOf: async (
      work: (database: FilledDatabase, times: number) => Promise<void>,
      times: number,
    ): Promise<number> => {
      const run = async (turns: number): Promise<number> => {
        const before = await countBlocks()
        const pool = new pg.Pool({ connectionString: url, max: 4 })
        await work({ adapter: postgresAdapter({ pool }), size }, turns)
        await pool.end()
        return (await countBlocks()) - before
      }
      // The first repetition includes costs that occur once.
      const once = await run(1)
      return ((await run(times + 1)) - once) / times
    },
    close: () => observer.end(),
  }
}
