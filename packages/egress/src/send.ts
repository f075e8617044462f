import { request as overTcp } from 'node:http'
import type { IncomingMessage, RequestOptions } from 'node:http'
import { request as overTls } from 'node:https'
import { isIP } from 'node:net'
import { Readable } from 'node:stream'

/** What goes out. */
export interface Outgoing {
  readonly url: URL
  readonly method: string
  readonly headers: Headers
  readonly body: Uint8Array
  readonly signal: AbortSignal
}

/** Responses with these statuses must not be given a body (Fetch §2.2.6). */
const BODILESS: ReadonlySet<number> = new Set([101, 103, 204, 205, 304])

const toResponse = (message: IncomingMessage, method: string): Response => {
  const { statusCode: status = 0, rawHeaders } = message
  const headers = new Headers()
  for (let i = 0; i + 1 < rawHeaders.length; i += 2) headers.append(rawHeaders[i] ?? '', rawHeaders[i + 1] ?? '')
  if (method !== 'HEAD' && !BODILESS.has(status)) {
    return new Response(Readable.toWeb(message) as ReadableStream<Uint8Array>, { status, headers })
  }
  message.resume()
  return new Response(null, { status, headers })
}

/** The address instead of the name, so that nobody resolves it again; the name where the server, and TLS, want it. */
const optionsFor = (
  { url, method, headers, signal }: Outgoing,
  address: string,
): RequestOptions & { servername: string } => {
  const sent = new Headers(headers)
  sent.set('host', url.host)
  // The answer is handed on as it comes, so it has to come unpacked.
  sent.set('accept-encoding', 'identity')
  return {
    host: address,
    servername: isIP(url.hostname.replace(/^\[|\]$/g, '')) === 0 ? url.hostname : '',
    port: url.port,
    path: url.pathname + url.search,
    method,
    headers: Object.fromEntries(sent),
    signal,
    // A connection of one's own: one that is kept has been judged by a name that may lead elsewhere by now.
    agent: false,
  }
}

/** Send a request to an address. `connected` is told when the server was reached: from then on it may have got something. */
export const sendTo = (outgoing: Outgoing, address: string, connected: () => void): Promise<Response> =>
  new Promise((resolve, reject) => {
    const open = outgoing.url.protocol === 'https:' ? overTls : overTcp
    const request = open(optionsFor(outgoing, address), (message) => {
      try {
        resolve(toResponse(message, outgoing.method))
      } catch (error) {
        // A status that no response can have. Nobody above this would catch it, and a process would end by a stranger's answer.
        message.destroy()
        reject(error)
      }
    })
    request.on('socket', (socket) => socket.once('connect', connected))
    request.on('error', reject)
    // After an answer this says nothing any more. Without one, as when the server wants another protocol, nobody else would.
    request.on('close', () => reject(new TypeError('The connection ended without an answer')))
    request.end(outgoing.body)
  })
