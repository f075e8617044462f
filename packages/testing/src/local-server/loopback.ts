import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * Handles one request. An error becomes a response with status 500.
 * @example const sayHello: Handler = (_request, response) => sendText(response, 200, 'Hello')
 */
export type Handler = (request: IncomingMessage, response: ServerResponse) => void | Promise<void>

/**
 * A server that only this machine can reach.
 * @example const stopAll = (servers: readonly LoopbackServer[]) => Promise.all(servers.map(({ close }) => close()))
 */
export interface LoopbackServer {
  /** `http://127.0.0.1:<port>` */
  readonly origin: string
  /**
   * Also closes open connections, so that a test process can end.
   * @example
   * const server = await startLoopback(0, () => (_request, response) => sendText(response, 200, 'Hello'))
   * await server.close()
   */
  readonly close: () => Promise<void>
  /**
   * Lets the process end while the server runs, like `server.unref()` of Node.
   * @example
   * const server = await startLoopback(0, () => (_request, response) => sendText(response, 200, 'Hello'))
   * server.unref()
   */
  readonly unref: () => void
}

const HOST = '127.0.0.1'

/**
 * The idle timeout of a connection, in milliseconds. With a short one, a client that was busy could send its next
 * request on a connection that the server is closing.
 */
const IDLE = 600_000

const sendText = (response: ServerResponse, status: number, text: string): void => {
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

/**
 * Serves on the loopback address. Port 0 is a free port. The handler is made when the origin is known.
 *
 * @example
 * const server = await startLoopback(0, () => (_request, response) => sendText(response, 200, 'Hello'))
 * await server.close()
 */
export const startLoopback = async (
  port: number,
  makeHandler: (origin: string) => Handler,
): Promise<LoopbackServer> => {
  let handle: Handler = (_request, response) => sendText(response, 503, 'Starting.')
  let host = ''
  const server = createServer((request, response) => {
    // A page on another name that resolves to this machine (DNS rebinding) must not read responses.
    if (request.headers.host !== host) return sendText(response, 421, `Only http://${host} is served here.`)
    Promise.resolve()
      .then(() => handle(request, response))
      .catch((error: unknown) => sendText(response, 500, error instanceof Error ? error.message : 'It failed.'))
  })
  server.keepAliveTimeout = IDLE
  host = `${HOST}:${await listen(server, port)}`
  const origin = `http://${host}`
  try {
    handle = makeHandler(origin)
  } catch (error) {
    await stop(server)
    throw error
  }
  return { origin, close: () => stop(server), unref: () => void server.unref() }
}
