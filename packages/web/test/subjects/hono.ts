import type { Server } from 'node:http'
import { createServer as createHttp2Server, type Http2Server } from 'node:http2'
import { createAdaptorServer } from '@hono/node-server'
import { HonoAuth } from '@authwright/web/hono'
import {
  errorReply,
  isAdmin,
  missingReply,
  protectedReply,
  responseOf,
  SECURITY_HEADERS,
  serveInProcess,
  streamOf,
  type ApplicationRoute,
  type Reply,
  type Subject,
} from '@authwright/testing/frameworks'
import { Hono, type Context } from 'hono'
import { fetched, routes } from './tools.ts'

const write = (c: Context, reply: Reply): Response => {
  const headers = { ...reply.headers, 'set-cookie': [...reply.cookies] }
  return c.newResponse(reply.rest === undefined ? reply.body : streamOf(reply), reply.status as 200, headers)
}

export const hono: Subject = {
  name: 'Hono 4',
  types: { module: '@authwright/web/hono', session: "Awaited<ReturnType<import('hono').ContextVariableMap['auth']>>" },
  has: new Set([
    'types',
    'browser',
    'client',
    'session-store',
    'body-parser',
    'error-page',
    'http/1.1',
    'http2',
    'mount',
    'request-timeout',
    'web-response',
  ]),
  start: (options) =>
    serveInProcess(options, ({ config, configFor, staff }) => {
      const auth = HonoAuth(options.hasTenants ? (c) => configFor(c.req.header('host')) : config)
      const router = new Hono()
      if (options.setsSecurityHeaders)
        router.use(async (c, next) => {
          for (const [name, value] of Object.entries(SECURITY_HEADERS)) c.header(name, value)
          await next()
        })
      if (options.parsesBodies)
        router.use(async (c, next) => {
          if (c.req.header('content-type') === 'application/json') await c.req.json()
          else if (c.req.method === 'POST') await c.req.parseBody()
          await next()
        })
      if (options.hasStaff) router.use(HonoAuth(staff))
      router.use(auth)
      const run =
        (route: ApplicationRoute) =>
        async (c: Context): Promise<Response> => {
          const reply = await route({
            query: new URL(c.req.url).searchParams,
            auth: () => c.var.auth(),
            signIn: (provider, signInOptions) => auth.signIn(c, provider, signInOptions),
            signOut: () => auth.signOut(c),
            update: (data) => auth.update(c, data),
          })
          return write(c, reply)
        }
      router.get('/protected', auth.protect(), (c) => write(c, protectedReply))
      router.get('/api/protected', auth.protect(isAdmin), (c) => write(c, protectedReply))
      router.get('/fetched', async (c) => {
        await c.var.auth()
        return fetched(c.req.url)
      })
      for (const [key, route] of Object.entries(routes)) {
        const [method = '', path = ''] = key.split(' ')
        router.on(method, path, run(route))
      }
      router.all('*', run(missingReply))
      router.onError(() => responseOf(errorReply))
      const app = options.mount === undefined ? router : new Hono().route(options.mount, router)
      // The default replaces the global Request and Response for good, also for the test files that run after this one.
      const served = { fetch: app.fetch, overrideGlobalObjects: false }
      return options.isHttp2
        ? (createAdaptorServer({ ...served, createServer: createHttp2Server }) as Http2Server)
        : (createAdaptorServer(served) as Server)
    }),
}
