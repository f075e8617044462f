import { createServer } from 'node:http'
import { createAdaptorServer, getRequestListener, RequestError } from '@hono/node-server'
import { FetchAuth, type RequestAuth } from '@authwright/web'
import { HonoAuth } from '@authwright/web/hono'
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
import { Hono, type Context } from 'hono'
import type { Server } from 'node:http'

const headersOf = ({ headers, cookies }: Reply): Headers => {
  const all = new Headers(headers)
  for (const line of cookies) all.append('set-cookie', line)
  return all
}

const streamOf = ({ body, rest }: Reply): ReadableStream<Uint8Array> => {
  const bytes = new TextEncoder()
  let isFirst = true
  return new ReadableStream(
    {
      pull: async (controller) => {
        if (isFirst) controller.enqueue(bytes.encode(body))
        else {
          controller.enqueue(bytes.encode(await rest?.()))
          controller.close()
        }
        isFirst = false
      },
    },
    { highWaterMark: 0 },
  )
}

const responseOf = (reply: Reply): Response =>
  new Response(reply.rest === undefined ? reply.body : streamOf(reply), {
    status: reply.status,
    headers: headersOf(reply),
  })

/** A response of `fetch`, whose headers cannot be changed: that of another route, for a signed-out user. */
const fetched = (url: string): Promise<Response> => fetch(new URL('/own-cookie', url))

const routes: Readonly<Record<string, ApplicationRoute>> = applicationRoutes

const write = (c: Context, reply: Reply): Response => {
  const headers = { ...reply.headers, 'set-cookie': [...reply.cookies] }
  return c.newResponse(reply.rest === undefined ? reply.body : streamOf(reply), reply.status as 200, headers)
}

export const hono: Subject = {
  name: 'Hono 4',
  has: new Set(['body-parser', 'error-page', 'http/1.1', 'mount', 'web-response']),
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
      return createAdaptorServer({ fetch: app.fetch, overrideGlobalObjects: false }) as Server
    }),
}

export const plainFetch: Subject = {
  name: 'fetch handler',
  has: new Set(['http/1.1', 'web-response']),
  start: (options) =>
    serveInProcess(options, ({ config, configFor, staff }) => {
      const auth = FetchAuth(
        options.hasTenants ? ({ request }) => configFor(request.headers.get('host') ?? undefined) : config,
      )
      const staffAuth = FetchAuth(staff)
      const serve = async (request: Request, { auth: session, requireUser, signIn, signOut }: RequestAuth) => {
        const { pathname, searchParams } = new URL(request.url)
        if (pathname === '/protected') await requireUser()
        if (pathname === '/api/protected') await requireUser(isAdmin)
        if (pathname.endsWith('/protected')) return responseOf(protectedReply)
        if (pathname === '/fetched') {
          await session()
          return fetched(request.url)
        }
        const route = routes[`${request.method} ${pathname}`] ?? missingReply
        const reply = await route({ query: searchParams, auth: session, signIn, signOut })
        return responseOf(
          options.setsSecurityHeaders ? { ...reply, headers: { ...reply.headers, ...SECURITY_HEADERS } } : reply,
        )
      }
      const handle = auth.wrap(serve)
      const listener = getRequestListener(
        async (request) =>
          (options.hasStaff ? await staffAuth.handle(request) : undefined) ?? handle(request, undefined),
        {
          errorHandler: (error) =>
            error instanceof RequestError ? new Response(null, { status: 400 }) : responseOf(errorReply),
          overrideGlobalObjects: false,
        },
      )
      return createServer((request, response) => void listener(request, response))
    }),
}
