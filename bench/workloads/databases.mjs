// Session checks and sign-ins over databases of growing size: the cost may grow as the depth of an index does, and no more.
import { Auth as PeerAuth, customFetch as peerFetch } from '@auth/core'
import { createAuth, customFetch } from '../../packages/core/dist/index.js'
import { fetchOf, operationsOf, provider } from '../databases/people.mjs'
import { startBench } from '../databases/postgres.mjs'
import { openSqlite } from '../databases/sqlite.mjs'
import { sizeTable } from '../databases/table.mjs'
import { insist, quiet, SECRET } from '../fixtures.mjs'

export const title = 'Databases: a session check, and the sign-in of somebody who is known'
export { sizeTable as summary }

const common = { secret: SECRET, trustHost: true, basePath: '/auth', logger: quiet }
const PEER = 'pg-adapter with indexes added'

/** @typedef {import('../measure.mjs').Entry & { facts?: import('../databases/table.mjs').Facts }} Entry */

/** @type {(() => unknown)[]} */
const closing = []
export const close = async () => {
  for (const each of closing) await each()
}

/** @typedef {(adapter: any, size: number) => import('../browser.mjs').Handle} Serve */

/** @type {Serve} */
const ourHandle = (adapter, size) => {
  const auth = createAuth({ ...common, adapter, providers: [{ ...provider, [customFetch]: fetchOf(size) }] })
  return (request) => auth.handle(request)
}

/** @type {Serve} */
const peerHandle = (adapter, size) => {
  const config = { ...common, adapter, providers: [{ ...provider, [peerFetch]: fetchOf(size) }] }
  return (request) => PeerAuth(request, config)
}

/**
 * One library over one database.
 * @typedef {object} Subject
 * @property {string} who
 * @property {string} [peer]
 * @property {Serve} serve
 * @property {string} prefix
 * @property {{ adapter: any, heard?: any, counting: (work: () => Promise<unknown>) => Promise<number> }} database
 */

/** @param {number} size */
const label = (size) => (size >= 1e6 ? `${size / 1e6} M` : `${size / 1e3} k`)

/** @param {Subject} subject @param {number} size @returns {Promise<readonly Entry[]>} */
const entriesOf = async ({ who, peer, serve, prefix, database: { adapter, heard = adapter, counting } }, size) => {
  const operations = await operationsOf({ adapter, handle: serve(adapter, size), prefix, size })
  const counted = await operationsOf({ adapter: heard, handle: serve(heard, size), prefix, size })
  /** @type {Entry[]} */
  const entries = []
  for (const [kind, { run, judge }] of Object.entries(operations)) {
    // The first time the schema is looked at, too.
    await counted[kind]?.run()
    const statements = await counting(async () => counted[kind]?.run())
    const nameOf = (/** @type {string} */ whose) => `${label(size)}, ${kind}: ${whose}`
    entries.push({
      name: nameOf(who),
      run,
      check: async () => judge(await run()),
      facts: { size: label(size), kind, who, statements },
      ...(peer === undefined ? {} : { against: nameOf(peer) }),
    })
  }
  return entries
}

/** @param {Awaited<ReturnType<typeof startBench>>} bench @param {number} size @returns {Promise<readonly Subject[]>} */
const subjectsOf = async (bench, size) => {
  const sqlite = await openSqlite(size)
  closing.push(sqlite.close)
  const peer = { serve: peerHandle, prefix: 'authjs' }
  const own = { serve: ourHandle, prefix: 'authwright' }
  return [
    { who: 'pg-adapter, its documented schema', ...peer, database: await bench.theirs(size, false) },
    { who: PEER, ...peer, database: await bench.theirs(size, true) },
    { who: 'Authwright on PostgreSQL', peer: PEER, ...own, database: await bench.ours(size) },
    { who: 'Authwright on SQLite', ...own, database: sqlite },
  ]
}

/** @type {Promise<readonly Entry[]> | undefined} */
let prepared

/** @param {readonly number[]} sizes */
const prepare = async (sizes) => {
  const bench = await startBench()
  closing.push(bench.close)
  const { pool } = await bench.ours(1000)
  const ask = () => pool.query('select 1')
  const check = async () => insist((await ask()).rows.length === 1, 'select 1')
  /** @type {Entry[]} */
  const entries = [{ name: 'floor: select 1 by pg', run: ask, check }]
  for (const size of sizes)
    for (const subject of await subjectsOf(bench, size)) entries.push(...(await entriesOf(subject, size)))
  return entries
}

/**
 * @param {{ sizes?: readonly number[] }} [how]
 * @returns {Promise<readonly Entry[]>}
 */
export const entries = ({ sizes = [1000, 100_000] } = {}) => (prepared ??= prepare(sizes))
