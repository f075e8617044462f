import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'

/** A site on a port of its own. */
export interface Served {
  readonly origin: string
  readonly close: () => Promise<void>
}

const toRequest = async (incoming: IncomingMessage, origin: string): Promise<Request> => {
  const headers = new Headers()
  for (const [name, value] of Object.entries(incoming.headers)) headers.set(name, String(value))
  const body = incoming.method === 'POST' ? { body: await buffer(incoming) } : {}
  return new Request(new URL(incoming.url ?? '/', origin), { method: incoming.method ?? 'GET', headers, ...body })
}

const send = async (response: Response, outgoing: ServerResponse): Promise<void> => {
  outgoing.statusCode = response.status
  for (const [name, value] of response.headers) if (name !== 'set-cookie') outgoing.setHeader(name, value)
  outgoing.setHeader('set-cookie', response.headers.getSetCookie())
  outgoing.end(await response.text())
}

/** Answer real requests by a function of web standards. The handler is made when the origin is known. */
export const serve = async (
  make: (origin: string) => (request: Request) => Response | Promise<Response>,
): Promise<Served> => {
  let handle: (request: Request) => Response | Promise<Response> = () => new Response('not yet', { status: 503 })
  let origin = ''
  const server = createServer((incoming, outgoing) => {
    const response = async (): Promise<void> => send(await handle(await toRequest(incoming, origin)), outgoing)
    response().catch((error: unknown) => outgoing.destroy(error instanceof Error ? error : undefined))
  })
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('The server has no port.')
  origin = `http://localhost:${address.port}`
  handle = make(origin)
  const close = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  return { origin, close }
}
