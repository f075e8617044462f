import { request as requestHttp, type IncomingMessage, type RequestOptions } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP } from 'node:net'
import { Readable } from 'node:stream'

/** A request to send. */
export interface OutgoingRequest {
  readonly url: URL
  readonly method: string
  readonly headers: Headers
  readonly body: Uint8Array
  readonly signal: AbortSignal
}

/** The statuses of responses without a body (Fetch §2.2.6). */
const NULL_BODY_STATUSES: ReadonlySet<number> = new Set([101, 103, 204, 205, 304])

/** The host of a URL, without the brackets around an IPv6 address. */
export const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '')

const toResponse = (message: IncomingMessage, method: string): Response => {
  const { statusCode: status = 0, rawHeaders } = message
  const headers = new Headers()
  for (let i = 0; i + 1 < rawHeaders.length; i += 2) headers.append(rawHeaders[i] ?? '', rawHeaders[i + 1] ?? '')
  if (method !== 'HEAD' && !NULL_BODY_STATUSES.has(status)) {
    return new Response(Readable.toWeb(message) as ReadableStream<Uint8Array>, { status, headers })
  }
  message.resume()
  return new Response(null, { status, headers })
}

/** Connects to the address, so that the name is not resolved again. The server and TLS still get the name. */
const optionsFor = (
  { url, method, headers, signal }: OutgoingRequest,
  address: string,
): RequestOptions & { servername: string } => {
  const sent = new Headers(headers)
  sent.set('host', url.host)
  // The body is passed on unchanged, so it must not be compressed.
  sent.set('accept-encoding', 'identity')
  return {
    host: address,
    servername: isIP(hostOf(url)) === 0 ? url.hostname : '',
    port: url.port,
    path: url.pathname + url.search,
    method,
    headers: Object.fromEntries(sent),
    signal,
    // An agent would reuse connections by name, and the name may resolve to another address by now.
    agent: false,
  }
}

/**
 * Sends a request to an address. Calls `onConnect` when connected: from then on the server may have got the request.
 */
export const sendTo = (outgoing: OutgoingRequest, address: string, onConnect: () => void): Promise<Response> =>
  new Promise((resolve, reject) => {
    const open = outgoing.url.protocol === 'https:' ? requestHttps : requestHttp
    const request = open(optionsFor(outgoing, address), (message) => {
      try {
        resolve(toResponse(message, outgoing.method))
      } catch (error) {
        // `Response` throws for an invalid status. Uncaught in this callback, the error would terminate the process.
        message.destroy()
        reject(error)
      }
    })
    request.on('socket', (socket) => socket.once('connect', onConnect))
    request.on('error', reject)
    // Has no effect after a response. Without one, as after an upgrade to another protocol, no other event rejects.
    request.on('close', () => reject(new TypeError('The connection was closed without a response')))
    request.end(outgoing.body)
  })
