import type { Redis } from 'ioredis'
import { memoryAdapter } from '@authwright/testing'
import { allOrders, Interleaving, type Turn } from '@authwright/test-kit/races/interleave'
import { describe, expect, test } from 'vitest'
import { redisAdapter, type RedisAdapter } from '../src/index.ts'
import { withRedis } from './with-redis.ts'

let redis: Redis
withRedis((client) => void (redis = client))

const inAnHour = (): Date => new Date(Date.now() + 3_600_000)

interface Client {
  readonly call: (command: string, ...args: string[]) => Promise<unknown>
}

const plainClient = (): Client => ({ call: (command, ...args) => redis.call(command, ...args) })

/** A client that loses each reply and sends the command again, as `ioredis` does after it has connected again. */
const resending = ({ call }: Client): Client => ({
  call: async (command, ...args) => {
    await call(command, ...args)
    return call(command, ...args)
  },
})

const clients = [
  ['each command sent once', (client: Client) => client],
  ['each command sent again after its reply was lost', resending],
] as const

const openRound = async (wrap: (client: Client) => Client) => {
  await redis.flushall()
  const turns = new Interleaving()
  const { transaction: _transaction, state: _state, ...users } = memoryAdapter()
  const { id } = await users.createUser({ id: 'ann', email: 'ann@example.org', emailVerified: null })
  const open = (client: Client, own = users): RedisAdapter => redisAdapter({ client, users: own })
  const calm = open(plainClient())
  const adapterOf = (turn: Turn): RedisAdapter => open(wrap(turns.for(turn, plainClient())), turns.for(turn, users))
  const handles: string[] = []
  return { turns, id, users, handles, calm, a: adapterOf('a'), b: adapterOf('b') }
}

type Round = Awaited<ReturnType<typeof openRound>>

/** Two calls at the same time, and what must be true afterwards, in the order of the test. */
interface Pair {
  /** Prepares the round without interruption. */
  readonly prepare?: (round: Round) => unknown
  readonly a: (round: Round) => unknown
  readonly b: (round: Round) => unknown
  /** What is wrong after both calls. If the first failed, its token was not handed out. */
  readonly findFault: (round: Round, ran: { order: string; hasFailed: boolean }) => Promise<string | undefined>
}

const createSession = (adapter: RedisAdapter, sessionToken: string) =>
  adapter.createSession({ sessionToken, userId: 'ann', expires: inAnHour() })

const isLive = async ({ calm }: Round, token: string): Promise<boolean> =>
  (await calm.getSessionAndUser(token)) !== null

/** A session is live if and only if it is listed, and the end of all sessions ends it. */
const findUnlisted = async (round: Round, token: string): Promise<string | undefined> => {
  const { calm, id } = round
  const [live, listed] = [await isLive(round, token), await calm.listSessions(id)]
  if (listed.length !== (live ? 1 : 0)) return `live: ${live}, listed: ${listed.length}`
  await calm.deleteSessions(id)
  return (await isLive(round, token)) ? 'it outlives the end of all sessions' : undefined
}

/** The calls in an order that is not interleaved have only one correct result. */
const whichFirst = (order: string): string | undefined => /^(a+b|b+a)$/.exec(order.replace(/(.)\1+/g, '$1'))?.[1]

const pairs: readonly (readonly [string, Pair])[] = [
  [
    'a session that is created during the end of all sessions is ended or stays listed',
    {
      prepare: ({ calm }) => createSession(calm, 'earlier'),
      a: ({ a }) => createSession(a, 'new'),
      b: ({ b, id }) => b.deleteSessions(id),
      findFault: async (round, { order }) => {
        if (await isLive(round, 'earlier')) return 'the earlier session lives'
        const expected = { ab: false, ba: true }[whichFirst(order) ?? '']
        if (expected !== undefined && (await isLive(round, 'new')) !== expected) return `live: ${!expected}`
        return findUnlisted(round, 'new')
      },
    },
  ],
  [
    'a session that is created while its handle is used to end it is ended or stays listed',
    {
      prepare: async ({ calm, id, handles }) => {
        await createSession(calm, 'new')
        for (const { sessionToken } of await calm.listSessions(id)) handles.push(sessionToken)
        await calm.deleteSession('new')
      },
      a: ({ a }) => createSession(a, 'new'),
      b: ({ b, handles }) => b.deleteSession(handles[0] ?? ''),
      findFault: (round) => findUnlisted(round, 'new'),
    },
  ],
  [
    'a session that is renewed during the end of all sessions is ended',
    {
      prepare: ({ calm }) => createSession(calm, 'earlier'),
      a: ({ a }) => a.updateSession({ sessionToken: 'earlier', expires: new Date(Date.now() + 7_200_000) }),
      b: ({ b, id }) => b.deleteSessions(id),
      findFault: async (round) =>
        (await isLive(round, 'earlier')) ? 'the session lives' : findUnlisted(round, 'earlier'),
    },
  ],
  [
    'the current session that is renewed during the end of all others stays listed',
    {
      prepare: ({ calm }) => createSession(calm, 'current'),
      a: ({ a }) => a.updateSession({ sessionToken: 'current', expires: new Date(Date.now() + 7_200_000) }),
      b: ({ b, id }) => b.deleteSessions(id, 'current'),
      findFault: async (round) =>
        (await isLive(round, 'current')) ? findUnlisted(round, 'current') : 'the current session was ended',
    },
  ],
  [
    'a session that is created during the deletion of its user is deleted',
    {
      a: ({ a }) => createSession(a, 'new'),
      b: ({ b, id }) => b.deleteUser?.(id),
      findFault: async ({ users, calm }, { hasFailed }) => {
        if (hasFailed) return undefined
        // An application may give the id to another user.
        await users.createUser({ id: 'ann', email: 'other@example.org', emailVerified: null })
        return (await calm.getSessionAndUser('new')) === null ? undefined : 'the session lives'
      },
    },
  ],
  [
    'a one-time token that is stored during the removal of all is removed or stays removable',
    {
      a: ({ a, id }) => a.createVerificationToken({ identifier: id, token: 'new', expires: inAnHour() }),
      b: ({ b, id }) => b.deleteVerificationTokens(id),
      findFault: async ({ calm, id }) => {
        await calm.deleteVerificationTokens(id)
        const used = await calm.useVerificationToken({ identifier: id, token: 'new' })
        return used === null ? undefined : 'the token outlives the removal of all'
      },
    },
  ],
]

const runRound = async (
  { prepare, a, b, findFault }: Pair,
  wrap: (client: Client) => Client,
  order: readonly Turn[],
) => {
  const round = await openRound(wrap)
  await prepare?.(round)
  let hasFailed = false
  // The second execution of a command may find what the first one wrote, and fail.
  const first = async () => {
    try {
      await a(round)
    } catch {
      hasFailed = true
    }
  }
  await round.turns.run(order, { a: first, b: async () => b(round) })
  return { calls: round.turns.calls, fault: await findFault(round, { order: order.join(''), hasFailed }) }
}

describe('in every order of the commands of two calls', () => {
  describe.each(clients)('%s', (_client, wrap) => {
    test.each(pairs)('%s', { timeout: 120_000 }, async (_rule, pair) => {
      // The second call sends the most commands after the first is complete, and the first before the second begins.
      const { calls } = await runRound(pair, wrap, Array<Turn>(20).fill('a'))
      const faults: string[] = []
      for (const order of allOrders(calls.a, calls.b)) {
        const { fault } = await runRound(pair, wrap, order)
        if (fault !== undefined) faults.push(`${order.join('')}: ${fault}`)
      }
      expect(faults).toEqual([])
    })
  })
})
