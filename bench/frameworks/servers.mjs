// The same page in each framework: without authentication (`plain`), with Authwright, and with Auth.js or better-auth. It responds
// with the session as JSON.
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { USER } from '../fixtures.mjs'

const body = JSON.stringify({ user: USER, expires: new Date(Date.now() + 864e5).toISOString() })
const plainSession = JSON.parse(body)

/** @param {import('node:http').ServerResponse} response @param {string} text */
const sendJson = (response, text) => {
  response.setHeader('content-type', 'application/json')
  response.setHeader('cache-control', 'private, no-store')
  response.setHeader('content-length', Buffer.byteLength(text))
  response.end(text)
}

const loadConfig = () => import('./config.mjs')

/** A server for a function that takes a `Request` and returns a `Response`. @param {(request: Request) => Promise<Response>} handle */
const bridge = (handle) => {
  /** @param {import('node:http').IncomingMessage} message @param {import('node:http').ServerResponse} response */
  const serve = async (message, response) => {
    const headers = new Headers()
    for (const [name, value] of Object.entries(message.headers)) headers.append(name, String(value))
    const url = `http://${message.headers.host}${message.url}`
    const result = await handle(new Request(url, { method: message.method ?? 'GET', headers }))
    response.statusCode = result.status
    for (const [name, value] of result.headers) if (name !== 'set-cookie') response.setHeader(name, value)
    const cookies = result.headers.getSetCookie()
    if (cookies.length > 0) response.setHeader('set-cookie', cookies)
    response.end(await result.text())
  }
  return createServer((message, response) => void serve(message, response))
}

/** @param {any} app an Express application */
const nodeServer = (app) => createServer(app)

/** @param {string} folder of the built application */
const serveSvelteKit = async (folder) => {
  const { handler } = await import(join(folder, 'build/handler.js'))
  return createServer((request, response) => {
    request.headers['x-scheme'] = 'http'
    handler(request, response)
  })
}

/** @param {string} folder of the built application */
const serveNext = async (folder) => {
  const next = createRequire(join(folder, 'package.json'))('next')
  const app = next({ dev: false, dir: folder })
  await app.prepare()
  const handle = app.getRequestHandler()
  return createServer((request, response) => void handle(request, response))
}

/** @type {Readonly<Record<string, Readonly<Record<string, (folder: string) => Promise<import('node:http').Server>>>>>} */
export const servers = {
  'node:http': {
    plain: async () => createServer((_request, response) => sendJson(response, body)),
    authwright: async () => {
      const { NodeAuth } = await import('@authwright/node')
      const auth = NodeAuth((await loadConfig()).ownConfig)
      return createServer((request, response) => {
        void auth(request, response, async () => {
          sendJson(response, JSON.stringify(await auth.auth(request, response)))
        })
      })
    },
    'authwright-bridge': async () => {
      const { Auth } = await import('@authwright/core')
      const { ownConfig } = await loadConfig()
      return bridge((request) => Auth(request, ownConfig))
    },
    authjs: async () => {
      const { Auth } = await import('@auth/core')
      const { peerConfig } = await loadConfig()
      return bridge((request) => Auth(request, peerConfig))
    },
  },
  Express: {
    plain: async () => {
      const { default: express } = await import('express')
      return nodeServer(express().get('/me', (_request, response) => void response.json(plainSession)))
    },
    authwright: async () => {
      const [{ default: express }, { ExpressAuth }] = await Promise.all([
        import('express'),
        import('@authwright/node/express'),
      ])
      const app = express().use(ExpressAuth((await loadConfig()).ownConfig))
      app.get('/me', async (/** @type {any} */ request, response) => void response.json(await request.auth()))
      return nodeServer(app)
    },
    authjs: async () => {
      const [{ default: express }, { getSession }] = await Promise.all([import('express'), import('@auth/express')])
      const { peerConfig } = await loadConfig()
      const app = express()
      app.get('/me', async (request, response) => void response.json(await getSession(request, peerConfig)))
      return nodeServer(app)
    },
  },
  Fastify: {
    plain: async () => {
      const { default: makeFastify } = await import('fastify')
      const app = makeFastify()
      app.get('/me', async () => plainSession)
      await app.ready()
      return app.server
    },
    authwright: async () => {
      const [{ default: makeFastify }, { FastifyAuth }] = await Promise.all([
        import('fastify'),
        import('@authwright/node/fastify'),
      ])
      const app = makeFastify()
      await app.register(FastifyAuth((await loadConfig()).ownConfig).plugin)
      app.get('/me', async (/** @type {any} */ request) => request.auth())
      await app.ready()
      return app.server
    },
    // Auth.js has no integration for Fastify.
    'better-auth': async () => {
      const [{ default: makeFastify }, { fromNodeHeaders }, { makeCookieAuth }] = await Promise.all([
        import('fastify'),
        import('better-auth/node'),
        import('../libraries/better-auth.mjs'),
      ])
      const auth = makeCookieAuth()
      const app = makeFastify()
      app.get('/me', async ({ headers }) => auth.api.getSession({ headers: fromNodeHeaders(headers) }))
      await app.ready()
      return app.server
    },
  },
  Hono: {
    plain: async () => {
      const [{ Hono }, { createAdaptorServer }] = await Promise.all([import('hono'), import('@hono/node-server')])
      const app = new Hono().get('/me', (context) => context.json(plainSession))
      return /** @type {import('node:http').Server} */ (createAdaptorServer(app))
    },
    authwright: async () => {
      const [{ Hono }, { createAdaptorServer }] = await Promise.all([import('hono'), import('@hono/node-server')])
      const { HonoAuth } = await import('@authwright/web/hono')
      const app = new Hono()
      app.use(HonoAuth((await loadConfig()).ownConfig))
      app.get('/me', async (/** @type {any} */ context) => context.json(await context.var.auth()))
      return /** @type {import('node:http').Server} */ (createAdaptorServer(app))
    },
    authjs: async () => {
      const [{ Hono }, { createAdaptorServer }] = await Promise.all([import('hono'), import('@hono/node-server')])
      const { getAuthUser, initAuthConfig } = await import('@hono/auth-js')
      const { peerConfig } = await loadConfig()
      const app = new Hono()
      app.use(
        '*',
        initAuthConfig(() => /** @type {any} */ (peerConfig)),
      )
      app.get('/me', async (context) => context.json((await getAuthUser(context))?.session ?? null))
      return /** @type {import('node:http').Server} */ (createAdaptorServer(app))
    },
  },
  SvelteKit: {
    plain: serveSvelteKit,
    authwright: serveSvelteKit,
    'authwright-function': serveSvelteKit,
    authjs: serveSvelteKit,
  },
  Next: { plain: serveNext, authwright: serveNext, authjs: serveNext },
}

/** The servers that are not compared with others. @type {typeof servers} */
export const otherServers = {
  'long run': { mixed: async () => (await import('../long-run/server.mjs')).serve() },
}
