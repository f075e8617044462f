import type { OutgoingHttpHeaders, ServerResponse } from 'node:http'
import type { Http2ServerResponse } from 'node:http2'
import { isSharedCacheable, missingCookieLines, type AccessRefusal } from '@authwright/core/framework'
import type { Cookie, OutgoingResponse } from '@authwright/core'

/**
 * A response of a Node server.
 * @example const forbidCaching = (response: NodeResponse) => response.setHeader('cache-control', 'private, no-store')
 */
export type NodeResponse = ServerResponse | Http2ServerResponse

const NO_STORE = [['cache-control', 'private, no-store']] as const

/**
 * Write a response, unless the client is gone or the application has responded.
 *
 * @example
 * createServer((_request, response) => {
 *   writeResponse(response, { status: 204, headers: [], cookies: [], body: null })
 * })
 */
export const writeResponse = (response: NodeResponse, { status, headers, cookies, body }: OutgoingResponse): void => {
  if (response.headersSent || response.destroyed || response.writableEnded) return
  response.statusCode = status
  for (const [name, value] of headers) response.setHeader(name, value)
  if (cookies.length > 0) response.appendHeader('set-cookie', [...cookies])
  // The rest of a body that is too large is not read.
  if (status === 413 && !('stream' in response)) response.setHeader('connection', 'close')
  const text = body ?? ''
  response.setHeader('content-length', Buffer.byteLength(text))
  // Node itself omits the body of a response to HEAD.
  response.end(text)
}

/** A short response that no cache stores. */
export const smallResponse = (status: number, type: string, body: string): OutgoingResponse => ({
  status,
  headers: [['content-type', type], ...NO_STORE],
  cookies: [],
  body,
})

/** The response to a request that a guard does not let pass. */
export const refusalOf = ({ status, error, location }: AccessRefusal): OutgoingResponse =>
  location === undefined
    ? smallResponse(status, 'application/json', JSON.stringify({ error }))
    : { status, headers: [['location', location], ...NO_STORE], cookies: [], body: null }

type HeaderArgument = OutgoingHttpHeaders | readonly (string | number | readonly string[])[]

const pairsOf = (headers: HeaderArgument): readonly (readonly [string, OutgoingHttpHeaders[string]])[] => {
  if (!Array.isArray(headers)) return Object.entries(headers as OutgoingHttpHeaders)
  const list = headers as readonly (string | readonly string[])[]
  if (Array.isArray(list[0])) return list as unknown as readonly (readonly [string, string])[]
  return list.flatMap((name, i) => (i % 2 === 0 ? [[String(name), list[i + 1] as string] as const] : []))
}

const linesOf = (value: number | string | readonly string[] | undefined): readonly string[] =>
  value === undefined ? [] : typeof value === 'object' ? value : [String(value)]

/**
 * Add the cookies of this request when the application sends the headers of its response. Its own cookies of the same name stay, and
 * no shared cache may store a response with a cookie of ours.
 */
export const addCookiesOnWrite = (response: NodeResponse, cookies: () => readonly Cookie[]): void => {
  const writeHead = response.writeHead.bind(response) as (status: number, reason?: string) => NodeResponse
  const patched = (status: number, ...rest: readonly (string | HeaderArgument | undefined)[]): NodeResponse => {
    const given = rest.find((argument) => typeof argument === 'object')
    const reason = rest.find((argument) => typeof argument === 'string')
    for (const [name, value] of pairsOf(given ?? {})) if (value !== undefined) response.setHeader(name, value)
    const lines = missingCookieLines(linesOf(response.getHeader('set-cookie')), cookies())
    if (lines.length > 0) response.appendHeader('set-cookie', [...lines])
    if (isSharedCacheable(String(response.getHeader('cache-control') ?? '')))
      response.setHeader('cache-control', 'private, no-store')
    return reason === undefined ? writeHead(status) : writeHead(status, reason)
  }
  response.writeHead = patched as typeof response.writeHead
}
