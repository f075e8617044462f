import { createServer } from 'node:http'
import { H3Auth } from '@authwright/web/h3'
import {
  errorReply,
  isAdmin,
  missingReply,
  protectedReply,
  SECURITY_HEADERS,
  serveInProcess,
  streamOf,
  type ApplicationRoute,
  type Reply,
  type Subject,
} from '@authwright/testing/frameworks'
import { H3, HTTPResponse, type H3Event, type HTTPMethod } from 'h3'
import { toNodeHandler } from 'h3/node'
import { fetched, routes } from './tools.ts'

const write = (event: H3Event, { status, headers, cookies, body, rest }: Reply): HTTPResponse => {
  for (const line of cookies) event.res.headers.append('set-cookie', line)
  return new HTTPResponse(rest === undefined ? body : streamOf({ status, headers, cookies, body, rest }), {
    status,
    headers,
  })
}

export const h3: Subject = {
  name: 'h3 2',
  types: {
    module: '@authwright/web/h3',
    session: "Awaited<ReturnType<ReturnType<typeof import('@authwright/web/h3').H3Auth>['auth']>>",
  },
  has: new Set([
    'types',
    'browser',
    'client',
    'session-store',
    'error-page',
    'http/1.1',
    'mount',
    'request-timeout',
    'web-response',
  ]),
  start: (options) =>
    serveInProcess(options, ({ config, configFor, staff }) => {
      const auth = H3Auth(options.hasTenants ? ({ req }) => configFor(req.headers.get('host') ?? undefined) : config)
      const app = new H3({ silent: true, onError: (_error, event) => write(event, errorReply) })
      if (options.setsSecurityHeaders)
        app.use((event) => {
          for (const [name, value] of Object.entries(SECURITY_HEADERS)) event.res.headers.set(name, value)
        })
      if (options.hasStaff) app.use(H3Auth(staff))
      app.use(auth)
      const router = options.mount === undefined ? app : new H3()
      const run =
        (route: ApplicationRoute) =>
        async (event: H3Event): Promise<HTTPResponse> => {
          const reply = await route({
            query: event.url.searchParams,
            auth: () => auth.auth(event),
            signIn: (provider, signInOptions) => auth.signIn(event, provider, signInOptions),
            signOut: () => auth.signOut(event),
            update: (data) => auth.update(event, data),
          })
          return write(event, reply)
        }
      const show = (event: H3Event): HTTPResponse => write(event, protectedReply)
      router.get('/protected', show, { middleware: [auth.protect()] })
      router.get('/api/protected', async (event) => {
        await auth.requireUser(event, isAdmin)
        return show(event)
      })
      router.get('/fetched', async (event) => {
        await auth.auth(event)
        return fetched(event.req.url)
      })
      for (const [key, route] of Object.entries(routes)) {
        const [method = '', path = ''] = key.split(' ')
        router.on(method as HTTPMethod, path, run(route))
      }
      router.all('/**', run(missingReply))
      if (options.mount !== undefined) app.mount(options.mount, router)
      return createServer(toNodeHandler(app))
    }),
}
