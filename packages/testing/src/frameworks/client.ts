import { connect as connectHttp2, type IncomingHttpHeaders } from 'node:http2'
import { request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import { openBrowser, type Browser } from '../cookie-browser.ts'

/**
 * Where an application listens.
 * @example const listener: Listener = { origin: 'http://127.0.0.1:3000', isHttp2: true }
 */
export interface Listener {
  /**
   * `http://127.0.0.1:<port>`
   * @example origin: 'http://127.0.0.1:3000'
   */
  readonly origin: string
  /**
   * Whether it speaks HTTP/2 without TLS. @default false
   * @example isHttp2: true
   */
  readonly isHttp2?: boolean
}

const responseOf = (status: number, lines: readonly (readonly [string, string])[], body: string): Response => {
  const response = new Response(status === 204 || status === 304 ? null : body, { status })
  response.headers.delete('content-type')
  // Each line of the response stays a line of its own.
  for (const [name, value] of lines) response.headers.append(name, value)
  return response
}

const pairsOf = (raw: readonly string[]): readonly (readonly [string, string])[] =>
  raw.flatMap((name, i) => (i % 2 === 0 ? [[name, raw[i + 1] ?? ''] as const] : []))

const sendHttp1 = async (request: Request, listener: URL): Promise<Response> => {
  const url = new URL(request.url)
  const body = Buffer.from(await request.arrayBuffer())
  const length = request.method === 'GET' || request.method === 'HEAD' ? {} : { 'content-length': body.length }
  const headers = { host: url.host, ...Object.fromEntries(request.headers), ...length }
  const { hostname, port } = listener
  const options = { hostname, port, path: url.pathname + url.search, method: request.method, headers, agent: false }
  return new Promise((resolve, reject) => {
    httpRequest(options, (message) => {
      const parts: Buffer[] = []
      message.on('data', (part: Buffer) => parts.push(part))
      const finish = (): void =>
        resolve(responseOf(message.statusCode ?? 0, pairsOf(message.rawHeaders), Buffer.concat(parts).toString()))
      message.on('end', finish).on('error', reject)
    })
      .on('error', reject)
      .end(body)
  })
}

const linesOf = (headers: IncomingHttpHeaders): readonly (readonly [string, string])[] =>
  Object.entries(headers).flatMap(([name, value]) =>
    name.startsWith(':') ? [] : [value ?? []].flat().map((line) => [name, line] as const),
  )

/** Headers of one connection, which HTTP/2 does not have (RFC 9113 §8.2.2). */
const CONNECTION_HEADERS: ReadonlySet<string> = new Set(['host', 'connection', 'transfer-encoding'])

const sendHttp2 = async (request: Request, listener: URL): Promise<Response> => {
  const url = new URL(request.url)
  const body = Buffer.from(await request.arrayBuffer())
  const session = connectHttp2(listener)
  const own = [...request.headers].filter(([name]) => !CONNECTION_HEADERS.has(name))
  const sent = new Promise<Response>((resolve, reject) => {
    session.on('error', reject)
    const pseudo = {
      ':method': request.method,
      ':path': url.pathname + url.search,
      ':authority': request.headers.get('host') ?? url.host,
    }
    const endStream = body.length === 0
    const stream = session.request({ ...pseudo, ...Object.fromEntries(own) }, { endStream })
    const parts: Buffer[] = []
    stream.on('response', (headers) => {
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () =>
        resolve(responseOf(headers[':status'] ?? 0, linesOf(headers), Buffer.concat(parts).toString())),
      )
    })
    stream.on('error', reject)
    if (!endStream) stream.end(body)
  })
  return sent.finally(() => session.close())
}

/** Sends a request to a listener, whatever host the URL names. Redirects are not followed. */
export const sendTo = ({ origin, isHttp2 = false }: Listener, request: Request): Promise<Response> =>
  isHttp2 ? sendHttp2(request, new URL(origin)) : sendHttp1(request, new URL(origin))

/**
 * A browser whose requests for `publicOrigin` reach the listener, as through a proxy that keeps `Host`.
 *
 * @example
 * const browser = browserOf({ origin: 'http://127.0.0.1:3000' })
 * await browser.get('/auth/signin')
 */
export const browserOf = (listener: Listener, publicOrigin = listener.origin): Browser => {
  const { host } = new URL(publicOrigin)
  const handler = (request: Request): Promise<Response> =>
    new URL(request.url).host === host ? sendTo(listener, request) : fetch(request)
  return openBrowser({ origin: publicOrigin, handler })
}

/** Sends text over a connection, and returns what comes back until the server closes it, or until `isEnough`. */
export const sendText = (
  { origin }: Listener,
  text: string,
  isEnough: (received: string) => boolean = () => false,
): Promise<string> => {
  const { hostname, port } = new URL(origin)
  return new Promise((resolve) => {
    let received = ''
    const socket = connect(Number(port), hostname, () => socket.write(text))
    socket.on('data', (part: Buffer) => {
      received += part.toString()
      if (isEnough(received)) socket.destroy()
    })
    // A server may reset a connection that it does not understand.
    socket.on('error', () => undefined).on('close', () => resolve(received))
  })
}
