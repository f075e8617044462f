import type { IncomingMessage, Server } from 'node:http'
import { Readable } from 'node:stream'
import type { Reply, RouteTools } from '@authwright/testing/frameworks'
import type { Session, SignInOptions } from '@authwright/core'
import type { NodeRequest } from '@authwright/node'
import type { Response } from 'express'
import type { FastifyReply } from 'fastify'

/** The functions of a package that take the request and the response. */
interface Functions<Req, Res> {
  auth(request: Req, response?: Res): Promise<Session | null>
  signIn(request: Req, response: Res, provider?: string, options?: SignInOptions): Promise<string>
  signOut(request: Req, response: Res): Promise<string>
  update(request: Req, response: Res, data: unknown): Promise<Session | null>
}

/** What the routes of the test application need, for a request and its response. */
export const toolsOf = <Req, Res>(
  { auth, signIn, signOut, update }: Functions<Req, Res>,
  request: Req,
  response: Res,
  url: string,
): RouteTools => ({
  query: new URLSearchParams(url.split('?')[1]),
  auth: () => auth(request, response),
  signIn: (provider, options) => signIn(request, response, provider, options),
  signOut: () => signOut(request, response),
  update: (data) => update(request, response, data),
})

/** The headers of a reply with its cookies. */
export const headersOf = ({ headers, cookies }: Reply): Record<string, string | string[]> =>
  cookies.length === 0 ? { ...headers } : { ...headers, 'set-cookie': [...cookies] }

/** The body of a reply in parts. */
export async function* partsOf({ body, rest }: Reply): AsyncGenerator<string> {
  yield body
  if (rest !== undefined) yield await rest()
}

/** Writes a reply of the test application with Express. */
export const writeExpress = async (response: Response, reply: Reply): Promise<void> => {
  response.status(reply.status).set(reply.headers)
  for (const line of reply.cookies) response.append('set-cookie', line)
  if (reply.rest === undefined) return void response.send(reply.body)
  for await (const part of partsOf(reply)) response.write(part)
  response.end()
}

/** Writes a reply of the test application with Fastify. */
export const writeFastify = (reply: FastifyReply, sent: Reply): FastifyReply =>
  reply
    .code(sent.status)
    .headers(headersOf(sent))
    .send(sent.rest === undefined ? sent.body : Readable.from(partsOf(sent)))

/** Responds to upgrades to `/ws` of the own origin with the name of the user. */
export const handleUpgrades = (server: Server, auth: (request: IncomingMessage) => Promise<Session | null>): Server =>
  server.on('upgrade', (request, socket) => {
    const { host, origin } = request.headers
    const respond = async (): Promise<void> => {
      if (origin !== `http://${host}`) return void socket.end('HTTP/1.1 403 Forbidden\r\n\r\n')
      const name = (await auth(request))?.user?.name ?? 'signed out'
      const head = 'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n'
      socket.end(`${head}X-User: ${name}\r\n\r\n`)
    }
    respond().catch((error: Error) => socket.destroy(error))
  })

const readAll = async (request: NodeRequest): Promise<string> => {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts).toString()
}

/** Reads the body as parsers of applications do. Repeated fields become arrays. */
export const readFields = async (request: NodeRequest): Promise<unknown> => {
  const text = await readAll(request)
  if (request.headers['content-type'] === 'application/json') return JSON.parse(text)
  const form = new URLSearchParams(text)
  const fields = [...form.keys()].map((name) => {
    const [first, ...more] = form.getAll(name)
    return [name, more.length === 0 ? first : [first, ...more]] as const
  })
  return Object.fromEntries(fields)
}
