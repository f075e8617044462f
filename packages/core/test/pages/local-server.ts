import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { buffer } from 'node:stream/consumers'
import certificates from '@authwright/test-kit/certificates.json' with { type: 'json' }

/** A server on a free port. */
export interface LocalServer {
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

/**
 * Starts a server for a handler of web requests. `make` gets the origin of the server. With `tlsHost` the server uses TLS and
 * its origin has that host, which the browser has to map to the loopback address.
 */
export const startServer = async (
  make: (origin: string) => (request: Request) => Response | Promise<Response>,
  tlsHost?: string,
): Promise<LocalServer> => {
  let handle: (request: Request) => Response | Promise<Response> = () => new Response('not started', { status: 503 })
  let origin = ''
  const listener = (incoming: IncomingMessage, outgoing: ServerResponse): void => {
    const response = async (): Promise<void> => send(await handle(await toRequest(incoming, origin)), outgoing)
    response().catch((error: unknown) => outgoing.destroy(error instanceof Error ? error : undefined))
  }
  const server = tlsHost === undefined ? createServer(listener) : createTlsServer(certificates.good, listener)
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('The server has no port')
  origin = tlsHost === undefined ? `http://localhost:${address.port}` : `https://${tlsHost}:${address.port}`
  handle = make(origin)
  const close = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  return { origin, close }
}
