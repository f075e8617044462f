import { memoryAdapter } from '@authwright/testing'
import { FetchAuth } from '@authwright/web'
import { ElysiaAuth } from '@authwright/web/elysia'
import { H3Auth } from '@authwright/web/h3'
import { HonoAuth } from '@authwright/web/hono'
import { Elysia } from 'elysia'
import { H3 } from 'h3'
import { Hono } from 'hono'
import { afterEach, expect, test, vi } from 'vitest'

afterEach(() => vi.unstubAllEnvs())

const logged: string[] = []
const config = {
  adapter: { ...memoryAdapter(), getSessionAndUser: () => Promise.reject(new Error('secret of the database')) },
  providers: [],
  secret: 'a secret of the tests, thirty-two characters and more',
  trustHost: true,
  logger: { error: ({ name }: Error) => void logged.push(name), warn: () => undefined, debug: () => undefined },
}

const throwing = () => Promise.reject(new Error('no tenant'))
type Source = typeof config | typeof throwing
type Serve = (request: Request) => Response | Promise<Response>

/** An application as its guide shows it: it reads the session at `/read`, and has a guard at `/guarded`. No error is caught. */
const serveFetch = (source: Source = config): Serve => {
  const serve = FetchAuth(source).wrap(async ({ url }, { auth, requireUser }) => {
    await (url.endsWith('/read') ? auth() : requireUser())
    return new Response()
  })
  return (request) => serve(request, {})
}

const serveHono = (source: Source = config): Serve => {
  const auth = HonoAuth(source)
  const app = new Hono()
  app.use(auth)
  app.get('/read', async (c) => c.json(await c.var.auth()))
  app.get('/guarded', auth.protect(), (c) => c.text(''))
  return (request) => app.fetch(request)
}

const serveH3 = (source: Source = config): Serve => {
  const auth = H3Auth(source)
  const app = new H3()
  app.use(auth)
  app.get('/read', (event) => auth.auth(event))
  app.get('/guarded', () => '', { middleware: [auth.protect()] })
  return (request) => app.fetch(request)
}

const serveElysia = (source: Source = config): Serve => {
  const app = new Elysia()
    .use(ElysiaAuth(source))
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

/** What a user of a server in production gets: the reference is the one of the log. */
const CODE_AND_REFERENCE = expect.stringMatching(/^\{"error":"Configuration","reference":"[\dA-F]{8}"\}$/) as string

const page = { accept: 'text/html', cookie: '__Host-authwright.session-token=anything' }

test.each([
  ['fetch', serveFetch, CODE_AND_REFERENCE],
  ['Hono', serveHono, CODE_AND_REFERENCE],
  ['h3', serveH3, expect.stringMatching(/^\{"status":503,"message":"Configuration, reference [\dA-F]{8}"\}$/)],
  [
    'Elysia',
    serveElysia,
    expect.stringMatching(/^The session could not be read \(Configuration, reference [\dA-F]{8}\)$/),
  ],
])('%s shows the developer what the log says, and no other browser', async (_name, make, other) => {
  vi.spyOn(console, 'error').mockReturnValue()
  vi.stubEnv('NODE_ENV', 'development')
  const read = async (source: Source, origin: string, headers: Readonly<Record<string, string>> = page) => {
    const cookie = page.cookie.replace(origin.startsWith('https') ? '' : '__Host-', '')
    const response = await make(source)(new Request(`${origin}/read`, { headers: { ...headers, cookie } }))
    return [response.status, (await response.text()).replaceAll('\\n', '\n')]
  }
  const said = /could not be read\n.*\[cause\] Error: secret of the database\n\[fix\] .*errors\/sessiontokenerror\.md/s
  expect(await read(config, 'http://localhost:3000')).toEqual([503, expect.stringMatching(said)])
  const tenant = /config failed\n\[cause\] Error: no tenant\n\[fix\] .*errors\/invalidconfig\.md/s
  expect(await read(throwing, 'http://localhost:3000')).toEqual([500, expect.stringMatching(tenant)])
  // A script, the browser of another machine, and a server in production.
  const hidden = [503, other]
  expect(await read(config, 'http://localhost:3000', { accept: 'application/json' })).toEqual(hidden)
  expect(await read(config, 'http://192.168.1.5:3000')).toEqual(hidden)
  vi.stubEnv('NODE_ENV', 'production')
  expect(await read(config, 'http://localhost:3000')).toEqual(hidden)
  const [status, body] = await read(throwing, 'http://localhost:3000')
  expect([status, body]).toEqual([500, expect.not.stringContaining('no tenant')])
})

test.each([
  ['fetch', serveFetch],
  ['Hono', serveHono],
])('the page of %s links to the documentation of the error', async (_name, make) => {
  vi.stubEnv('NODE_ENV', 'development')
  const headers = { ...page, cookie: 'authwright.session-token=anything' }
  const response = await make(config)(new Request('http://localhost:3000/read', { headers }))
  expect(response.headers.get('content-type')).toContain('text/html')
  expect(await response.text()).toMatch(/<a href="https:\/\/\S+\/errors\/sessiontokenerror\.md">/)
})

test('an error handler of h3 gets the AuthError as the cause, in development too', async () => {
  vi.spyOn(console, 'error').mockReturnValue()
  const open = () => {
    const auth = H3Auth(config)
    const app = new H3({ onError: ({ status, cause }) => new Response(`${status} ${(cause as Error).name}`) })
    app.use(auth)
    app.get('/read', (event) => auth.auth(event))
    const headers = { ...page, cookie: 'authwright.session-token=anything' }
    return app.fetch(new Request('http://localhost:3000/read', { headers }))
  }
  for (const mode of ['development', 'production']) {
    vi.stubEnv('NODE_ENV', mode)
    expect(await (await open()).text()).toBe('503 SessionTokenError')
  }
})
