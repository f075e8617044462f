// PostgreSQL with a given number of sessions, in the schema of Authwright and in the documented schema of `@auth/pg-adapter`.
import PublishedAdapter from '@auth/pg-adapter'
import pg from 'pg'
import { postgresAdapter } from '@authwright/adapter-sql/postgres'
import { startPostgres } from '@authwright/test-kit/databases'

// Foreign keys are checked by triggers, one row at a time. These rows are valid, so the triggers are disabled.
const OWN_ROWS = (/** @type {number} */ size) => `
  set session_replication_role = replica;
  insert into users (id, name, email, "emailVerified") select 'u' || i, 'Ada Lovelace', 'u' || i || '@example.com', now()
    from generate_series(0, ${size} / 10) i;
  insert into accounts (provider, "providerAccountId", "userId", type)
    select 'oauth', 'a' || i, 'u' || i, 'oauth' from generate_series(0, ${size} / 10) i;
  insert into sessions ("tokenHash", "userId", expires)
    select encode(sha256(('t' || i)::bytea), 'hex'), 'u' || (i / 10), now() + interval '30 days'
    from generate_series(0, ${size} - 1) i;
  set session_replication_role = default;`

const PEER_SCHEMA = `
  create table accounts (id serial primary key, "userId" integer not null, type varchar(255) not null,
    provider varchar(255) not null, "providerAccountId" varchar(255) not null, refresh_token text, access_token text,
    expires_at bigint, id_token text, scope text, session_state text, token_type text);
  create table sessions (id serial primary key, "userId" integer not null, expires timestamptz not null,
    "sessionToken" varchar(255) not null);
  create table users (id serial primary key, name varchar(255), email varchar(255), "emailVerified" timestamptz, image text);`

const PEER_ROWS = (/** @type {number} */ size) => `${PEER_SCHEMA}
  insert into users (name, email, "emailVerified") select 'Ada Lovelace', 'u' || i || '@example.com', now() from generate_series(0, ${size} / 10) i;
  insert into accounts (provider, "providerAccountId", "userId", type)
    select 'oauth', 'a' || i, i + 1, 'oauth' from generate_series(0, ${size} / 10) i;
  insert into sessions ("sessionToken", "userId", expires)
    select 't' || i, i / 10 + 1, now() + interval '30 days' from generate_series(0, ${size} - 1) i;`

const PEER_INDEXES = `
  create unique index on sessions ("sessionToken");
  create unique index on accounts (provider, "providerAccountId");`

/** What a server does after many new rows, so that it does not do it during a measurement. */
const tidy = async (/** @type {pg.Pool} */ database) => {
  await database.query('vacuum analyze')
  await database.query('checkpoint')
}

/**
 * Reads all rows once by the index. The process of a connection maps a page of the shared buffers when it first reads it, which
 * takes longer than the statement. The connections of a server that runs for hours have done that. The pool uses this connection
 * again while no other one is needed.
 *
 * @param {pg.Pool} database @param {string} key
 */
const warm = async (database, key) => {
  const client = await database.connect()
  await client.query('set enable_seqscan = off; set enable_bitmapscan = off; set max_parallel_workers_per_gather = 0')
  await client.query(`select count("userId") from sessions where "${key}" >= ''`)
  await client.query('reset all')
  client.release()
}

/** Makes room for all tables, of up to ten million sessions. The default of 128 MB is less than a million sessions need. */
const enlarge = async (/** @type {Awaited<ReturnType<typeof startPostgres>>} */ server) => {
  const client = new pg.Client({ connectionString: await server.createDatabase() })
  await client.connect()
  await client.query("alter system set shared_buffers = '8GB'")
  await client.end()
  await server.stop()
  await server.start()
}

/** Starts one server for all sizes. @param {{ isLarge?: boolean }} [how] whether tables have a million sessions or more */
export const startBench = async ({ isLarge = false } = {}) => {
  const server = await startPostgres()
  if (isLarge) await enlarge(server)
  /** @type {pg.Pool[]} */
  const pools = []
  const pool = async () => {
    const created = new pg.Pool({ connectionString: await server.createDatabase(), max: 16 })
    created.on('error', () => {})
    pools.push(created)
    return created
  }
  return {
    /** @param {number} size */
    own: async (size) => {
      const database = await pool()
      const adapter = postgresAdapter({ pool: database })
      await adapter.migrate()
      await database.query(OWN_ROWS(size))
      await tidy(database)
      await warm(database, 'tokenHash')
      return { pool: database, adapter }
    },
    /** @param {number} size @param {boolean} isIndexed */
    peer: async (size, isIndexed) => {
      const database = await pool()
      await database.query(PEER_ROWS(size))
      if (isIndexed) await database.query(PEER_INDEXES)
      await tidy(database)
      if (isIndexed) await warm(database, 'sessionToken')
      return { pool: database, adapter: PublishedAdapter(database) }
    },
    close: async () => {
      for (const each of pools) await each.end()
      await server.close()
    },
  }
}
