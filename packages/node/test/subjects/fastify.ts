import type { Server } from 'node:http'
import formbody from '@fastify/formbody'
import { FastifyAuth } from '@authwright/node/fastify'
import {
  applicationRoutes,
  errorReply,
  isAdmin,
  missingReply,
  protectedReply,
  SECURITY_HEADERS,
  serveInProcess,
  type ApplicationRoute,
  type Subject,
} from '@authwright/testing/frameworks'
import makeFastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { handleUpgrades, toolsOf, writeFastify as write } from './tools.ts'

export const fastify: Subject = {
  name: 'Fastify 5',
  types: {
    module: '@authwright/node/fastify',
    session: "Awaited<ReturnType<import('fastify').FastifyRequest['auth']>>",
  },
  has: new Set([
    'types',
    'body-parser',
    'browser',
    'client',
    'error-page',
    'host-header',
    'http/1.1',
    'http2',
    'mount',
    'proxy-setting',
    'request-timeout',
    'session-store',
    'upgrade',
    'web-response',
  ]),
  start: (options) =>
    serveInProcess(options, async ({ config, configFor, staff }) => {
      const auth = FastifyAuth(options.hasTenants ? (request) => configFor(request.headers.host) : config)
      const settings = { trustProxy: options.trustsProxy === true }
      // The types of a server for HTTP/2 differ, and the routes are the same.
      const app = options.isHttp2
        ? (makeFastify({ ...settings, http2: true }) as unknown as FastifyInstance)
        : makeFastify(settings)
      if (options.setsSecurityHeaders)
        app.addHook('onRequest', async (_request, reply) => void reply.headers(SECURITY_HEADERS))
      await app.register(formbody)
      await app.register(auth.plugin)
      if (options.hasStaff) await app.register(FastifyAuth(staff).plugin)
      const run = (route: ApplicationRoute) => async (request: FastifyRequest, reply: FastifyReply) => {
        const tools = { ...toolsOf(auth, request, reply, request.url), auth: () => request.auth() }
        return write(reply, await route(tools))
      }
      app.setNotFoundHandler(run(missingReply))
      app.setErrorHandler((_error, _request, reply) => write(reply, errorReply))
      await app.register(
        async (routes) => {
          const show = async (_request: FastifyRequest, reply: FastifyReply) => write(reply, protectedReply)
          routes.get('/protected', { preHandler: auth.protect() }, show)
          routes.get('/api/protected', { preHandler: auth.protect(isAdmin) }, show)
          routes.get('/fetched', async (request, reply) => {
            await request.auth()
            return reply.send(await fetch(`http://${request.host}/own-cookie`))
          })
          for (const [key, route] of Object.entries(applicationRoutes)) {
            const [method = '', url = ''] = key.split(' ')
            routes.route({ method, url, handler: run(route) })
          }
        },
        { prefix: options.mount ?? '' },
      )
      await app.ready()
      return handleUpgrades(app.server as Server, (request) => auth.auth({ raw: request }))
    }),
}
