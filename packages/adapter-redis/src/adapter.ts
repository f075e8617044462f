import type { Adapter, AdapterSession } from '@authwright/core/adapters'
import type { RedisClient } from './client.ts'
import { hearErrors } from './heard.ts'
import { makeSessions, type Sessions } from './sessions.ts'
import { makeStore } from './store.ts'
import { tokenMethods } from './tokens.ts'

/** Which Redis, and who keeps the rest. */
export interface RedisAdapterOptions {
  /** A connected client of `redis` or `ioredis`. Whoever made it closes it. Its `error` events go to the console while nobody listens to them. */
  readonly client: RedisClient
  /** The adapter that keeps users, accounts and passkeys. */
  readonly users: Adapter
  /** What the names of all keys begin with. @default 'authwright:' */
  readonly prefix?: string
  /** Milliseconds since the epoch; when keys expire is Redis's own clock. @default the real clock */
  readonly now?: () => number
}

type SessionMethods = Required<
  Pick<
    Adapter,
    'createSession' | 'getSessionAndUser' | 'updateSession' | 'deleteSession' | 'listSessions' | 'deleteSessions'
  >
>

/** What Redis keeps. */
export type RedisAdapter = Adapter & SessionMethods & ReturnType<typeof tokenMethods>

/** Every method of an adapter, class instances included, as a function that keeps its `this`. */
const methodsOf = (adapter: Adapter): Adapter => {
  const methods: Record<string, unknown> = {}
  for (
    let level: object = adapter;
    level !== Object.prototype;
    level = Object.getPrototypeOf(level) ?? Object.prototype
  )
    for (const name of Object.getOwnPropertyNames(level)) {
      const method: unknown = Reflect.get(adapter, name)
      if (typeof method === 'function' && name !== 'constructor') methods[name] ??= method.bind(adapter)
    }
  return methods
}

const sessionMethods = (sessions: Sessions, users: Adapter): SessionMethods => {
  const userOf = async (userId: string) => (await users.getUser?.(userId)) ?? null
  return {
    createSession: async (session) => {
      if ((await userOf(session.userId)) === null) throw new Error(`there is no user ${session.userId}`)
      return sessions.create(session)
    },
    getSessionAndUser: async (sessionToken) => {
      const session = await sessions.find(sessionToken)
      const user = session === null ? null : await userOf(session.userId)
      return session === null || user === null ? null : { session, user }
    },
    updateSession: ({ sessionToken, expires }) => sessions.prolong(sessionToken, expires),
    deleteSession: (given) => sessions.end(given),
    listSessions: (userId) => sessions.list(userId),
    deleteSessions: (userId, except) => sessions.endAll(userId, except),
  }
}

/** Sessions that are ended again when the transaction they belong to fails, or its work is done once more. */
const undoable = (sessions: Sessions) => {
  const made: AdapterSession[] = []
  const within: Sessions = {
    ...sessions,
    create: async (session) => {
      const created = await sessions.create(session)
      made.push(created)
      return created
    },
  }
  // Nobody has their tokens: ending them tidies up, and when that fails, too, they end by themselves.
  const undo = () => Promise.allSettled(made.map(({ sessionToken }) => sessions.end(sessionToken)))
  return { within, undo }
}

const runIn = <Value>(users: Adapter, work: (inner: Adapter) => Promise<Value>): Promise<Value> =>
  users.transaction === undefined ? work(users) : users.transaction(work)

const compose = (users: Adapter, sessions: Sessions, tokens: ReturnType<typeof tokenMethods>): RedisAdapter => {
  const own = methodsOf(users)
  return {
    ...own,
    ...sessionMethods(sessions, own),
    ...tokens,
    ...(own.deleteUser && {
      deleteUser: async (id: string) => {
        const user = await own.deleteUser?.(id)
        await sessions.endAll(id)
        return user ?? null
      },
    }),
    ...(own.transaction && {
      transaction: async <Value>(work: (adapter: Adapter) => Promise<Value>): Promise<Value> => {
        const { within, undo } = undoable(sessions)
        try {
          return await runIn(own, async (inner) => {
            // Work that gave way to another transaction is done again: what it made before is nobody's.
            await undo()
            return work(compose(inner, within, tokens))
          })
        } catch (error) {
          await undo()
          throw error
        }
      },
    }),
  }
}

/**
 * An adapter that keeps sessions, one-time tokens and attempt counters in Redis, and everything else where another adapter keeps it. Redis has to
 * keep what it is given until it expires: with an eviction policy other than `noeviction` people are signed out at random.
 *
 * @example
 * const client = createClient({ url: process.env.REDIS_URL })
 * client.on('error', (error) => console.error(error))
 * await client.connect()
 * const adapter = redisAdapter({ client, users: postgresAdapter({ pool }) })
 */
export const redisAdapter = ({
  client,
  users,
  prefix = 'authwright:',
  now = Date.now,
}: RedisAdapterOptions): RedisAdapter => {
  hearErrors(client)
  const store = makeStore(client, prefix, now)
  return compose(users, makeSessions(store), tokenMethods(store))
}
