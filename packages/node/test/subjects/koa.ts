import { createServer } from 'node:http'
import { createServer as createHttp2Server } from 'node:http2'
import { Readable } from 'node:stream'
import { NodeAuth } from '@authwright/node'
import { KoaAuth } from '@authwright/node/koa'
import {
  applicationRoutes,
  errorReply,
  isAdmin,
  missingReply,
  protectedReply,
  SECURITY_HEADERS,
  serveInProcess,
  type ApplicationRoute,
  type Reply,
  type Subject,
} from '@authwright/testing/frameworks'
import Koa, { type Context } from 'koa'
import { handleUpgrades, partsOf, readFields } from './tools.ts'

const write = (context: Context, reply: Reply): void => {
  context.status = reply.status
  context.body = reply.rest === undefined ? reply.body : Readable.from(partsOf(reply))
  context.set(reply.headers)
  for (const line of reply.cookies) context.append('set-cookie', line)
}

export const koa: Subject = {
  name: 'Koa 3',
  types: {
    module: '@authwright/node/koa',
    session: "Awaited<ReturnType<ReturnType<typeof import('@authwright/node/koa').KoaAuth>['auth']>>",
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
    'proxy-setting',
    'request-timeout',
    'session-store',
    'upgrade',
  ]),
  start: (options) =>
    serveInProcess(options, ({ config, configFor, staff }) => {
      const auth = KoaAuth(options.hasTenants ? (request) => configFor(request.headers.host) : config)
      const app = new Koa({ proxy: options.trustsProxy === true })
      app.silent = true
      app.use(async (context, next) => {
        if (options.setsSecurityHeaders) context.set(SECURITY_HEADERS)
        try {
          await next()
        } catch {
          write(context, errorReply)
        }
      })
      if (options.parsesBodies)
        app.use(async (context, next) => {
          if (context.method === 'POST') Object.assign(context.request, { body: await readFields(context.req) })
          await next()
        })
      if (options.hasStaff) app.use(KoaAuth(staff))
      app.use(auth)
      const show = (context: Context): Promise<void> => Promise.resolve(write(context, protectedReply))
      const run =
        (route: ApplicationRoute) =>
        async (context: Context): Promise<void> => {
          const reply = await route({
            query: context.URL.searchParams,
            auth: () => auth.auth(context),
            signIn: (provider, signInOptions) => auth.signIn(context, provider, signInOptions),
            signOut: () => auth.signOut(context),
            update: (data) => auth.update(context, data),
          })
          write(context, reply)
        }
      const routes: Readonly<Record<string, ApplicationRoute>> = applicationRoutes
      app.use((context) => {
        if (context.path === '/protected') return auth.protect()(context, () => show(context))
        if (context.path === '/api/protected') return auth.protect(isAdmin)(context, () => show(context))
        return run(routes[`${context.method} ${context.path}`] ?? missingReply)(context)
      })
      const node = NodeAuth(config)
      const handle = app.callback()
      if (options.isHttp2) return createHttp2Server((request, response) => void handle(request, response))
      const server = createServer((request, response) => void handle(request, response))
      return handleUpgrades(server, (request) => node.auth(request))
    }),
}
