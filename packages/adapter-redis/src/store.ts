import { hash } from 'node:crypto'
import { type RedisClient, type Send, senderOf } from './client.ts'

/** What the methods stand on. */
export interface RedisStore {
  readonly send: Send
  /** The name of a key. What goes into it is hashed or an id, never a token. */
  readonly key: (kind: 'session' | 'sessions' | 'token' | 'tokens' | 'attempt', name: string) => string
  /**
   * Adds a member to an index that lives as long as its longest-lived member, and drops those whose time is over. One that is there already stays
   * at least as long as before, since what it stands for may.
   */
  readonly index: (key: string, member: string, until: Date) => Promise<void>
  /** Takes a member out of an index. What it stood for is gone already, so a failure leaves an entry that leads nowhere. */
  readonly tidy: (key: string, member: string) => Promise<void>
  /** Milliseconds since the epoch. */
  readonly now: () => number
}

/** What is kept of a token: a stolen database then holds nothing that opens a session. */
export const hashOf = (...parts: readonly string[]): string => hash('sha256', JSON.stringify(parts), 'hex')

const INDEX = `redis.call('ZADD', KEYS[1], 'GT', ARGV[2], ARGV[1])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', ARGV[3])
local last = redis.call('ZRANGE', KEYS[1], -1, -1, 'WITHSCORES')
if last[2] then redis.call('PEXPIREAT', KEYS[1], string.format('%.0f', last[2])) end`

/** A store over a client. Each command and each script touches one key, so that a cluster serves as well as a single server. */
export const makeStore = (client: RedisClient, prefix: string, now: () => number): RedisStore => {
  const send = senderOf(client)
  return {
    send,
    key: (kind, name) => `${prefix}${kind}:${name}`,
    index: async (key, member, until) => {
      await send('EVAL', INDEX, '1', key, member, String(until.getTime()), String(now()))
    },
    tidy: async (key, member) => {
      await send('ZREM', key, member).catch(() => null)
    },
    now,
  }
}
