import { sqliteAdapter } from '@authwright/adapter-sql/sqlite'
import { startRedis, whyNoRedis } from '@authwright/testing/databases'
import { createClient } from 'redis'
import { racesOver } from '../../adapter-sql/test/faults/races-over.ts'
import { onceOver } from '../../adapter-sql/test/races/once-over.ts'
import { redisAdapter } from '../src/index.ts'

const subject = {
  name: 'Redis',
  whyNot: whyNoRedis,
  start: async () => {
    const server = await startRedis()
    return {
      open: async () => {
        const client = await createClient({ url: server.url }).connect()
        const users = sqliteAdapter({ path: ':memory:' })
        const close = async () => {
          await client.close()
          await users.close()
        }
        return { adapter: () => redisAdapter({ client, users }), close }
      },
      close: server.close,
    }
  },
}

onceOver(subject)
racesOver(subject)
