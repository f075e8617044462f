import type { IncomingMessage, ServerResponse } from 'node:http'

const readBody = async (request: IncomingMessage): Promise<Uint8Array<ArrayBuffer>> => {
  const parts: Uint8Array[] = []
  for await (const part of request) parts.push(part as Uint8Array)
  return new Uint8Array(Buffer.concat(parts))
}

/** What came over the wire, as a web `Request` of this origin. */
export const toRequest = async (request: IncomingMessage, origin: string): Promise<Request> => {
  const { method = 'GET', url = '/' } = request
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers)) {
    for (const one of [value].flat()) if (one !== undefined) headers.append(name, one)
  }
  const hasBody = method !== 'GET' && method !== 'HEAD'
  return new Request(new URL(url, origin), { method, headers, ...(hasBody ? { body: await readBody(request) } : {}) })
}

/** A web `Response`, sent over the wire. Each `Set-Cookie` is a line of its own (RFC 6265 §3). */
export const send = async (answer: Response, response: ServerResponse): Promise<void> => {
  response.statusCode = answer.status
  for (const [name, value] of answer.headers) if (name !== 'set-cookie') response.setHeader(name, value)
  response.setHeader('set-cookie', answer.headers.getSetCookie())
  response.end(Buffer.from(await answer.arrayBuffer()))
}
