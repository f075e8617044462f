// What the time of an operation may depend on. Each position of a curve is measured with the floor.
import { createHash } from 'node:crypto'
import { authjs, providersOf as providersOfPeer } from '../libraries/authjs.mjs'
import { authwright, providersOf } from '../libraries/authwright.mjs'
import { ironSession, jose } from '../libraries/cookies.mjs'
import * as floor from '../libraries/floor.mjs'
import { startBench } from '../databases/postgres.mjs'
import { openSqlite } from '../databases/sqlite.mjs'
import { assert, SECRET, withJunk } from '../fixtures.mjs'
import { FLOOR, OWN, PEER } from './case.mjs'
import { ownEntry, peerEntry } from './pages.mjs'
import { JOIN } from './postgres.mjs'

/**
 * @typedef {object} Curve
 * @property {string} id @property {string} title
 * @property {string} x what the axis shows
 * @property {(settings: import('../run.mjs').Settings) => readonly number[]} points
 * @property {(point: number, onClose: (close: () => Promise<void>) => void) => Promise<Readonly<Record<string,
 *   import('../measure.mjs').Entry>>>} load
 * @property {(point: number) => number} [inFlight]
 * @property {{ rounds: number, ms: number }} [how] how much to measure, when the settings are for faster operations
 * @property {Limit} [limit] what `--check` requires
 *
 * @typedef {object} Limit
 * @property {number} from a position @property {number} to a later one
 * @property {Readonly<Record<string, number>>} growth the most that each name may have at the later one, in multiples of the first
 */

const uncached = { session: { cookieCacheSize: 0 } }
const OFF = 'Authwright, cookie cache off'

/** Both libraries with the same change. @param {object} how */
const both = async (how) => ({
  [FLOOR]: floor.get,
  [OWN]: await authwright.session(how),
  [PEER]: await authjs.session(how),
})

/** Sessions and accounts have the same names in all tables; each user has ten sessions. @param {number} rows */
const picks = (rows) => ({
  token: () => `t${Math.floor(Math.random() * rows)}`,
  profile: () => /** @type {any} */ ({ id: `a${Math.floor(Math.random() * (rows / 10))}` }),
})

/** @type {Promise<Awaited<ReturnType<typeof startBench>>> | undefined} */
let postgres

/** The databases with this number of sessions. @param {number} rows @param {(close: () => Promise<void>) => void} onClose */
const openTables = async (rows, onClose) => {
  if (postgres === undefined) {
    postgres = startBench({ isLarge: true })
    const { close } = await postgres
    onClose(async () => {
      postgres = undefined
      await close()
    })
  }
  const bench = await postgres
  const sqlite = await openSqlite(rows)
  onClose(async () => sqlite.close())
  const own = await bench.own(rows)
  const statement = sqlite.database.prepare(JOIN)
  return {
    sqlite: sqlite.adapter,
    own: own.adapter,
    rawSqlite: (/** @type {string} */ hash) => statement.get({ $1: hash }),
    rawPostgres: async (/** @type {string} */ hash) =>
      (await own.pool.query({ name: 'raw', text: JOIN, values: [hash] })).rows[0],
    indexed: (await bench.peer(rows, true)).adapter,
    // Without an index each look-up reads the whole table. With a million rows, that slows the others down.
    peer: rows > 1e5 ? undefined : (await bench.peer(rows, false)).adapter,
  }
}

/** The statement alone, with the token of any session. @param {(hash: string) => unknown} read @param {() => string} token */
const rawStatement = (read, token) => {
  const run = () => read(createHash('sha256').update(token()).digest('hex'))
  return { run, check: async () => assert((await run()) !== undefined, 'the raw statement') }
}

/** @param {'anySession' | 'anySignIn'} operation @param {'token' | 'profile'} pick @returns {Curve['load']} */
const onTables = (operation, pick) => async (rows, onClose) => {
  const { sqlite, own, peer, indexed, rawSqlite, rawPostgres } = await openTables(rows, onClose)
  const any = picks(rows)[pick]
  return {
    [FLOOR]: floor.get,
    ...(operation === 'anySession' && {
      'the statement alone, SQLite': rawStatement(rawSqlite, any),
      'the statement alone, PostgreSQL': rawStatement(rawPostgres, any),
    }),
    'Authwright, SQLite': await authwright[operation](sqlite, any),
    'Authwright, PostgreSQL': await authwright[operation](own, any),
    '@auth/pg-adapter, indexes added': await authjs[operation](indexed, any),
    ...(peer && { '@auth/pg-adapter, its schema': await authjs[operation](peer, any) }),
  }
}

const sizes = (/** @type {import('../run.mjs').Settings} */ { rows }) =>
  [1e3, 1e4, 1e5, 1e6, 1e7].filter((size) => size <= rows)

/**
 * One operation at a time, through one connection of the pool. With 16, the table shows how often the operating system switches
 * between the processes of PostgreSQL, and not how long a statement takes. In a sample the connection handles many statements, so that
 * it does not measure a connection that was idle before.
 */
const ofDatabases = { inFlight: () => 1, how: { rounds: 20, ms: 100 } }

/** @type {readonly Curve[]} */
export const curves = [
  {
    id: 'providers',
    title: 'Session check and sign-in page by the number of providers',
    x: 'providers',
    points: () => [1, 3, 10, 30, 100],
    load: async (count) => ({
      [FLOOR]: floor.get,
      'Authwright, session check': await authwright.session({ options: { providers: await providersOf(count) } }),
      '@auth/core, session check': await authjs.session({ options: { providers: await providersOfPeer(count) } }),
      'Authwright, sign-in page': await ownEntry('page', count),
      '@auth/core, sign-in page': await peerEntry('page', count),
    }),
  },
  {
    id: 'session-size',
    title: 'Session check by the size of the session',
    x: 'kilobytes',
    points: () => [0.2, 1, 4, 8, 11, 16],
    load: async (kilobytes) => {
      const bytes = kilobytes * 1024
      // iron-session and Authwright refuse larger sessions, because servers reject longer headers.
      const iron = kilobytes > 8 ? {} : { 'iron-session': await ironSession({ bytes }) }
      const others = { [FLOOR]: floor.get, [PEER]: await authjs.session({ bytes }), jose: await jose({ bytes }) }
      if (kilobytes > 11) return others
      const options = { bytes, options: uncached }
      return {
        ...others,
        ...iron,
        [OWN]: await authwright.session({ bytes }),
        [OFF]: await authwright.session(options),
      }
    },
  },
  {
    id: 'rows',
    title: 'Session check by the number of sessions in the table',
    x: 'sessions',
    points: sizes,
    load: onTables('anySession', 'token'),
    ...ofDatabases,
    // The statement alone grows by 3 to 4 with SQLite, which reads other pages of the file for each session.
    limit: { from: 1e3, to: 1e6, growth: { 'Authwright, PostgreSQL': 1.5, 'Authwright, SQLite': 2 } },
  },
  {
    id: 'rows-sign-in',
    title: 'Sign-in of an existing user by the number of sessions in the table',
    x: 'sessions',
    points: sizes,
    load: onTables('anySignIn', 'profile'),
    ...ofDatabases,
  },
  {
    id: 'secrets',
    title: 'Session check by the number of secrets, with a token of the oldest',
    x: 'secrets',
    points: () => [1, 2, 3, 5],
    load: async (count) => {
      const older = Array.from({ length: count - 1 }, (_, i) => `${SECRET}-${i}`)
      const options = { secret: [...older, SECRET] }
      return {
        ...(await both({ options })),
        [OFF]: await authwright.session({ options: { ...options, ...uncached } }),
      }
    },
  },
  {
    id: 'in-flight',
    title: 'Session check by the number of requests in flight',
    x: 'in flight',
    points: () => [1, 4, 16, 64, 256],
    inFlight: (point) => point,
    load: async () => ({
      ...(await both({})),
      [OFF]: await authwright.session({ options: uncached }),
      jose: await jose(),
    }),
  },
  {
    id: 'junk',
    title: 'Session check by the number of other cookies',
    x: 'other cookies of 8 bytes',
    points: () => [1, 10, 100, 1000],
    load: (count) => both({ change: withJunk(count) }),
  },
]
