import type { IncomingMessage, ServerResponse } from 'node:http'
import type { MockRequest } from './provider-mock.ts'

const LIMIT = 65_536

/** A request's body as text. Throws when it is larger than 64 KiB. */
const readBody = async (request: IncomingMessage): Promise<string> => {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of request as AsyncIterable<Uint8Array>) {
    text += decoder.decode(chunk, { stream: true })
    if (text.length > LIMIT) throw new Error('The request is too large.')
  }
  return text
}

/** A request as mocks read it. `path` is filled in when a resource matches. */
export const readMockRequest = async (request: IncomingMessage, address: URL): Promise<MockRequest> => ({
  method: request.method ?? 'GET',
  path: {},
  query: new URLSearchParams(address.searchParams),
  headers: Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [name, [value].flat().join(', ')]),
  ),
  body: await readBody(request),
})

/** Sends an API response. */
export const sendResponse = (response: ServerResponse, status: number, type: string, body: unknown): void => {
  response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' })
  response.end(typeof body === 'string' ? body : JSON.stringify(body))
}
