import { once } from 'node:events'
import { type IncomingMessage, request as send } from 'node:http'
import { NOT_STARTED } from '../src/stop.ts'

/** A connection to one process, without the proxy. */
export interface Direct {
  /** Sends a request to the process, whatever its URL. */
  readonly fetch: (request: Request) => Promise<Response>
  /** The number of requests in progress. */
  readonly countPending: () => Promise<number>
  /** Whether the process rejects new requests. */
  readonly isRejecting: () => Promise<boolean>
}

const toResponse = async (incoming: IncomingMessage): Promise<Response> => {
  const parts: Buffer[] = []
  for await (const part of incoming) parts.push(Buffer.from(part as Uint8Array))
  const headers = Object.entries(incoming.headersDistinct).flatMap(([name, values]) =>
    (values ?? []).map((value): [string, string] => [name, value]),
  )
  return new Response(Buffer.concat(parts), { status: incoming.statusCode ?? 0, headers })
}

/** Connects to the process at an origin, with a new connection per request. */
export const connectDirectly = (origin: string): Direct => {
  const health = (): Promise<Response> => fetch(`${origin}/health`, { headers: { connection: 'close' } })
  return {
    countPending: async () => Number(/\d+/.exec(await (await health()).text())?.[0]),
    fetch: async ({ url, method, headers }) => {
      const { pathname, search } = new URL(url)
      const request = send(origin + pathname + search, { method, headers: Object.fromEntries(headers), agent: false })
      request.end()
      const [incoming] = await once(request, 'response')
      return toResponse(incoming)
    },
    isRejecting: async () => {
      const { status, headers } = await health()
      return status === 503 && headers.has(NOT_STARTED)
    },
  }
}
