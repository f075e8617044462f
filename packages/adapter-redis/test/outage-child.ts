import { Redis } from 'ioredis'
import { createClient } from 'redis'
import { redisAdapter, type RedisClient } from '../src/index.ts'

// A process of an application that listens to no errors. It tells when it has lost the server, and answers whose session a token is.
const [url = '', library] = process.argv.slice(2)

const connect = async (): Promise<RedisClient> => {
  const client = library === 'ioredis' ? new Redis(url) : createClient({ url })
  client.once('reconnecting', () => process.send?.('lost'))
  if (!(client instanceof Redis)) await client.connect()
  return client
}

const person = { id: 'ann', email: 'ann@example.org', emailVerified: null }
const adapter = redisAdapter({ client: await connect(), users: { getUser: (id) => (id === 'ann' ? person : null) } })

const answer = async (token: string): Promise<void> => {
  const found = await adapter.getSessionAndUser(token)
  process.send?.(found?.user.id)
}
process.on('message', (token: string) => void answer(token))
process.send?.('ready')
