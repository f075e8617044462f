// One of the processes behind the proxy.
import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { makeAuth } from './auth.ts'
import { send, toRequest } from './node-http.ts'

const env = (name: string): string => {
  const value = process.env[name]
  if (value === undefined || value === '') throw new Error(`${name} is not set`)
  return value
}

const port = Number(env('PORT'))
const origin = env('ORIGIN')
const auth = await makeAuth({
  origin,
  databaseUrl: env('DATABASE_URL'),
  redisUrl: process.env['REDIS_URL'],
  secret: env('AUTH_SECRET'),
  issuer: env('ISSUER'),
  clientId: env('CLIENT_ID'),
  clientSecret: env('CLIENT_SECRET'),
})

const welcome = async (request: Request): Promise<Response> => {
  const { session, cookies: _renewed } = await auth.session(request)
  const text = session === null ? 'Nobody is signed in.' : `Signed in as ${session.user?.email}.`
  return new Response(`${text}\nAnswered by process ${process.pid}.\n`)
}

/** A session that cannot be read is no reason to treat somebody as a stranger. */
const unavailable = (): Response => new Response('Please try again in a moment.\n', { status: 503 })

const answer = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
  const request = await toRequest(incoming, origin)
  outgoing.setHeader('x-process', String(process.pid))
  const isAuth = new URL(request.url).pathname.startsWith('/auth/')
  await send(isAuth ? await auth.handle(request) : await welcome(request).catch(unavailable), outgoing)
}

const server = createServer((incoming, outgoing) => {
  answer(incoming, outgoing).catch((error: unknown) => outgoing.destroy(error instanceof Error ? error : undefined))
})

// Who deploys a new version lets the old process finish what it has begun.
process.once('SIGTERM', () => server.close(() => process.exit(0)))
server.listen(port, '127.0.0.1', () => process.stdout.write('ready\n'))
