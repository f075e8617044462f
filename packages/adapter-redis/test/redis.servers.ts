import { Redis } from 'ioredis'
import { createClient } from 'redis'
import { adapterContract, fixedClock, memoryAdapter } from '@authwright/testing'
import { sqliteAdapter } from '@authwright/adapter-sql/sqlite'
import { type DatabaseServer, startRedis, whyNoRedis } from '@authwright/test-kit/databases'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { redisAdapter, type RedisClient } from '../src/index.ts'

interface Connected {
  readonly client: RedisClient
  readonly dump: () => Promise<string>
  readonly close: () => Promise<unknown>
}

const byNodeRedis = async (url: string): Promise<Connected> => {
  const client = await createClient({ url }).connect()
  const dump = async () => {
    const keys = await client.keys('*')
    const values = await Promise.all(
      keys.map(async (key) => ((await client.type(key)) === 'string' ? client.get(key) : client.zRange(key, 0, -1))),
    )
    return JSON.stringify([keys, values])
  }
  return { client, dump, close: () => client.close() }
}

const byIoredis = async (url: string): Promise<Connected> => {
  const client = new Redis(url)
  const dump = async () => {
    const keys = await client.keys('*')
    const values = await Promise.all(
      keys.map(async (key) =>
        (await client.type(key)) === 'string' ? client.get(key) : client.zrange(key, '0', '-1'),
      ),
    )
    return JSON.stringify([keys, values])
  }
  return { client, dump, close: () => client.quit() }
}

const reason = whyNoRedis()
const libraries = [
  ['redis', byNodeRedis],
  ['ioredis', byIoredis],
] as const

describe.each(libraries)('Redis by %s', (_name, connect) => {
  beforeEach(({ skip }) => skip(reason !== null, reason ?? ''))
  let server: DatabaseServer
  let connected: Connected
  const users = sqliteAdapter({ path: ':memory:' })
  beforeAll(async () => {
    if (reason !== null) return
    server = await startRedis()
    connected = await connect(server.url)
  }, 30_000)
  afterAll(async () => {
    if (reason !== null) return
    await connected.close()
    await server.close()
    await users.close()
  })
  const adapterOver = (now?: () => number) =>
    redisAdapter({ client: connected.client, users, ...(now === undefined ? {} : { now }) })

  describe('with users in SQLite fulfills the adapter contract', () => {
    const dump = async () =>
      `${await connected.dump()}${JSON.stringify(await users.getUserByEmail('absent@example.org'))}`
    adapterContract({ test, rounds: 10, make: () => ({ adapter: adapterOver(), dump }), without: ['account-sessions'] })
  })

  const createUser = async () =>
    users.createUser({ id: crypto.randomUUID(), email: `${crypto.randomUUID()}@example.org`, emailVerified: null })

  test('deletes expired sessions and tokens with their indexes', async () => {
    const adapter = adapterOver()
    const { id } = await createUser()
    const before = JSON.parse(await connected.dump())[0].length
    await adapter.createSession({ sessionToken: crypto.randomUUID(), userId: id, expires: new Date(Date.now() - 1) })
    await adapter.createVerificationToken({ identifier: id, token: 'expired', expires: new Date(Date.now() - 1) })
    expect(await adapter.useVerificationToken({ identifier: id, token: 'expired' })).toBeNull()
    expect(JSON.parse(await connected.dump())[0]).toHaveLength(before)
  })

  test('every key has an expiry time', async () => {
    const adapter = adapterOver()
    const { id } = await createUser()
    const expires = new Date(Date.now() + 60_000)
    await adapter.createSession({ sessionToken: crypto.randomUUID(), userId: id, expires })
    await adapter.createVerificationToken({ identifier: id, token: 'valid', expires })
    await adapter.incrementCounter(id, expires)
    const client = await createClient({ url: server.url }).connect()
    const ends = await Promise.all((await client.keys('*')).map((key) => client.pTTL(key)))
    expect(ends.filter((end) => end <= 0)).toEqual([])
    await client.close()
  })

  test('a session of a failed transaction is deleted', async () => {
    const adapter = adapterOver()
    const { id } = await createUser()
    const work = adapter.transaction?.(async (inner) => {
      await inner.createSession?.({ sessionToken: `undone-${id}`, userId: id, expires: new Date('2040-01-01') })
      throw new Error('on purpose')
    })
    await expect(work).rejects.toThrow('on purpose')
    expect(await adapter.getSessionAndUser(`undone-${id}`)).toBeNull()
    expect(await adapter.listSessions(id)).toEqual([])
  })

  test('does not return a session of a user who was deleted in the other adapter', async () => {
    const adapter = adapterOver()
    const { id } = await createUser()
    await adapter.createSession({ sessionToken: `orphan-${id}`, userId: id, expires: new Date('2040-01-01') })
    await users.deleteUser(id)
    expect(await adapter.getSessionAndUser(`orphan-${id}`)).toBeNull()
  })

  test('does not list sessions that are expired by the clock of the application', async () => {
    const clock = fixedClock('2030-01-01T00:00:00Z')
    const adapter = adapterOver(clock.now)
    const { id } = await createUser()
    await adapter.createSession({ sessionToken: `soon-${id}`, userId: id, expires: new Date(clock.now() + 1000) })
    expect(await adapter.listSessions(id)).toHaveLength(1)
    clock.forward(2)
    expect(await adapter.listSessions(id)).toHaveLength(0)
  })

  test('keeps a session listed that has expired by the fast clock of another process', async () => {
    const adapter = adapterOver()
    const { id } = await createUser()
    const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1000)
    await adapter.createSession({ sessionToken: `soon-${id}`, userId: id, expires: inSeconds(60) })
    const fast = adapterOver(() => Date.now() + 300_000)
    await fast.createSession({ sessionToken: `later-${id}`, userId: id, expires: inSeconds(600) })
    expect(await adapter.listSessions(id)).toHaveLength(2)
    await fast.deleteSessions(id)
    expect(await adapter.getSessionAndUser(`soon-${id}`)).toBeNull()
  })

  test('lacks the methods that the other adapter lacks, and binds the methods of a class', async () => {
    const memory = memoryAdapter()
    class Plain {
      readonly #inner = memory
      getUser(id: string) {
        return this.#inner.getUser(id)
      }
    }
    const adapter = redisAdapter({ client: connected.client, users: new Plain() })
    expect(adapter.transaction).toBeUndefined()
    expect(adapter.createUser).toBeUndefined()
    expect(await adapter.getUser?.('absent')).toBeNull()
  })
})
