import type { IncomingMessage, Server, ServerResponse } from 'node:http'

/** How a process that is told to stop does so. */
export interface Stopping {
  /** Milliseconds in which whoever hands out requests learns of it, before connections are refused. @default 1000 */
  readonly notice?: number
  /**
   * Milliseconds in which what was begun has to be over; what is not by then is cut off. The engine waits five seconds for a
   * call of the database, ten for one of a provider and thirty for a mail: the default is enough for one slow call, not for several
   * or a slow mail server. @default 15_000
   */
  readonly grace?: number
}

/** The answer of a process that is stopping: the request was not begun, so whoever passes it on may ask another process. */
export const NOT_BEGUN = 'x-not-begun'

/** A server that answers. */
export interface Answering {
  readonly stop: (how?: Stopping) => Promise<'all is over' | 'something was cut off'>
}

/** Waits so long, without keeping the process alive for it. */
const wait = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds).unref())

const refuse = (response: ServerResponse): void =>
  void response
    .writeHead(503, { [NOT_BEGUN]: '1', 'retry-after': '1', connection: 'close', 'content-type': 'text/plain' })
    .end('This process is stopping.\n')

/**
 * Answers requests until the process is told to stop. From then on everything new is refused as not begun, also on connections
 * that were kept open, and what was begun comes to its end.
 *
 * The server goes on listening for a moment. Connections that the operating system has taken but the process has not are reset
 * when it stops listening, and nobody at the other end can tell whether such a request was begun.
 */
export const answerUntilStopped = (
  server: Server,
  answer: (request: IncomingMessage, response: ServerResponse) => void,
): Answering => {
  let isStopping = false
  const begun = new Set<ServerResponse>()
  server.on('request', (request, response) => {
    if (isStopping) return refuse(response)
    begun.add(response)
    response.once('close', () => begun.delete(response))
    return answer(request, response)
  })
  return {
    stop: async ({ notice = 1000, grace = 15_000 } = {}) => {
      isStopping = true
      const late = wait(grace).then(() => 'something was cut off' as const)
      // Who has sent a request on a connection learns from its answer that the next one needs another.
      for (const response of begun) if (!response.headersSent) response.setHeader('connection', 'close')
      await wait(notice)
      const closed = new Promise<'all is over'>((resolve) => server.close(() => resolve('all is over')))
      const end = await Promise.race([closed, late])
      server.closeAllConnections()
      return end
    },
  }
}
