import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { json } from 'node:stream/consumers'
import { Redis } from '@upstash/redis'
import { createClient } from 'redis'
import { portOf } from './port.ts'

type Command = readonly unknown[]

const isCommand = (value: unknown): value is Command => Array.isArray(value)

/** Upstash's client sends commands as JSON, one or, to `/pipeline`, a list of them. */
const commandsOf = async (request: IncomingMessage): Promise<readonly Command[]> => {
  const body: unknown = await json(request)
  if (!isCommand(body)) throw new Error('a command is a list')
  return request.url === '/pipeline' ? body.filter(isCommand) : [body]
}

/** A Redis of loopback behind the HTTP interface that Upstash has, as far as its client uses it. */
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
    const answer = async (): Promise<void> => {
      const results = await Promise.all((await commandsOf(request)).map(run))
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify(request.url === '/pipeline' ? results : results[0]))
    }
    answer().catch(() => response.writeHead(400).end())
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
