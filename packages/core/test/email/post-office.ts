import { createServer } from 'node:http'
import type { IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A request as it came over the wire. */
export interface Received {
  readonly method: string
  /** Where it was meant to go. */
  readonly url: string
  readonly headers: Readonly<Record<string, unknown>>
  readonly body: string
}

/** What the post office answers. */
export interface Reply {
  readonly status: number
  readonly body?: string
  readonly headers?: Readonly<Record<string, string>>
  /** Accept, and say nothing more. */
  readonly isSilent?: boolean
}

/** A server on the loopback address that stands for every mail service: it keeps what it gets and answers what it is told to. */
export interface PostOffice {
  readonly received: Received[]
  reply: Reply
  /** A `fetch` that leads every https address here, over real HTTP. */
  readonly fetch: typeof fetch
  readonly close: () => Promise<void>
}

const read = async (request: IncomingMessage): Promise<string> => {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts).toString('utf8')
}

/** Start a post office. */
export const startPostOffice = async (): Promise<PostOffice> => {
  const received: Received[] = []
  const office = { received, reply: { status: 200, body: '{}' } as Reply }
  const server = createServer((request, response) => {
    const answer = async (): Promise<void> => {
      const body = await read(request)
      const [, host = '', ...path] = (request.url ?? '').split('/')
      received.push({
        method: request.method ?? '',
        url: `https://${host}/${path.join('/')}`,
        headers: request.headers,
        body,
      })
      const { status, body: said, headers, isSilent } = office.reply
      if (isSilent === true) return
      response.writeHead(status, { 'content-type': 'application/json', ...headers })
      response.end(said)
    }
    void answer()
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
  return Object.assign(office, { fetch: lead, close })
}
