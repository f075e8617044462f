import type { Adapter, AdapterSession } from '@authwright/core/adapters'
import { logConnectionErrors, type RedisClient } from './client.ts'
import { makeSessions, type Sessions } from './sessions.ts'
import { makeStore } from './store.ts'
import { tokenMethods } from './tokens.ts'

/**
 * The options of `redisAdapter`.
 * @example
 * const client = await createClient({ url: process.env.REDIS_URL }).connect()
 * const options: RedisAdapterOptions = { client, users: postgresAdapter({ pool }), prefix: 'shop:auth:' }
 */
export interface RedisAdapterOptions {
  /**
   * A connected client of `redis` or `ioredis`. The application closes it. Its `error` events are logged to the console
   * if the application has no listener.
   * @example client: await createClient({ url: 'redis://localhost:6379' }).connect()
   */
  readonly client: RedisClient
  /**
   * The adapter that stores users, accounts and passkeys.
   * @example users: postgresAdapter({ pool })
   */
  readonly users: Adapter
  /**
   * The prefix of all keys. @default 'authwright:'
   * @example prefix: 'shop:auth:'
   */
  readonly prefix?: string
  /**
   * Milliseconds since the epoch. Keys expire by the clock of Redis. @default Date.now
   * @example now: fixedClock('2030-01-01T12:00:00Z').now
   */
  readonly now?: () => number
}

type SessionMethods = Required<
  Pick<
    Adapter,
    'createSession' | 'getSessionAndUser' | 'updateSession' | 'deleteSession' | 'listSessions' | 'deleteSessions'
  >
>

/**
 * The methods of the other adapter, with those for sessions, one-time tokens and counters replaced.
 * @example
 * const readUserId = async (adapter: RedisAdapter, sessionToken: string) =>
 *   (await adapter.getSessionAndUser(sessionToken))?.user.id
 */
export type RedisAdapter = Adapter & SessionMethods & ReturnType<typeof tokenMethods>

/** `createSessionOfAccount` would store the session in the database of the users. */
const REPLACED = ['constructor', 'createSessionOfAccount']

/** The methods of an adapter, bound to it. Includes the methods of a class. */
const methodsOf = (adapter: Adapter): Adapter => {
  const methods: Record<string, unknown> = {}
  for (
    let level: object = adapter;
    level !== Object.prototype;
    level = Object.getPrototypeOf(level) ?? Object.prototype
  )
    for (const name of Object.getOwnPropertyNames(level)) {
      const method: unknown = Reflect.get(adapter, name)
      if (typeof method === 'function' && !REPLACED.includes(name)) methods[name] ??= method.bind(adapter)
    }
  return methods
}

const sessionMethods = (sessions: Sessions, users: Adapter): SessionMethods => {
  const userOf = async (userId: string) => (await users.getUser?.(userId)) ?? null
  return {
    createSession: async (session) => {
      const created = await sessions.create(session)
      try {
        // After the write. If the user is deleted at the same time, the deletion finds the session, or this look-up
        // finds no user.
        if ((await userOf(session.userId)) === null) throw new Error(`there is no user ${session.userId}`)
        return created
      } catch (error) {
        await sessions.delete(session.sessionToken).catch(() => null)
        throw error
      }
    },
    getSessionAndUser: async (sessionToken) => {
      const session = await sessions.find(sessionToken)
      const user = session === null ? null : await userOf(session.userId)
      return session === null || user === null ? null : { session, user }
    },
    updateSession: ({ sessionToken, expires }) => sessions.update(sessionToken, expires),
    deleteSession: (tokenOrHandle) => sessions.delete(tokenOrHandle),
    listSessions: (userId, current) => sessions.list(userId, current),
    deleteSessions: (userId, except) => sessions.deleteAll(userId, except),
  }
}

/** Records the created sessions, so that they can be deleted if their transaction fails or runs again. */
const withUndo = (sessions: Sessions) => {
  const created: AdapterSession[] = []
  const within: Sessions = {
    ...sessions,
    create: async (session) => {
      const result = await sessions.create(session)
      created.push(result)
      return result
    },
  }
  // A failure is harmless: the tokens were not handed out, and the sessions expire.
  const undo = () => Promise.allSettled(created.map(({ sessionToken }) => sessions.delete(sessionToken)))
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
        await sessions.deleteAll(id)
        return user ?? null
      },
    }),
    ...(own.transaction && {
      transaction: async <Value>(work: (adapter: Adapter) => Promise<Value>): Promise<Value> => {
        const { within, undo } = withUndo(sessions)
        try {
          return await runIn(own, async (inner) => {
            // A transaction may run its work again. The sessions of the earlier run are deleted.
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
 * Makes an adapter that stores sessions, one-time tokens and counters in Redis, and everything else in another adapter.
 * Use the eviction policy `noeviction`: any other signs users out at random.
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
  logConnectionErrors(client)
  const store = makeStore(client, prefix, now)
  return compose(users, makeSessions(store), tokenMethods(store))
}
