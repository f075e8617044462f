import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A received request. */
export interface Received {
  readonly method: string
  /** The URL before the redirection to this server. */
  readonly url: string
  readonly headers: Readonly<Record<string, unknown>>
  readonly body: string
}

/** The response of the server. */
export interface Reply {
  readonly status: number
  readonly body?: string
  readonly headers?: Readonly<Record<string, string>>
  /** Accept the request and do not respond. */
  readonly isSilent?: boolean
}

/** A local mock of all mail services: it records requests and sends a given response. */
export interface MailServiceMock {
  readonly received: Received[]
  reply: Reply
  /** A `fetch` that sends every https request to this server over HTTP. */
  readonly fetch: typeof fetch
  readonly close: () => Promise<void>
}

const read = async (request: IncomingMessage): Promise<string> => {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts).toString('utf8')
}

/** Start the mock. */
export const startMailServiceMock = async (): Promise<MailServiceMock> => {
  const received: Received[] = []
  const mailService = { received, reply: { status: 200, body: '{}' } as Reply }
  const server = createServer((request, response) => {
    const respond = async (): Promise<void> => {
      const body = await read(request)
      const [, host = '', ...path] = (request.url ?? '').split('/')
      received.push({
        method: request.method ?? '',
        url: `https://${host}/${path.join('/')}`,
        headers: request.headers,
        body,
      })
      const { status, body: replyBody, headers, isSilent } = mailService.reply
      if (isSilent === true) return
      response.writeHead(status, { 'content-type': 'application/json', ...headers })
      response.end(replyBody)
    }
    void respond()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const lead: typeof fetch = (input, init) => {
    const { host, pathname, search } = new URL(input instanceof Request ? input.url : input)
    return fetch(`http://127.0.0.1:${port}/${host}${pathname}${search}`, init)
  }
  const close = async (): Promise<void> => {
    server.closeAllConnections()
    await new Promise<void>((resolve) => server.close(() => resolve()))
  }
  return Object.assign(mailService, { fetch: lead, close })
}
