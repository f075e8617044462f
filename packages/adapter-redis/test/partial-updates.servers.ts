import type { Redis } from 'ioredis'
import { memoryAdapter } from '@authwright/testing'
import type { Adapter } from '@authwright/core/adapters'
import { describe, expect, test } from 'vitest'
import { redisAdapter } from '../src/index.ts'
import { withRedis } from './with-redis.ts'

let client: Redis
withRedis((connected) => void (client = connected))

const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1000)
const createUser = async (users: ReturnType<typeof memoryAdapter>) =>
  users.createUser({ id: crypto.randomUUID(), email: 'ann@example.org', emailVerified: null })

describe('updating a session', () => {
  /** A client that loses its connection at a command, counted from 0, before Redis gets it or before the reply arrives. */
  const cutAt = (at: number, when: 'before' | 'after') => {
    let sent = -1
    const call = async (command: string, ...args: string[]): Promise<unknown> => {
      sent += 1
      if (sent === at && when === 'before') throw new Error('connection lost')
      const reply = await client.call(command, ...args)
      if (sent === at) throw new Error('connection lost')
      return reply
    }
    return { call }
  }

  /** The expiry times of the session and of its index entry, and the remaining times of both keys, in milliseconds. */
  const readExpiry = async (userId: string) => {
    const [key = ''] = await client.keys('authwright:session:*')
    const index = `authwright:sessions:${userId}`
    const { expires }: { expires: string } = JSON.parse((await client.get(key)) ?? '')
    const [, score] = await client.zrange(index, '0', '-1', 'WITHSCORES')
    return {
      session: Date.parse(expires),
      entry: Number(score),
      left: await client.pttl(key),
      index: await client.pttl(index),
    }
  }

  const cuts = [0, 1, 2].flatMap((at) => (['before', 'after'] as const).map((when) => [at, when] as const))
  describe.each([
    ['later', 600],
    ['earlier', 60],
  ])('to a time that is %s', (_, seconds) => {
    test.each(cuts)(
      'keeps the session listed until it expires, if the connection is lost at command %i, %s it',
      async (at, when) => {
        const users = memoryAdapter()
        const { id } = await createUser(users)
        const connected = redisAdapter({ client, users })
        await connected.createSession({ sessionToken: 'token', userId: id, expires: inSeconds(300) })
        const cut = redisAdapter({ client: cutAt(at, when), users })
        const update = cut.updateSession({ sessionToken: 'token', expires: inSeconds(seconds) })
        await expect(update).rejects.toThrow('connection lost')

        const { session, entry, left, index } = await readExpiry(id)
        expect(entry).toBeGreaterThanOrEqual(session)
        // Some milliseconds pass between the two commands.
        expect(index).toBeGreaterThan(left - 1000)
        await connected.deleteSessions(id)
        expect(await connected.getSessionAndUser('token')).toBeNull()
      },
    )
  })

  test.each(['EVAL', 'SET'])('leaves no index entry for a session that ends before its %s', async (last) => {
    const users = memoryAdapter()
    const { id } = await createUser(users)
    const connected = redisAdapter({ client, users })
    await connected.createSession({ sessionToken: 'token', userId: id, expires: inSeconds(300) })
    const call = async (command: string, ...args: string[]): Promise<unknown> => {
      if (command === last) await connected.deleteSession('token')
      return client.call(command, ...args)
    }
    const late = redisAdapter({ client: { call }, users })
    expect(await late.updateSession({ sessionToken: 'token', expires: inSeconds(600) })).toBeNull()
    expect(await client.keys('*')).toEqual([])
  })
})

test('a transaction that runs its work again keeps the session of the last run only', async () => {
  const memory = memoryAdapter()
  const { id } = await createUser(memory)
  /** Runs the work of each transaction three times, as after two conflicts. */
  const transaction = async <Value>(work: (inner: Adapter) => Promise<Value>): Promise<Value> => {
    await work(memory)
    await work(memory)
    return work(memory)
  }
  const adapter = redisAdapter({ client, users: { ...memory, transaction } })
  let runs = 0
  const session = await adapter.transaction?.(async (inner) => {
    runs += 1
    return inner.createSession?.({ sessionToken: `token ${runs}`, userId: id, expires: inSeconds(60) })
  })
  expect(session?.sessionToken).toBe('token 3')
  expect(await adapter.listSessions(id)).toHaveLength(1)
  expect(await adapter.getSessionAndUser('token 3')).toMatchObject({ user: { id } })
})
