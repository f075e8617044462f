import type { IncomingMessage, Server, ServerResponse } from 'node:http'

/** How a process stops. */
export interface StopOptions {
  /** Milliseconds in which load balancers learn that the process stops, before it refuses connections. @default 1000 */
  readonly notice?: number
  /**
   * Milliseconds in which requests can finish; then their connections are closed. The engine waits five seconds for a database
   * call, ten for a provider and thirty for an e-mail. The default is enough for one slow call, but not for several, or for a
   * slow mail server. @default 15_000
   */
  readonly grace?: number
}

/** The response header of a stopping process: it has not started the request, so a proxy may send it to another process. */
export const NOT_STARTED = 'x-not-started'

/** A server that can be stopped. */
export interface StoppableServer {
  readonly stop: (options?: StopOptions) => Promise<'finished' | 'cut off'>
}

/** The timer does not keep the process alive. */
const wait = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds).unref())

const reject = (response: ServerResponse): void =>
  void response
    .writeHead(503, { [NOT_STARTED]: '1', 'retry-after': '1', connection: 'close', 'content-type': 'text/plain' })
    .end('This process is stopping.\n')

/**
 * Handles requests until `stop` is called. Then it rejects new requests as not started, also on open connections, and
 * finishes the requests in progress.
 *
 * The server continues to listen during the notice. When it stops listening, the operating system resets connections that it
 * has accepted and the process has not, and the client cannot know whether such a request was started.
 */
export const serveUntilStopped = (
  server: Server,
  handle: (request: IncomingMessage, response: ServerResponse) => void,
): StoppableServer => {
  let isStopping = false
  const pending = new Set<ServerResponse>()
  server.on('request', (request, response) => {
    if (isStopping) return reject(response)
    pending.add(response)
    response.once('close', () => pending.delete(response))
    return handle(request, response)
  })
  return {
    stop: async ({ notice = 1000, grace = 15_000 } = {}) => {
      isStopping = true
      const timeout = wait(grace).then(() => 'cut off' as const)
      // The client opens another connection for its next request.
      for (const response of pending) if (!response.headersSent) response.setHeader('connection', 'close')
      await wait(notice)
      const closed = new Promise<'finished'>((resolve) => server.close(() => resolve('finished')))
      const result = await Promise.race([closed, timeout])
      server.closeAllConnections()
      return result
    },
  }
}
