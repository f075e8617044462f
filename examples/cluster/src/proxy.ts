import { Agent, createServer, request } from 'node:http'
import type { IncomingHttpHeaders, IncomingMessage, Server, ServerResponse } from 'node:http'
import { watchHealth } from './health.ts'
import { NOT_STARTED } from './stop.ts'

/** A proxy that sends each request to the next server (round robin), without sticky sessions. */
export interface Proxy {
  readonly close: () => Promise<void>
}

/** Headers of one connection, which a proxy must not forward (RFC 9110 §7.6.1). */
const HOP_BY_HOP: ReadonlySet<string> = new Set(['connection', 'keep-alive', 'te', 'transfer-encoding', 'upgrade'])

const endToEnd = (headers: IncomingHttpHeaders): IncomingHttpHeaders =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !HOP_BY_HOP.has(name)))

interface ProxiedRequest {
  readonly incoming: IncomingMessage
  readonly body: Buffer
  readonly outgoing: ServerResponse
  readonly agent: Agent
}

/** Forwards a request. Returns `false` when the server is stopping and has not started the request. */
const forward = (port: number, { incoming, body, outgoing, agent }: ProxiedRequest): Promise<boolean> =>
  new Promise((resolve, reject) => {
    const { method, url } = incoming
    const headers = { ...endToEnd(incoming.headers), 'content-length': body.length }
    const forwarded = request({ host: '127.0.0.1', port, method, path: url, headers, agent }, (response) => {
      if (response.headers[NOT_STARTED] !== undefined) {
        response.resume()
        return resolve(false)
      }
      outgoing.writeHead(response.statusCode ?? 502, endToEnd(response.headers))
      response.pipe(outgoing)
      response.once('end', () => resolve(true))
      response.once('error', reject)
    })
    forwarded.once('error', reject)
    forwarded.end(body)
  })

const isConnectionRefused = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED'

/**
 * Tries the servers in this order. A server that refuses the connection is skipped. After any other failure no further server
 * is tried, because the failed one may have processed the request.
 */
const forwardToNext = async (ports: readonly number[], task: ProxiedRequest): Promise<void> => {
  for (const port of ports) {
    try {
      if (await forward(port, task)) return
    } catch (error) {
      if (!isConnectionRefused(error)) break
    }
  }
  const { outgoing } = task
  if (outgoing.headersSent) return void outgoing.destroy()
  outgoing.writeHead(502, { 'content-type': 'text/plain' }).end('Please try again.\n')
}

const readBody = async (incoming: IncomingMessage): Promise<Buffer> => {
  const parts: Uint8Array[] = []
  for await (const part of incoming) parts.push(part as Uint8Array)
  return Buffer.concat(parts)
}

const listen = (server: Server, port: number): Promise<void> =>
  new Promise((resolve) => server.listen(port, '127.0.0.1', () => resolve()))

/** Starts a proxy on a port, for servers on other ports. */
export const startProxy = async (port: number, ports: readonly number[]): Promise<Proxy> => {
  // Half of the servers' timeout, so that the proxy closes an idle connection before a server does.
  const agent = new Agent({ keepAlive: true, timeout: 30_000 })
  const health = watchHealth(ports)
  let turn = 0
  const handle = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const body = await readBody(incoming)
    const first = (turn += 1) % ports.length
    const ordered = [...ports.slice(first), ...ports.slice(0, first)]
    await forwardToNext(health.healthyFirst(ordered), { incoming, body, outgoing, agent })
  }
  const server = createServer((incoming, outgoing) => {
    handle(incoming, outgoing).catch(() => outgoing.destroy())
  })
  await listen(server, port)
  return {
    close: () =>
      new Promise((resolve) => {
        health.close()
        agent.destroy()
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
