import { once } from 'node:events'
import { type IncomingMessage, request as ask } from 'node:http'
import { NOT_BEGUN } from '../src/stop.ts'

/** The way to one process that leaves out the proxy. */
export interface Direct {
  /** Asks the process, whatever the address says. */
  readonly fetch: (request: Request) => Promise<Response>
  /** How many requests the process has begun and not answered. */
  readonly underWay: () => Promise<number>
  /** Whether the process refuses what is new. */
  readonly isRefusing: () => Promise<boolean>
}

const toResponse = async (answer: IncomingMessage): Promise<Response> => {
  const parts: Buffer[] = []
  for await (const part of answer) parts.push(Buffer.from(part as Uint8Array))
  const headers = Object.entries(answer.headersDistinct).flatMap(([name, values]) =>
    (values ?? []).map((value): [string, string] => [name, value]),
  )
  return new Response(Buffer.concat(parts), { status: answer.statusCode ?? 0, headers })
}

/** Speaks to the process at an address, each time by a connection of its own. */
export const openDirectly = (origin: string): Direct => {
  const health = (): Promise<Response> => fetch(`${origin}/health`, { headers: { connection: 'close' } })
  return {
    underWay: async () => Number(/\d+/.exec(await (await health()).text())?.[0]),
    fetch: async ({ url, method, headers }) => {
      const { pathname, search } = new URL(url)
      const request = ask(origin + pathname + search, { method, headers: Object.fromEntries(headers), agent: false })
      request.end()
      const [answer] = await once(request, 'response')
      return toResponse(answer)
    },
    isRefusing: async () => {
      const { status, headers } = await health()
      return status === 503 && headers.has(NOT_BEGUN)
    },
  }
}
