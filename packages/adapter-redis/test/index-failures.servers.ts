import { Redis } from 'ioredis'
import { sqliteAdapter } from '@authwright/adapter-sql/sqlite'
import { startRedis, whyNoRedis } from '@authwright/test-kit/databases'
import { expect, test } from 'vitest'
import { redisAdapter } from '../src/index.ts'

const reason = whyNoRedis()

test('consumes a token and ends a session even if their indexes cannot be cleared', async ({
  skip,
  onTestFinished,
}) => {
  skip(reason !== null, reason ?? '')
  const server = await startRedis()
  const client = new Redis(server.url)
  const users = sqliteAdapter({ path: ':memory:' })
  onTestFinished(async () => {
    await client.quit()
    await server.close()
    await users.close()
  })
  const call = (command: string, ...args: string[]): Promise<unknown> =>
    command === 'ZREM' ? Promise.reject(new Error('READONLY')) : client.call(command, ...args)
  const adapter = redisAdapter({ client: { call }, users })
  const { id } = await users.createUser({ id: 'ann', email: 'ann@example.org', emailVerified: null })
  const expires = new Date(Date.now() + 60_000)

  await adapter.createVerificationToken({ identifier: id, token: 'once', expires })
  expect(await adapter.useVerificationToken({ identifier: id, token: 'once' })).toMatchObject({ token: 'once' })
  await adapter.createSession({ sessionToken: 'ended', userId: id, expires })
  expect(await adapter.deleteSession('ended')).toMatchObject({ userId: id })
  expect(await adapter.listSessions(id)).toEqual([])
}, 30_000)
