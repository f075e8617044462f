import { sqliteAdapter } from '@authwright/adapter-sql/sqlite'
import { startRedis, whyNoRedis } from '@authwright/test-kit/databases'
import { createClient } from 'redis'
import { endedOver } from '@authwright/test-kit/races/ended-over'
import { racesOver } from '@authwright/test-kit/races/races-over'
import { onceOver } from '@authwright/test-kit/races/once-over'
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
endedOver(subject, 50)
