import type { Adapter } from '@authwright/core/adapters'
import { listOf } from './client.ts'
import { hashOf, type RedisStore } from './store.ts'
import { UniqueViolation } from './unique-violation.ts'

const COUNT = `local count = redis.call('INCR', KEYS[1])
if count == 1 then redis.call('PEXPIREAT', KEYS[1], ARGV[1]) end
return count`

// Redis 6.2 does not say when a key ends, only how long that takes by its clock: a second tells one window of counting from the next.
const RELEASE = `local left = redis.call('PTTL', KEYS[1])
local time = redis.call('TIME')
local ends = time[1] * 1000 + math.floor(time[2] / 1000) + left
if math.abs(ends - ARGV[1]) > 1000 then return 0 end
if redis.call('DECR', KEYS[1]) < 1 then redis.call('DEL', KEYS[1]) end
return 1`

type TokenMethods = Required<
  Pick<
    Adapter,
    | 'createVerificationToken'
    | 'useVerificationToken'
    | 'deleteVerificationTokens'
    | 'incrementCounter'
    | 'decrementCounter'
  >
>

/** The methods about one-time tokens and counters. A token whose time is over is gone. */
export const tokenMethods = ({ send, key, index, tidy }: RedisStore): TokenMethods => ({
  createVerificationToken: async ({ identifier, token, expires }) => {
    const name = hashOf(identifier, token)
    const until = String(expires.getTime())
    await index(key('tokens', hashOf(identifier)), name, expires)
    const kept = JSON.stringify({ identifier, expires: expires.toISOString() })
    const made = await send('SET', key('token', name), kept, 'NX', 'PXAT', until)
    if (made === null) throw new UniqueViolation('token')
    return { identifier, token, expires }
  },
  useVerificationToken: async ({ identifier, token }) => {
    // Both come from a link that anybody can write.
    if (typeof identifier !== 'string' || typeof token !== 'string') return null
    const name = hashOf(identifier, token)
    // One command reads and deletes: of many at once exactly one has the token.
    const reply = await send('GETDEL', key('token', name))
    if (typeof reply !== 'string') return null
    await tidy(key('tokens', hashOf(identifier)), name)
    const { expires }: { expires: string } = JSON.parse(reply)
    return { identifier, token, expires: new Date(expires) }
  },
  deleteVerificationTokens: async (identifier) => {
    const index = key('tokens', hashOf(identifier))
    const names = listOf(await send('ZRANGE', index, '0', '-1'))
    await Promise.all(names.map((name) => send('DEL', key('token', name))))
    await Promise.all(names.map((name) => send('ZREM', index, name)))
  },
  incrementCounter: async (name, expires) =>
    Number(await send('EVAL', COUNT, '1', key('attempt', hashOf(name)), String(expires.getTime()))),
  decrementCounter: async (name, expires) =>
    void (await send('EVAL', RELEASE, '1', key('attempt', hashOf(name)), String(expires.getTime()))),
})
