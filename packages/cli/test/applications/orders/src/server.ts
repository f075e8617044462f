import { createServer } from 'node:http'
import { Auth } from '@auth/core'
import { getToken } from '@auth/core/jwt'
import type { Session } from '@auth/core/types'
import { authConfig, sessionCookie } from './auth.ts'
import { database } from './users.ts'

const getSession = async (request: Request): Promise<Session | null> => {
  const url = new URL('/api/auth/session', request.url)
  const response = await Auth(
    new Request(url, { headers: { cookie: request.headers.get('cookie') ?? '' } }),
    authConfig,
  )
  return (await response.json()) as Session | null
}

/** Read on every call of the API, so it opens only the cookie. */
const readToken = (req: Request) =>
  getToken({ req, secret: process.env.AUTH_SECRET!, cookieName: sessionCookie, salt: sessionCookie })

const respond = async (request: Request): Promise<Response> => {
  const { pathname } = new URL(request.url)
  if (pathname.startsWith('/api/auth')) return Auth(request, authConfig)
  if (pathname === '/api/orders') {
    const token = await readToken(request)
    return token ? Response.json({ orders: [17, 23], role: token.role }) : Response.json({}, { status: 401 })
  }
  if (pathname === '/api/audit') {
    const session = await getSession(request)
    if (session?.user.role !== 'manager') return Response.json({}, { status: 403 })
    return Response.json(database.prepare('select * from audit').all())
  }
  const session = await getSession(request)
  return new Response(session?.user ? `Hello ${session.user.name}, ${session.user.role} ${session.user.id}` : 'Hello')
}

const server = createServer(async (incoming, outgoing) => {
  const url = new URL(incoming.url ?? '/', `http://${incoming.headers.host}`)
  const hasBody = incoming.method !== 'GET' && incoming.method !== 'HEAD'
  const body = hasBody ? { body: Buffer.concat(await Array.fromAsync(incoming)) } : {}
  const headers = new Headers(incoming.headers as Record<string, string>)
  const response = await respond(new Request(url, { method: incoming.method, headers, ...body }))
  outgoing.setHeaders(response.headers)
  outgoing.writeHead(response.status).end(await response.text())
})
server.listen(process.env.PORT, () => console.log('Listening'))
