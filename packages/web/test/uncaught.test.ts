import { memoryAdapter } from '@authwright/testing'
import { FetchAuth } from '@authwright/web'
import { ElysiaAuth } from '@authwright/web/elysia'
import { H3Auth } from '@authwright/web/h3'
import { HonoAuth } from '@authwright/web/hono'
import { Elysia } from 'elysia'
import { H3 } from 'h3'
import { Hono } from 'hono'
import { expect, test, vi } from 'vitest'

const logged: string[] = []
const config = {
  adapter: { ...memoryAdapter(), getSessionAndUser: () => Promise.reject(new Error('secret of the database')) },
  providers: [],
  secret: 'a secret of the tests, thirty-two characters and more',
  trustHost: true,
  logger: { error: ({ name }: Error) => void logged.push(name), warn: () => undefined, debug: () => undefined },
}

type Serve = (request: Request) => Response | Promise<Response>

/** An application as its guide shows it: it reads the session at `/read`, and has a guard at `/guarded`. No error is caught. */
const serveFetch = (): Serve => {
  const serve = FetchAuth(config).wrap(async ({ url }, { auth, requireUser }) => {
    await (url.endsWith('/read') ? auth() : requireUser())
    return new Response()
  })
  return (request) => serve(request, {})
}

const serveHono = (): Serve => {
  const auth = HonoAuth(config)
  const app = new Hono()
  app.use(auth)
  app.get('/read', async (c) => c.json(await c.var.auth()))
  app.get('/guarded', auth.protect(), (c) => c.text(''))
  return (request) => app.fetch(request)
}

const serveH3 = (): Serve => {
  const auth = H3Auth(config)
  const app = new H3()
  app.use(auth)
  app.get('/read', (event) => auth.auth(event))
  app.get('/guarded', () => '', { middleware: [auth.protect()] })
  return (request) => app.fetch(request)
}

const serveElysia = (): Serve => {
  const app = new Elysia()
    .use(ElysiaAuth(config))
    .get('/read', async ({ auth }) => JSON.stringify(await auth()))
    .get('/guarded', () => '', { signedIn: true })
  return (request) => app.handle(request)
}

test.each([
  ['fetch', serveFetch],
  ['Hono', serveHono],
  ['h3', serveH3],
  ['Elysia', serveElysia],
])('%s responds with 503 while the database is down, and the engine logs the error', async (_name, make) => {
  vi.spyOn(console, 'error').mockReturnValue()
  const serve = make()
  for (const path of ['/read', '/guarded']) {
    logged.length = 0
    const headers = { cookie: '__Host-authwright.session-token=anything' }
    const response = await serve(new Request(`https://app.example.com${path}`, { headers }))
    expect([path, response.status, logged]).toEqual([path, 503, ['SessionTokenError']])
    expect(response.headers.getSetCookie()).toEqual([])
    expect(await response.text()).not.toContain('secret of the database')
  }
})

test('an error handler of the application gets the AuthError, and decides', async () => {
  const auth = HonoAuth(config)
  const app = new Hono()
  app.use(auth)
  app.get('/read', async (c) => c.json(await c.var.auth()))
  app.onError((error, c) => c.text(error.name, 500))
  const headers = { cookie: '__Host-authwright.session-token=anything' }
  const response = await app.request('https://app.example.com/read', { headers })
  expect([response.status, await response.text()]).toEqual([500, 'SessionTokenError'])
})

const page = { accept: 'text/html', cookie: '__Host-authwright.session-token=anything' }

test.each([
  ['fetch', serveFetch],
  ['Hono', serveHono],
])('%s shows the developer what the log says', async (_name, make) => {
  vi.stubEnv('NODE_ENV', 'development')
  const serve = make()
  const read = async (origin: string, headers: Readonly<Record<string, string>> = page) => {
    const cookie = page.cookie.replace(origin.startsWith('https') ? '' : '__Host-', '')
    const response = await serve(new Request(`${origin}/read`, { headers: { ...headers, cookie } }))
    return [response.status, await response.text()]
  }
  const said = /^SessionTokenError: .*\[cause\] Error: secret of the database\n.*errors\.md#sessiontokenerror\n$/s
  expect(await read('http://localhost:3000')).toEqual([503, expect.stringMatching(said)])
  // A script, the browser of another machine, and a server in production.
  const hidden = [503, '{"error":"Configuration"}']
  expect(await read('http://localhost:3000', { accept: 'application/json' })).toEqual(hidden)
  expect(await read('http://192.168.1.5:3000')).toEqual(hidden)
  vi.stubEnv('NODE_ENV', 'production')
  expect(await read('http://localhost:3000')).toEqual(hidden)
})
