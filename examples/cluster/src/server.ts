// One of the processes behind the proxy.
import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { openAuth } from './auth.ts'
import { sendResponse, toRequest } from './node-http.ts'
import { serveUntilStopped } from './stop.ts'

const env = (name: string): string => {
  const value = process.env[name]
  if (value === undefined || value === '') throw new Error(`${name} is not set`)
  return value
}

const port = Number(env('PORT'))
const { GRACE } = process.env
const origin = env('ORIGIN')
const { auth, close } = await openAuth({
  origin,
  databaseUrl: env('DATABASE_URL'),
  redisUrl: process.env['REDIS_URL'],
  secret: env('AUTH_SECRET'),
  issuer: env('ISSUER'),
  clientId: env('CLIENT_ID'),
  clientSecret: env('CLIENT_SECRET'),
  smtpUrl: env('SMTP_URL'),
})

const frontPage = async (request: Request): Promise<Response> => {
  const { session, cookies: _renewed } = await auth.session(request)
  const text = session === null ? 'You are signed out.' : `Signed in as ${session.user?.email}.`
  return new Response(`${text}\nResponse of process ${process.pid}.\n`)
}

/** When the session cannot be read, the user is not treated as signed out. */
const unavailable = (): Response => new Response('Please try again in a moment.\n', { status: 503 })

/** The number of requests in progress, without health checks. */
let pending = 0

const respond = async (request: Request): Promise<Response> => {
  const { pathname } = new URL(request.url)
  // A stopping process rejects health checks, like all new requests.
  if (pathname === '/health') return new Response(`ready, ${pending} in progress\n`)
  pending += 1
  try {
    return await (pathname.startsWith('/auth/') ? auth.handle(request) : frontPage(request).catch(unavailable))
  } finally {
    pending -= 1
  }
}

const handle = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
  outgoing.setHeader('x-process', String(process.pid))
  await sendResponse(await respond(await toRequest(incoming, origin)), outgoing)
}

const server = createServer()
// Longer than the proxy keeps idle connections, so that the proxy does not send a request on a closing connection.
server.keepAliveTimeout = 60_000
const { stop } = serveUntilStopped(server, (incoming, outgoing) => {
  handle(incoming, outgoing).catch((error: unknown) => outgoing.destroy(error instanceof Error ? error : undefined))
})

// A deployment sends SIGTERM. The process finishes its requests first.
process.once('SIGTERM', () => {
  void stop(GRACE === undefined ? {} : { grace: Number(GRACE) }).then(async (result) => {
    if (result === 'finished') await close()
    process.exit(result === 'finished' ? 0 : 1)
  })
})
server.listen(port, '127.0.0.1', () => process.stdout.write('ready\n'))
