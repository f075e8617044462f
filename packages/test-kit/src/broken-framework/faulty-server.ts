import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import type { ApplicationOptions, RunningApplication } from '@authwright/testing/frameworks'
import { readMessage, readResponse, withHeader, writeMessage, type HttpMessage } from './http-message.ts'

/** What a broken integration does. Each member changes something on the way between the client and the application. */
export interface Fault {
  /** What the integration does, as in "a framework that …". */
  readonly name: string
  /** The options that the application gets. */
  readonly options?: (options: ApplicationOptions) => ApplicationOptions
  /** The head of the request that the application gets. `earlier` has the requests before it. */
  readonly request?: (request: HttpMessage, earlier: readonly HttpMessage[]) => HttpMessage
  /** The response that the client gets. */
  readonly response?: (response: HttpMessage, request: HttpMessage) => HttpMessage
  /** The messages that the check sees, after these requests. */
  readonly logs?: (lines: readonly string[], requests: readonly HttpMessage[]) => readonly string[]
  /** Whether the process ends after this request. */
  readonly endsAfter?: (request: HttpMessage) => boolean
}

const bytes = (text: string): Buffer => Buffer.from(text, 'latin1')

/** Passes one request on. The application closes the connection after its response. */
const passOn = (client: Socket, origin: URL, fault: Fault, requests: HttpMessage[], end: () => void): void => {
  let received = ''
  let application: Socket | undefined
  const start = (head: HttpMessage): void => {
    const upgraded = head.headers.some(([name]) => name.toLowerCase() === 'upgrade')
    // Faults change the text of a body, which must not be compressed.
    const plain = withHeader(head, 'accept-encoding')
    const changed = fault.request?.(plain, requests) ?? plain
    requests.push(head)
    const socket = connect(Number(origin.port), origin.hostname)
    application = socket
    let response = ''
    socket.on('data', (part: Buffer) => {
      if (fault.response === undefined) client.write(part)
      else response += part.toString('latin1')
    })
    // A server that does not read a body to its end may reset the connection after its response.
    socket.on('error', () => undefined)
    socket.on('close', () => {
      const message = fault.response === undefined ? undefined : readResponse(response)
      if (message !== undefined) client.write(bytes(writeMessage(fault.response?.(message, head) ?? message)))
      client.end()
      if (fault.endsAfter?.(head) === true) end()
    })
    socket.write(bytes(writeMessage(upgraded ? changed : withHeader(changed, 'connection', 'close'))))
  }
  client.on('data', (part: Buffer) => {
    if (application !== undefined) return void application.write(part)
    received += part.toString('latin1')
    const head = readMessage(received)
    if (head !== undefined) start(head)
  })
  client.on('error', () => undefined).on('close', () => application?.destroy())
}

/** A server in front of an application, which makes an integration with this fault of it. */
export const startFaultyServer = async <Running extends RunningApplication>(
  running: Running,
  fault: Fault,
): Promise<Running> => {
  const requests: HttpMessage[] = []
  const logs = (): readonly string[] => fault.logs?.(running.logs(), requests) ?? running.logs()
  // Faults of a connection are faults of HTTP/1.1.
  if (running.isHttp2 === true) return { ...running, logs }
  const sockets = new Set<Socket>()
  const close = (): void => {
    server.close()
    for (const socket of sockets) socket.destroy()
  }
  const server = createServer((client) => {
    sockets.add(client)
    passOn(client, new URL(running.origin), fault, requests, close)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const stop = async (): Promise<void> => {
    close()
    await running.stop()
  }
  return { ...running, origin: `http://127.0.0.1:${port}`, logs, stop }
}
