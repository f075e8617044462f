// `GET /session` with the session in a database.
import { DatabaseSync } from 'node:sqlite'
import { KyselyAdapter } from '@auth/kysely-adapter'
import Database from 'better-sqlite3'
import { Kysely, SqliteDialect } from 'kysely'
import { startBench } from '../databases/postgres.mjs'
import { migrated } from '../databases/sqlite.mjs'
import * as betterAuth from '../libraries/better-auth.mjs'
import { authjs } from '../libraries/authjs.mjs'
import { authwright } from '../libraries/authwright.mjs'
import * as floor from '../libraries/floor.mjs'
import { mapAdapter } from '../libraries/map-adapter.mjs'
import { assert } from '../fixtures.mjs'
import { FLOOR, OWN, PEER } from './case.mjs'
import { postgresSession } from './postgres.mjs'

/** The schema of the documentation of `@auth/kysely-adapter`. */
const SCHEMA = `
  create table "User"(id text primary key, name text, email text unique not null, emailVerified text, image text);
  create table "Session"(id text primary key, userId text not null references "User"(id) on delete cascade,
    sessionToken text not null unique, expires text not null);
  create index Session_userId_index on "Session"(userId);`

/** @auth/core with better-sqlite3, for which its adapter is made. */
export const peerSqlite = async () => {
  const database = new Database(':memory:')
  database.exec(SCHEMA)
  const adapter = KyselyAdapter(new Kysely({ dialect: new SqliteDialect({ database }) }))
  const createSession = (/** @type {any} */ row) => adapter.createSession?.({ id: crypto.randomUUID(), ...row })
  return authjs.databaseSession({ ...adapter, createSession })
}

/** A user whom no table has. */
const newProfile = () => {
  const id = crypto.randomUUID()
  return { id, email: `${id}@example.com` }
}

/** The rows that any library writes for a new user. */
const NEW_ROWS = [
  `insert into users (id, name, email) values ($1, 'Ada Lovelace', $1 || '@example.com')`,
  `insert into accounts (provider, "providerAccountId", "userId", type) values ('oauth', $1, $1, 'oauth')`,
  `insert into sessions ("tokenHash", "userId", expires) values ($1, $1, now() + interval '30 days')`,
]

/** @param {import('pg').Pool} pool */
const insertNewUser = async (pool) => {
  const client = await pool.connect()
  const { id } = newProfile()
  await client.query('begin')
  for (const [i, text] of NEW_ROWS.entries()) await client.query({ name: `new ${i}`, text, values: [id] })
  await client.query('commit')
  client.release()
  return id
}

/** The first sign-in of a user. @param {(close: () => Promise<void>) => void} onClose */
const signUp = async (onClose) => {
  const bench = await startBench()
  onClose(bench.close)
  const [own, peer] = [await bench.own(1000), await bench.peer(1000, true)]
  const run = () => insertNewUser(own.pool)
  const check = async () => {
    const { rows } = await own.pool.query('select id from users where id = $1', [await run()])
    assert(rows.length === 1, 'a new row')
  }
  return {
    [FLOOR]: { run, check },
    [PEER]: await authjs.anySignIn(peer.adapter, newProfile),
    [OWN]: await authwright.anySignIn(own.adapter, newProfile),
  }
}

/** @type {readonly import('./case.mjs').Case[]} */
export const databaseCases = [
  {
    id: 'memory',
    load: async () => ({
      [FLOOR]: floor.get,
      [PEER]: await authjs.databaseSession(mapAdapter()),
      [OWN]: await authwright.databaseSession(mapAdapter()),
      'better-auth': await betterAuth.memorySession(),
    }),
  },
  {
    id: 'node-sqlite',
    load: async () => ({
      [FLOOR]: floor.get,
      [PEER]: await peerSqlite(),
      [OWN]: await authwright.databaseSession(await migrated(new DatabaseSync(':memory:'))),
      'better-auth': await betterAuth.sqliteSession(new DatabaseSync(':memory:')),
    }),
  },
  {
    id: 'better-sqlite3',
    load: async () => ({
      [FLOOR]: floor.get,
      [PEER]: await peerSqlite(),
      [OWN]: await authwright.databaseSession(await migrated(new Database(':memory:'))),
      'better-auth': await betterAuth.sqliteSession(new Database(':memory:')),
    }),
  },
  { id: 'postgres', load: postgresSession },
  { id: 'sign-up-postgres', load: signUp },
]
