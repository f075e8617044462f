// Session checks and sign-ins on databases of different sizes. The cost may only grow with the depth of the indexes.
import { Auth as PeerAuth, customFetch as peerFetch } from '@auth/core'
import { createAuth, customFetch } from '../../packages/core/dist/index.js'
import { makeFetch, makeOperations, provider } from '../databases/operations.mjs'
import { startBench } from '../databases/postgres.mjs'
import { openSqlite } from '../databases/sqlite.mjs'
import { sizeTable } from '../databases/table.mjs'
import { assert, SECRET, silentLogger } from '../fixtures.mjs'

export const title = 'Databases: a session check, and the sign-in of an existing user'
export { sizeTable as summary }

const common = { secret: SECRET, trustHost: true, basePath: '/auth', logger: silentLogger }
const PEER = 'pg-adapter with indexes added'

/** @typedef {import('../measure.mjs').Entry & { facts?: import('../databases/table.mjs').Facts }} Entry */

/** @type {(() => unknown)[]} */
const closers = []
export const close = async () => {
  for (const each of closers) await each()
}

/** @typedef {(adapter: any, size: number) => import('../browser.mjs').Handle} Serve */

/** @type {Serve} */
const ownHandle = (adapter, size) => {
  const auth = createAuth({ ...common, adapter, providers: [{ ...provider, [customFetch]: makeFetch(size) }] })
  return (request) => auth.handle(request)
}

/** @type {Serve} */
const peerHandle = (adapter, size) => {
  const config = { ...common, adapter, providers: [{ ...provider, [peerFetch]: makeFetch(size) }] }
  return (request) => PeerAuth(request, config)
}

/**
 * One library on one database.
 * @typedef {object} Subject
 * @property {string} who
 * @property {string} [peer]
 * @property {Serve} serve
 * @property {string} prefix
 * @property {{ adapter: any, countedAdapter?: any, countStatements: (work: () => Promise<unknown>) => Promise<number> }} database
 */

/** @param {number} size */
const label = (size) => (size >= 1e6 ? `${size / 1e6} M` : `${size / 1e3} k`)

/** @param {Subject} subject @param {number} size @returns {Promise<readonly Entry[]>} */
const makeEntries = async (
  { who, peer, serve, prefix, database: { adapter, countedAdapter = adapter, countStatements } },
  size,
) => {
  const operations = await makeOperations({ adapter, handle: serve(adapter, size), prefix, size })
  const counted = await makeOperations({ adapter: countedAdapter, handle: serve(countedAdapter, size), prefix, size })
  /** @type {Entry[]} */
  const entries = []
  for (const [kind, { run, check }] of Object.entries(operations)) {
    // The first call also reads the schema.
    await counted[kind]?.run()
    const statements = await countStatements(async () => counted[kind]?.run())
    const nameOf = (/** @type {string} */ whose) => `${label(size)}, ${kind}: ${whose}`
    entries.push({
      name: nameOf(who),
      run,
      check: async () => check(await run()),
      facts: { size: label(size), kind, who, statements },
      ...(peer === undefined ? {} : { against: nameOf(peer) }),
    })
  }
  return entries
}

/** @param {Awaited<ReturnType<typeof startBench>>} bench @param {number} size @returns {Promise<readonly Subject[]>} */
const makeSubjects = async (bench, size) => {
  const sqlite = await openSqlite(size)
  closers.push(sqlite.close)
  const peer = { serve: peerHandle, prefix: 'authjs' }
  const own = { serve: ownHandle, prefix: 'authwright' }
  return [
    { who: 'pg-adapter, its documented schema', ...peer, database: await bench.peer(size, false) },
    { who: PEER, ...peer, database: await bench.peer(size, true) },
    { who: 'Authwright on PostgreSQL', peer: PEER, ...own, database: await bench.own(size) },
    { who: 'Authwright on SQLite', ...own, database: sqlite },
  ]
}

/** @type {Promise<readonly Entry[]> | undefined} */
let prepared

/** @param {readonly number[]} sizes */
const prepare = async (sizes) => {
  const bench = await startBench()
  closers.push(bench.close)
  const { pool } = await bench.own(1000)
  const query = () => pool.query('select 1')
  const check = async () => assert((await query()).rows.length === 1, 'select 1')
  /** @type {Entry[]} */
  const entries = [{ name: 'floor: select 1 by pg', run: query, check }]
  for (const size of sizes)
    for (const subject of await makeSubjects(bench, size)) entries.push(...(await makeEntries(subject, size)))
  return entries
}

/**
 * @param {{ sizes?: readonly number[] }} [options]
 * @returns {Promise<readonly Entry[]>}
 */
export const entries = ({ sizes = [1000, 100_000] } = {}) => (prepared ??= prepare(sizes))
