import { createClient } from 'redis'
import { redisAdapter } from '@authwright/adapter-redis'
import { users } from './database.ts' // the adapter for everything that does not expire

const client = createClient({ url: process.env['REDIS_URL'] ?? 'redis://localhost:6379' })
client.on('error', (error) => console.error(error)) // the connection was lost or failed; the client reconnects
await client.connect()
export const adapter = redisAdapter({ client, users })
