// One of the processes behind the proxy.
import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { openSite } from './auth.ts'
import { send, toRequest } from './node-http.ts'
import { answerUntilStopped } from './stop.ts'

const env = (name: string): string => {
  const value = process.env[name]
  if (value === undefined || value === '') throw new Error(`${name} is not set`)
  return value
}

const port = Number(env('PORT'))
const { GRACE } = process.env
const origin = env('ORIGIN')
const { auth, close } = await openSite({
  origin,
  databaseUrl: env('DATABASE_URL'),
  redisUrl: process.env['REDIS_URL'],
  secret: env('AUTH_SECRET'),
  issuer: env('ISSUER'),
  clientId: env('CLIENT_ID'),
  clientSecret: env('CLIENT_SECRET'),
  smtpUrl: env('SMTP_URL'),
})

const welcome = async (request: Request): Promise<Response> => {
  const { session, cookies: _renewed } = await auth.session(request)
  const text = session === null ? 'Nobody is signed in.' : `Signed in as ${session.user?.email}.`
  return new Response(`${text}\nAnswered by process ${process.pid}.\n`)
}

/** A session that cannot be read is no reason to treat somebody as a stranger. */
const unavailable = (): Response => new Response('Please try again in a moment.\n', { status: 503 })

/** Requests that were begun and are not answered, but for those about this process's own health. */
let underWay = 0

const answerWeb = async (request: Request): Promise<Response> => {
  const { pathname } = new URL(request.url)
  // Says that this process takes requests; one that is stopping refuses this one as it refuses all.
  if (pathname === '/health') return new Response(`ready, ${underWay} under way\n`)
  underWay += 1
  try {
    return await (pathname.startsWith('/auth/') ? auth.handle(request) : welcome(request).catch(unavailable))
  } finally {
    underWay -= 1
  }
}

const answer = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
  outgoing.setHeader('x-process', String(process.pid))
  await send(await answerWeb(await toRequest(incoming, origin)), outgoing)
}

const server = createServer()
// Longer than the proxy keeps a connection that nobody uses: it never sends a request on one that is closed at that moment.
server.keepAliveTimeout = 60_000
const { stop } = answerUntilStopped(server, (incoming, outgoing) => {
  answer(incoming, outgoing).catch((error: unknown) => outgoing.destroy(error instanceof Error ? error : undefined))
})

// Who deploys a new version lets the old process finish what it has begun.
process.once('SIGTERM', () => {
  void stop(GRACE === undefined ? {} : { grace: Number(GRACE) }).then(async (end) => {
    if (end === 'all is over') await close()
    process.exit(end === 'all is over' ? 0 : 1)
  })
})
server.listen(port, '127.0.0.1', () => process.stdout.write('ready\n'))
