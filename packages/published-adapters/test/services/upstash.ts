import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { json } from 'node:stream/consumers'
import { Redis } from '@upstash/redis'
import { createClient } from 'redis'
import { portOf } from './port.ts'

type Command = readonly unknown[]

const isCommand = (value: unknown): value is Command => Array.isArray(value)

/** Reads the commands of a request. Upstash's client sends one as JSON, or a list of them to `/pipeline`. */
const commandsOf = async (request: IncomingMessage): Promise<readonly Command[]> => {
  const body: unknown = await json(request)
  if (!isCommand(body)) throw new Error('a command must be a list')
  return request.url === '/pipeline' ? body.filter(isCommand) : [body]
}

/** Opens a local Redis with the part of Upstash's HTTP interface that its client uses. */
export const openUpstash = async (
  url: string,
): Promise<{ readonly client: Redis; readonly close: () => Promise<void> }> => {
  const redis = await createClient({ url }).connect()
  const run = (command: Command): Promise<object> =>
    redis.sendCommand(command.map(String)).then(
      (result) => ({ result }),
      (error: unknown) => ({ error: String(error) }),
    )
  const server = createServer((request, response) => {
    const respond = async (): Promise<void> => {
      const results = await Promise.all((await commandsOf(request)).map(run))
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify(request.url === '/pipeline' ? results : results[0]))
    }
    respond().catch(() => response.writeHead(400).end())
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = `http://127.0.0.1:${portOf(server.address())}`
  return {
    client: new Redis({ url: address, token: 'token', responseEncoding: false, enableTelemetry: false, retry: false }),
    close: async () => {
      server.closeAllConnections()
      server.close()
      await redis.close()
    },
  }
}
