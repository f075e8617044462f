// A site in a process of its own, which can be told to die after one call of the database. Started by crash-site.ts.
import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createAuth } from '@gatehouse/core'
import type { Adapter } from '@gatehouse/core/adapters'
import pg from 'pg'
import { postgresAdapter } from '../../src/postgres.ts'
import { sqliteAdapter } from '../../src/sqlite.ts'
import type { Order } from './crash-site.ts'

const env = (name: string): string => process.env[name] ?? ''
const port = Number(env('PORT'))
const database = env('DATABASE')

const open = (): Adapter => {
  if (!database.startsWith('postgres:')) return sqliteAdapter({ path: database })
  return postgresAdapter({ pool: new pg.Pool({ connectionString: database }) })
}

let calls: string[] = []
let link = ''
let watched = ''
let diesAfter = -1
let isWatched = false

/** Dies as a process does that the operating system kills: nothing is said to anybody. */
const die = (): Promise<never> => {
  process.kill(process.pid, 'SIGKILL')
  return new Promise(() => undefined)
}

const counted = async (name: string, call: () => Promise<unknown>): Promise<unknown> => {
  if (!isWatched) return call()
  const at = calls.push(name) - 1
  const answer = await call()
  if (at === diesAfter) await die()
  return answer
}

const mortal = (adapter: Adapter): Adapter => {
  const methods = Object.entries(adapter).filter((entry) => typeof entry[1] === 'function')
  const wrapped = methods.map(([name, method]) => {
    const call = method as (...given: unknown[]) => Promise<unknown>
    const work = (given: unknown[]): unknown[] =>
      name === 'transaction'
        ? given.map((inner) => (within: Adapter) => (inner as (adapter: Adapter) => unknown)(mortal(within)))
        : given
    return [name, (...given: unknown[]) => counted(name, () => call(...work(given)))]
  })
  return Object.fromEntries(wrapped) as Adapter
}

const origin = `http://localhost:${port}`
const auth = createAuth({
  adapter: mortal(open()),
  secret: 'the secret of a process that dies, long enough',
  origin,
  // Links that were used are tried again.
  logger: { error: () => undefined },
  // Every look at a session is one that prolongs it.
  session: { updateAge: 0 },
  providers: [
    {
      id: 'local',
      name: 'Local',
      type: 'oidc',
      issuer: env('ISSUER'),
      clientId: 'crash',
      clientSecret: 'crash-secret',
    },
    { id: 'mail', name: 'Mail', type: 'email', sendVerificationRequest: ({ url }) => void (link = url) },
  ],
})

const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
  const parts: Uint8Array[] = []
  for await (const part of request) parts.push(part as Uint8Array)
  const headers = Object.entries(request.headers).map(([name, value]): [string, string] => [name, String(value)])
  isWatched = watched !== '' && request.url?.startsWith(watched) === true
  const given = await auth.handle(
    new Request(new URL(request.url ?? '/', origin), {
      method: request.method ?? 'GET',
      headers,
      ...(request.method === 'POST' ? { body: Buffer.concat(parts) } : {}),
    }),
  )
  response.statusCode = given.status
  for (const [name, value] of given.headers) if (name !== 'set-cookie') response.setHeader(name, value)
  response.setHeader('set-cookie', given.headers.getSetCookie())
  // Whoever comes next may speak to another process.
  response.setHeader('connection', 'close')
  response.end(await given.text())
}

const server = createServer((request, response) => void answer(request, response))

/** Every order is answered, so that whoever gave it knows that it is carried out. */
const report = () => process.send?.({ calls, link })

process.on('message', (order: Order) => {
  if (order.does === 'watch') [watched, diesAfter, calls] = [order.path, order.diesAfter, []]
  if (order.does === 'listen') server.listen(port, 'localhost', report)
  else report()
})
report()
