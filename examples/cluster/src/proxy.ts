import { createServer, request as ask } from 'node:http'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'

/** A proxy that hands each request to the next server in turn, and keeps nothing of whom it sent where. */
export interface Proxy {
  readonly close: () => Promise<void>
}

const pass = (port: number, incoming: IncomingMessage, body: Buffer, outgoing: ServerResponse): Promise<void> =>
  new Promise((resolve, reject) => {
    const { method, url, headers } = incoming
    const onward = ask({ host: '127.0.0.1', port, method, path: url, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
      answer.once('end', resolve)
      answer.once('error', reject)
    })
    onward.once('error', reject)
    onward.end(body)
  })

const isRefused = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED'

/** A server that is not there is passed over. One that died while it worked is not: who knows what it had done by then. */
const passToNext = async (
  ports: readonly number[],
  incoming: IncomingMessage,
  body: Buffer,
  outgoing: ServerResponse,
): Promise<void> => {
  for (const port of ports) {
    try {
      return await pass(port, incoming, body, outgoing)
    } catch (error) {
      if (!isRefused(error)) break
    }
  }
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
  let turn = 0
  const handOn = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const body = await readBody(incoming)
    const first = (turn += 1) % ports.length
    await passToNext([...ports.slice(first), ...ports.slice(0, first)], incoming, body, outgoing)
  }
  const server = createServer((incoming, outgoing) => {
    handOn(incoming, outgoing).catch(() => outgoing.destroy())
  })
  await listen(server, port)
  return {
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
