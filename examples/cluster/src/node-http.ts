import type { IncomingMessage, ServerResponse } from 'node:http'

const readBody = async (request: IncomingMessage): Promise<Uint8Array<ArrayBuffer>> => {
  const parts: Uint8Array[] = []
  for await (const part of request) parts.push(part as Uint8Array)
  return new Uint8Array(Buffer.concat(parts))
}

/** Converts a Node request to a web `Request` of this origin. */
export const toRequest = async (request: IncomingMessage, origin: string): Promise<Request> => {
  const { method = 'GET', url = '/' } = request
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers)) {
    for (const item of [value].flat()) if (item !== undefined) headers.append(name, item)
  }
  const hasBody = method !== 'GET' && method !== 'HEAD'
  return new Request(new URL(url, origin), { method, headers, ...(hasBody ? { body: await readBody(request) } : {}) })
}

/** Sends a web `Response`. Each `Set-Cookie` has its own line (RFC 6265 §3). */
export const sendResponse = async (response: Response, outgoing: ServerResponse): Promise<void> => {
  outgoing.statusCode = response.status
  for (const [name, value] of response.headers) if (name !== 'set-cookie') outgoing.setHeader(name, value)
  outgoing.setHeader('set-cookie', response.headers.getSetCookie())
  outgoing.end(Buffer.from(await response.arrayBuffer()))
}
