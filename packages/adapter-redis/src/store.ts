import { hash } from 'node:crypto'
import { type RedisClient, type Send, senderOf } from './client.ts'

/** The Redis operations that the adapter's methods use. */
export interface RedisStore {
  readonly send: Send
  /** Makes the name of a key. `name` is a hash or a user id, never a token. */
  readonly key: (kind: 'session' | 'sessions' | 'token' | 'tokens' | 'counter', name: string) => string
  /**
   * Adds a member to an index and removes expired members. The index expires with its last member. The expiry time of an
   * existing member is never shortened, since what it stands for may live longer.
   */
  readonly addToIndex: (key: string, member: string, expires: Date) => Promise<void>
  /** Removes a member from an index. A failure is ignored: the entry then refers to a key that does not exist. */
  readonly removeFromIndex: (key: string, member: string) => Promise<void>
  /** Milliseconds since the epoch. */
  readonly now: () => number
}

/** Hashes a token for storage, so that a stolen database opens no session. */
export const hashOf = (...parts: readonly string[]): string => hash('sha256', JSON.stringify(parts), 'hex')

const ADD_TO_INDEX = `redis.call('ZADD', KEYS[1], 'GT', ARGV[2], ARGV[1])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', ARGV[3])
local last = redis.call('ZRANGE', KEYS[1], -1, -1, 'WITHSCORES')
if last[2] then redis.call('PEXPIREAT', KEYS[1], string.format('%.0f', last[2])) end`

/** Makes a store over a client. Each command and script uses one key, so that it works with a cluster. */
export const makeStore = (client: RedisClient, prefix: string, now: () => number): RedisStore => {
  const send = senderOf(client)
  return {
    send,
    key: (kind, name) => `${prefix}${kind}:${name}`,
    addToIndex: async (key, member, expires) => {
      await send('EVAL', ADD_TO_INDEX, '1', key, member, String(expires.getTime()), String(now()))
    },
    removeFromIndex: async (key, member) => {
      await send('ZREM', key, member).catch(() => null)
    },
    now,
  }
}
