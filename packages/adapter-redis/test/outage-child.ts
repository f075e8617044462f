import { Redis } from 'ioredis'
import { createClient } from 'redis'
import { redisAdapter, type RedisClient } from '../src/index.ts'

// An application without a listener for errors. It reports a lost connection, and the user of a session token.
const [url = '', library] = process.argv.slice(2)

const connect = async (): Promise<RedisClient> => {
  const client = library === 'ioredis' ? new Redis(url) : createClient({ url })
  client.once('reconnecting', () => process.send?.('lost'))
  if (!(client instanceof Redis)) await client.connect()
  return client
}

const user = { id: 'ann', email: 'ann@example.org', emailVerified: null }
const adapter = redisAdapter({ client: await connect(), users: { getUser: (id) => (id === 'ann' ? user : null) } })

const sendUserId = async (token: string): Promise<void> => {
  const found = await adapter.getSessionAndUser(token)
  process.send?.(found?.user.id)
}
process.on('message', (token: string) => void sendUserId(token))
process.send?.('ready')
