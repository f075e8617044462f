// A session check and a sign-in over databases of growing size: the cost may grow as the depth of an index does, and no more.
import { Auth as PeerAuth } from '@auth/core'
import PeerGitHub from '@auth/core/providers/github'
import { createAuth } from '../../packages/core/dist/index.js'
import GitHub from '../../packages/core/dist/providers/github.js'
import { startBench } from '../databases/postgres.mjs'
import { openSqlite } from '../databases/sqlite.mjs'
import { client, cookieHeader, insist, quiet, SECRET, sessionRequest } from '../fixtures.mjs'

export const title = 'Databases: a session check, and the sign-in of somebody who is known'

const common = { secret: SECRET, trustHost: true, basePath: '/auth', logger: quiet }

/** @type {(() => unknown)[]} */
const closing = []
export const close = async () => {
  for (const each of closing) await each()
}

/** @param {number} size */
const label = (size) => (size >= 1e6 ? `${size / 1e6}M` : `${size / 1e3}k`)

/** Another token each time, so that no row is in anybody's hand already. @param {number} size */
const anyOf = (size) => Math.floor(Math.random() * size)

let made = 0

/** The reads and writes that a sign-in ends with. @param {any} adapter @param {number} size */
const signIn = async (adapter, size) => {
  const account = { provider: 'github', providerAccountId: `a${anyOf(size / 10)}` }
  const user = await adapter.getUserByAccount(account)
  const session = { sessionToken: `new-${(made += 1)}`, userId: user.id, expires: new Date(Date.now() + 864e5) }
  await (adapter.transaction === undefined
    ? adapter.createSession(session)
    : adapter.transaction((/** @type {any} */ inner) => inner.createSession(session)))
  return user
}

/** @param {Response} response */
const isSignedIn = async (response) => (await response.json())?.user?.email.endsWith('@example.com') === true

/**
 * @param {string} name
 * @param {any} adapter
 * @param {number} size
 * @param {(request: Request) => Promise<Response>} handle
 * @param {string} prefix
 * @param {string} [peer]
 * @param {(work: () => Promise<unknown>) => Promise<number>} [count]
 */
const operations = async (name, adapter, size, handle, prefix, peer, count) => {
  const request = () => sessionRequest(cookieHeader(prefix, `t${anyOf(size)}`))
  const kinds = [
    [
      'session row',
      () => adapter.getSessionAndUser(`t${anyOf(size)}`),
      async (/** @type {any} */ pair) => pair !== null,
    ],
    ['GET /session', () => handle(request()), isSignedIn],
    ['sign-in', () => signIn(adapter, size), async (/** @type {any} */ user) => user !== null],
  ]
  /** @type {import('../measure.mjs').Entry[]} */
  const entries = []
  for (const [kind, run, isRight] of /** @type {[string, () => Promise<any>, (answer: any) => Promise<boolean>][]} */ (
    kinds
  )) {
    await run()
    const statements = count === undefined ? '' : `, ${await count(run)} statements`
    const full = (/** @type {string} */ who, counted = '') => `${label(size)} ${kind}: ${who}${counted}`
    const against =
      peer === undefined ? {} : { against: [...names.values()].find((known) => known.startsWith(full(peer))) ?? '' }
    names.set(full(name), full(name, statements))
    entries.push({
      name: full(name, statements),
      run,
      check: async () => insist(await isRight(await run()), full(name)),
      ...against,
    })
  }
  return entries
}

/** @type {Map<string, string>} */
const names = new Map()

/** @param {any} adapter */
const ourHandle = (adapter) => {
  const auth = createAuth({ ...common, adapter, providers: [GitHub(client)] })
  return (/** @type {Request} */ request) => auth.handle(request)
}

/** @param {any} adapter */
const peerHandle = (adapter) => {
  const config = { ...common, adapter, providers: [PeerGitHub(client)] }
  return (/** @type {Request} */ request) => PeerAuth(request, config)
}

/** @type {Promise<readonly import('../measure.mjs').Entry[]> | undefined} */
let prepared

/** @param {readonly number[]} sizes */
const prepare = async (sizes) => {
  const bench = await startBench()
  closing.push(bench.close)
  const floor = await bench.ours(1000)
  /** @type {import('../measure.mjs').Entry[]} */
  const entries = [
    {
      name: 'floor: select 1 by pg',
      run: () => floor.pool.query('select 1'),
      check: async () => insist((await floor.pool.query('select 1')).rows.length === 1, 'select 1'),
    },
  ]
  for (const size of sizes) {
    const bare = await bench.theirs(size, false)
    const indexed = await bench.theirs(size, true)
    const ours = await bench.ours(size)
    const sqlite = await openSqlite(size)
    closing.push(sqlite.close)
    const counted = (/** @type {any} */ pool) => (/** @type {any} */ work) => bench.counting(pool, work)
    const peer = 'pg-adapter with indexes added'
    entries.push(
      ...(await operations(
        'pg-adapter, its documented schema',
        bare.adapter,
        size,
        peerHandle(bare.adapter),
        'authjs',
        undefined,
        counted(bare.pool),
      )),
      ...(await operations(
        peer,
        indexed.adapter,
        size,
        peerHandle(indexed.adapter),
        'authjs',
        undefined,
        counted(indexed.pool),
      )),
      ...(await operations(
        'gatehouse on PostgreSQL',
        ours.adapter,
        size,
        ourHandle(ours.adapter),
        'gatehouse',
        peer,
        counted(ours.pool),
      )),
      ...(await operations('gatehouse on SQLite', sqlite.adapter, size, ourHandle(sqlite.adapter), 'gatehouse')),
    )
  }
  return entries
}

/**
 * @param {{ sizes?: readonly number[] }} [how]
 * @returns {Promise<readonly import('../measure.mjs').Entry[]>}
 */
export const entries = ({ sizes = [1000, 100_000] } = {}) => (prepared ??= prepare(sizes))
