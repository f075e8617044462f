import { Agent, createServer, request as ask } from 'node:http'
import type { IncomingHttpHeaders, IncomingMessage, Server, ServerResponse } from 'node:http'
import { watchHealth } from './health.ts'
import { NOT_BEGUN } from './stop.ts'

/** A proxy that hands each request to the next server in turn, and keeps nothing of whom it sent where. */
export interface Proxy {
  readonly close: () => Promise<void>
}

/** What concerns one connection and not the message (RFC 9110 §7.6.1). */
const OF_CONNECTION: ReadonlySet<string> = new Set(['connection', 'keep-alive', 'te', 'transfer-encoding', 'upgrade'])

const endToEnd = (headers: IncomingHttpHeaders): IncomingHttpHeaders =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !OF_CONNECTION.has(name)))

interface Task {
  readonly incoming: IncomingMessage
  readonly body: Buffer
  readonly outgoing: ServerResponse
  readonly agent: Agent
}

/** Whether the server took it. One that is stopping says that it has not begun, which only it can know. */
const pass = (port: number, { incoming, body, outgoing, agent }: Task): Promise<boolean> =>
  new Promise((resolve, reject) => {
    const { method, url } = incoming
    const headers = { ...endToEnd(incoming.headers), 'content-length': body.length }
    const onward = ask({ host: '127.0.0.1', port, method, path: url, headers, agent }, (answer) => {
      if (answer.headers[NOT_BEGUN] !== undefined) {
        answer.resume()
        return resolve(false)
      }
      outgoing.writeHead(answer.statusCode ?? 502, endToEnd(answer.headers))
      answer.pipe(outgoing)
      answer.once('end', () => resolve(true))
      answer.once('error', reject)
    })
    onward.once('error', reject)
    onward.end(body)
  })

const isRefused = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED'

/** A server that is not there is passed over. One that died while it worked is not: who knows what it had done by then. */
const passToNext = async (ports: readonly number[], task: Task): Promise<void> => {
  for (const port of ports) {
    try {
      if (await pass(port, task)) return
    } catch (error) {
      if (!isRefused(error)) break
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

/** Starts a proxy on a port before servers on others. */
export const startProxy = async (port: number, ports: readonly number[]): Promise<Proxy> => {
  // Half of what the servers allow: a connection is given up here before it is there.
  const agent = new Agent({ keepAlive: true, timeout: 30_000 })
  const health = watchHealth(ports)
  let turn = 0
  const handOn = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const body = await readBody(incoming)
    const first = (turn += 1) % ports.length
    const inTurn = [...ports.slice(first), ...ports.slice(0, first)]
    await passToNext(health.wellFirst(inTurn), { incoming, body, outgoing, agent })
  }
  const server = createServer((incoming, outgoing) => {
    handOn(incoming, outgoing).catch(() => outgoing.destroy())
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
