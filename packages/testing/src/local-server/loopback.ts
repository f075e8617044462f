import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Answers one request. What it throws is answered with 500. */
export type Handler = (request: IncomingMessage, response: ServerResponse) => void | Promise<void>

/** A server only this machine can reach. */
export interface LoopbackServer {
  /** `http://127.0.0.1:<port>` */
  readonly origin: string
  /** Ends open connections too, so that a test process can finish. */
  readonly close: () => Promise<void>
}

const HOST = '127.0.0.1'

/**
 * How long a connection may lie idle, in milliseconds. A process that was busy for a while would else send its next request on one that
 * is just being ended, and not learn whether it was heard.
 */
const IDLE = 600_000

const sayPlainly = (response: ServerResponse, status: number, text: string): void => {
  if (response.headersSent) return void response.destroy()
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' })
  response.end(text)
}

const listen = (server: Server, port: number): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, HOST, () => {
      const address: AddressInfo | string | null = server.address()
      if (address === null || typeof address === 'string') return reject(new Error('the server has no port'))
      resolve(address.port)
    })
  })

const stop = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })

/** Serve on the loopback address. Port 0 takes a free one; the handler is made when the origin is known. */
export const startLoopback = async (
  port: number,
  makeHandler: (origin: string) => Handler,
): Promise<LoopbackServer> => {
  let answer: Handler = (_request, response) => sayPlainly(response, 503, 'Starting.')
  let host = ''
  const server = createServer((request, response) => {
    // A page of another name that resolves to this machine (DNS rebinding) must not read what is kept here.
    if (request.headers.host !== host) return sayPlainly(response, 421, `Only http://${host} is served here.`)
    Promise.resolve()
      .then(() => answer(request, response))
      .catch((error: unknown) => sayPlainly(response, 500, error instanceof Error ? error.message : 'It failed.'))
  })
  server.keepAliveTimeout = IDLE
  host = `${HOST}:${await listen(server, port)}`
  const origin = `http://${host}`
  try {
    answer = makeHandler(origin)
  } catch (error) {
    await stop(server)
    throw error
  }
  return { origin, close: () => stop(server) }
}
