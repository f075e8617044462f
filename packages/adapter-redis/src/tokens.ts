import type { Adapter } from '@authwright/core/adapters'
import { listOf } from './client.ts'
import { hashOf, type RedisStore } from './store.ts'
import { UniqueViolation } from './unique-violation.ts'

const INCREMENT = `local count = redis.call('INCR', KEYS[1])
if count == 1 then redis.call('PEXPIREAT', KEYS[1], ARGV[1]) end
return count`

type TokenMethods = Required<
  Pick<
    Adapter,
    | 'createVerificationToken'
    | 'useVerificationToken'
    | 'getVerificationToken'
    | 'deleteVerificationTokens'
    | 'incrementCounter'
  >
>

interface TokenKey {
  readonly identifier: string
  readonly token: string
}

/** The adapter's methods for one-time tokens and counters. Redis deletes expired tokens. */
export const tokenMethods = ({ send, key, addToIndex, removeFromIndex }: RedisStore): TokenMethods => {
  const readToken = async (command: 'GET' | 'GETDEL', { identifier, token }: TokenKey) => {
    // Both values come from a URL, so their types are not certain.
    if (typeof identifier !== 'string' || typeof token !== 'string') return null
    const reply = await send(command, key('token', hashOf(identifier, token)))
    if (typeof reply !== 'string') return null
    const { expires }: { expires: string } = JSON.parse(reply)
    return { identifier, token, expires: new Date(expires) }
  }
  return {
    createVerificationToken: async ({ identifier, token, expires }) => {
      const name = hashOf(identifier, token)
      await addToIndex(key('tokens', hashOf(identifier)), name, expires)
      const stored = JSON.stringify({ identifier, expires: expires.toISOString() })
      const reply = await send('SET', key('token', name), stored, 'NX', 'PXAT', String(expires.getTime()))
      if (reply === null) throw new UniqueViolation('token')
      return { identifier, token, expires }
    },
    useVerificationToken: async (given) => {
      // One command reads and deletes, so only one of several concurrent calls gets the token.
      const used = await readToken('GETDEL', given)
      if (used !== null)
        await removeFromIndex(key('tokens', hashOf(used.identifier)), hashOf(used.identifier, used.token))
      return used
    },
    getVerificationToken: (given) => readToken('GET', given),
    deleteVerificationTokens: async (identifier) => {
      const names = listOf(await send('ZRANGE', key('tokens', hashOf(identifier)), '0', '-1'))
      await Promise.all(names.map((name) => send('DEL', key('token', name))))
    },
    incrementCounter: async (name, expires) =>
      Number(await send('EVAL', INCREMENT, '1', key('counter', hashOf(name)), String(expires.getTime()))),
  }
}
