import type { IncomingMessage } from 'node:http'
import type { Http2ServerRequest } from 'node:http2'
import { originFromHeaders } from '@authwright/core/framework'
import type { HeaderReader, IncomingBody, IncomingRequest } from '@authwright/core'

/**
 * A request of a Node server.
 * @example const acceptsHtml = ({ headers }: NodeRequest) => headers.accept?.includes('text/html') === true
 */
export type NodeRequest = IncomingMessage | Http2ServerRequest

/** What frameworks on top of Node add to a request: the whole target of a mounted router, and the parsed body. */
export interface AddedMembers {
  readonly originalUrl?: unknown
  readonly body?: unknown
}

const valueOf = (value: string | readonly string[] | undefined): string | null =>
  value === undefined ? null : typeof value === 'string' ? value : value.join(', ')

const findHeader = ({ headers }: NodeRequest, name: string): string | null =>
  valueOf(headers[name]) ?? (name === 'host' ? valueOf(headers[':authority']) : null)

/** The headers of a request, without a copy. HTTP/2 has `:authority` in place of `Host` (RFC 9113 §8.3.1). */
export const headersOf = (request: NodeRequest): HeaderReader => ({
  get: (name) => findHeader(request, name),
  has: (name) => findHeader(request, name) !== null,
  *[Symbol.iterator]() {
    for (const [name, value] of Object.entries(request.headers))
      if (!name.startsWith(':') && value !== undefined) yield [name, valueOf(value) ?? ''] as const
  },
})

/** The scheme and the host of a target in absolute form (RFC 9112 §3.2.2). */
const ABSOLUTE_FORM = /^https?:\/\/([^/?#]*)/i

/** The target of a request as the client sent it. A mounted router shortens `url`. */
const sentTarget = (request: NodeRequest & AddedMembers): string =>
  typeof request.originalUrl === 'string' ? request.originalUrl : (request.url ?? '')

/** Path and query of the target. They start with a slash. */
export const targetOf = (request: NodeRequest & AddedMembers): string => {
  const target = sentTarget(request).replace(ABSOLUTE_FORM, '')
  return target.startsWith('/') ? target : `/${target}`
}

/** The number of `Host` lines. Node would make an object of all headers to tell it (`headersDistinct`). */
const countHosts = ({ rawHeaders }: NodeRequest): number => {
  let count = 0
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]
    if (name?.length === 4 && name.toLowerCase() === 'host') count += 1
  }
  return count
}

/**
 * Whether the request names one host. Node keeps the first `Host` of several; HTTP/2 refuses several `:authority` itself. A proxy
 * that checks `Host` must not be circumvented by another host in the target.
 */
const hasOneHost = (request: NodeRequest): boolean => {
  const named = ABSOLUTE_FORM.exec(sentTarget(request))?.[1]
  const host = findHeader(request, 'host') ?? undefined
  return countHosts(request) < 2 && (named === undefined || named.toLowerCase() === host?.toLowerCase())
}

/** The scheme of the connection. */
export const schemeOf = ({ socket }: NodeRequest): 'http' | 'https' =>
  'encrypted' in socket && socket.encrypted === true ? 'https' : 'http'

/**
 * Scheme and host of a request; `null` if it has no valid host, or several (RFC 9112 §3.2). With `trustProxy` the forwarding headers
 * of the nearest proxy decide.
 */
export const findOrigin = (request: NodeRequest, trustProxy: boolean): string | null => {
  if (!hasOneHost(request)) return null
  const headers = { get: (name: string) => findHeader(request, name) }
  return originFromHeaders(headers, schemeOf(request), trustProxy) ?? null
}

/** Read the body. After the limit the connection is closed with the response, so that the rest need not be read. */
const readBytes = (request: NodeRequest, limit: number): Promise<IncomingBody> =>
  new Promise((resolve) => {
    const parts: Buffer[] = []
    let length = 0
    const finish = (body: IncomingBody): void => {
      request.off('data', take).off('end', end).off('error', fail).off('close', fail)
      resolve(body)
    }
    const take = (part: Buffer): void => {
      length += part.length
      parts.push(part)
      if (length <= limit) return
      request.pause()
      finish({ kind: 'too-large' })
    }
    const end = (): void => finish({ kind: 'bytes', bytes: Buffer.concat(parts) })
    const fail = (): void => finish({ kind: 'malformed' })
    request.on('data', take).on('end', end).on('error', fail).on('close', fail)
  })

/**
 * The request as plain data.
 *
 * @param parsed the body that a parser of the application has read
 */
export const toIncoming = (
  request: NodeRequest & AddedMembers,
  origin: string | null,
  parsed: unknown = request.body,
): IncomingRequest => ({
  method: request.method ?? 'GET',
  url: targetOf(request),
  origin,
  headers: headersOf(request),
  body: async (limit) => (request.readableEnded ? { kind: 'parsed', fields: parsed } : readBytes(request, limit)),
})
