import { hash } from 'node:crypto'
import { type RedisClient, type Send, senderOf } from './client.ts'

/** The Redis operations that the adapter's methods use. */
export interface RedisStore {
  readonly send: Send
  /** Makes the name of a key. `name` is a hash or a user id, never a token. */
  readonly key: (kind: 'session' | 'sessions' | 'token' | 'tokens' | 'counter', name: string) => string
  /**
   * Adds a member to an index and removes expired members. The index expires with its last member. The expiry time of
   * an existing member is never shortened, since what it stands for may live longer.
   */
  readonly addToIndex: (key: string, member: string, expires: Date) => Promise<void>
  /**
   * Removes a member from an index, for a request that has the token of the deleted key. Without the token, the key may
   * still be in creation: its last command may arrive later, and the key would then be in no index. Such a member stays
   * until it expires. A failure is ignored: the member then refers to a key that does not exist.
   */
  readonly removeFromIndex: (key: string, member: string) => Promise<void>
  /** Milliseconds since the epoch. */
  readonly now: () => number
}

/** Hashes a token for storage, so that a stolen database opens no session. */
export const hashOf = (...parts: readonly string[]): string => hash('sha256', JSON.stringify(parts), 'hex')

// What a member stands for expires by the clock of Redis, so members do too: the clock of this process may be fast.
const ADD_TO_INDEX = `redis.call('ZADD', KEYS[1], 'GT', ARGV[2], ARGV[1])
local time = redis.call('TIME')
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', string.format('%.0f', time[1] * 1000 + math.floor(time[2] / 1000)))
local last = redis.call('ZRANGE', KEYS[1], -1, -1, 'WITHSCORES')
if last[2] then redis.call('PEXPIREAT', KEYS[1], string.format('%.0f', last[2])) end`

/** Makes a store over a client. Each command and script uses one key, so that it works with a cluster. */
export const makeStore = (client: RedisClient, prefix: string, now: () => number): RedisStore => {
  const send = senderOf(client)
  return {
    send,
    key: (kind, name) => `${prefix}${kind}:${name}`,
    addToIndex: async (key, member, expires) => {
      await send('EVAL', ADD_TO_INDEX, '1', key, member, String(expires.getTime()))
    },
    removeFromIndex: async (key, member) => {
      await send('ZREM', key, member).catch(() => null)
    },
    now,
  }
}
