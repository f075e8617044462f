import { Redis } from 'ioredis'
import { memoryAdapter } from '@authwright/testing'
import { type DatabaseServer, startRedis, whyNoRedis } from '@authwright/test-kit/databases'
import type { Adapter } from '@authwright/core/adapters'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { redisAdapter } from '../src/index.ts'

const reason = whyNoRedis()
let server: DatabaseServer
let client: Redis
beforeAll(async () => {
  if (reason !== null) return
  server = await startRedis()
  client = new Redis(server.url)
}, 30_000)
afterAll(async () => {
  if (reason !== null) return
  await client.quit()
  await server.close()
})
beforeEach(async ({ skip }) => {
  skip(reason !== null, reason ?? '')
  await client.flushall()
})

const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1000)
const person = async (users: ReturnType<typeof memoryAdapter>) =>
  users.createUser({ id: crypto.randomUUID(), email: 'ann@example.org', emailVerified: null })

describe('prolonging that fails half-way', () => {
  /** A client whose connection is lost at a command, counted from 0, before Redis has it or before the answer is there. */
  const cutAt = (at: number, when: 'before' | 'after') => {
    let sent = -1
    const call = async (command: string, ...args: string[]): Promise<unknown> => {
      sent += 1
      if (sent === at && when === 'before') throw new Error('cut off')
      const reply = await client.call(command, ...args)
      if (sent === at) throw new Error('cut off')
      return reply
    }
    return { call }
  }

  /** When the one session that is kept ends, and the one entry of its user's index, in milliseconds since the epoch and left. */
  const ends = async (userId: string) => {
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
    ['sooner', 60],
  ])('to an end that is %s', (_, seconds) => {
    test.each(cuts)(
      'leaves a session that is listed as long as it lives, cut at command %i, %s it',
      async (at, when) => {
        const users = memoryAdapter()
        const { id } = await person(users)
        const whole = redisAdapter({ client, users })
        await whole.createSession({ sessionToken: 'token', userId: id, expires: inSeconds(300) })
        const cut = redisAdapter({ client: cutAt(at, when), users })
        const prolonged = cut.updateSession({ sessionToken: 'token', expires: inSeconds(seconds) })
        await expect(prolonged).rejects.toThrow('cut off')

        const { session, entry, left, index } = await ends(id)
        expect(entry).toBeGreaterThanOrEqual(session)
        // Redis counts the milliseconds that pass between the two questions.
        expect(index).toBeGreaterThan(left - 1000)
        await whole.deleteSessions(id)
        expect(await whole.getSessionAndUser('token')).toBeNull()
      },
    )
  })

  test.each(['EVAL', 'SET'])('leaves no entry of a session that was ended before its %s', async (last) => {
    const users = memoryAdapter()
    const { id } = await person(users)
    const whole = redisAdapter({ client, users })
    await whole.createSession({ sessionToken: 'token', userId: id, expires: inSeconds(300) })
    const call = async (command: string, ...args: string[]): Promise<unknown> => {
      if (command === last) await whole.deleteSession('token')
      return client.call(command, ...args)
    }
    const late = redisAdapter({ client: { call }, users })
    expect(await late.updateSession({ sessionToken: 'token', expires: inSeconds(600) })).toBeNull()
    expect(await client.keys('*')).toEqual([])
  })
})

test('work that a transaction does again leaves the session of its last run alone', async () => {
  const memory = memoryAdapter()
  const { id } = await person(memory)
  /** An adapter whose database gives every transaction up twice for the sake of another. */
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
