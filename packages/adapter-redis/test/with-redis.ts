import { Redis } from 'ioredis'
import { startRedis, whyNoRedis } from '@authwright/test-kit/databases'
import { withServer } from '@authwright/test-kit/with-server'
import { beforeEach } from 'vitest'

const kind = {
  whyNot: whyNoRedis,
  start: async () => {
    const server = await startRedis()
    const open = async () => {
      const client = new Redis(server.url)
      const close = async (): Promise<void> => void (await client.quit())
      return { client, close }
    }
    return { open, close: server.close }
  },
}

/** Starts Redis before the tests of a file, and empties it before each of them. Skips the tests if it is not installed. */
export const withRedis = (use: (client: Redis) => void): void => {
  let connected: Redis | undefined
  withServer(kind, ({ opened: { client } }) => {
    connected = client
    use(client)
  })
  beforeEach(async () => void (await connected?.flushall()))
}
