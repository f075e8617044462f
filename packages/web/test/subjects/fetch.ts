import { createServer } from 'node:http'
import { createServer as createHttp2Server } from 'node:http2'
import { getRequestListener, RequestError } from '@hono/node-server'
import { FetchAuth, type RequestAuth } from '@authwright/web'
import {
  errorReply,
  isAdmin,
  missingReply,
  protectedReply,
  responseOf,
  SECURITY_HEADERS,
  serveInProcess,
  type Application,
  type ApplicationOptions,
  type Subject,
} from '@authwright/testing/frameworks'
import { fetched, routes } from './tools.ts'

/** The `fetch` handler of the test application. */
export const makeFetchHandler = (options: ApplicationOptions, { config, configFor, staff }: Application) => {
  const auth = FetchAuth(
    options.hasTenants ? ({ request }) => configFor(request.headers.get('host') ?? undefined) : config,
  )
  const staffAuth = FetchAuth(staff)
  const serve = async (request: Request, { auth: session, requireUser, signIn, signOut, update }: RequestAuth) => {
    const { pathname, searchParams } = new URL(request.url)
    if (pathname === '/protected') await requireUser()
    if (pathname === '/api/protected') await requireUser(isAdmin)
    if (pathname.endsWith('/protected')) return responseOf(protectedReply)
    if (pathname === '/fetched') {
      await session()
      return fetched(request.url)
    }
    const route = routes[`${request.method} ${pathname}`] ?? missingReply
    const reply = await route({ query: searchParams, auth: session, signIn, signOut, update })
    return responseOf(
      options.setsSecurityHeaders ? { ...reply, headers: { ...reply.headers, ...SECURITY_HEADERS } } : reply,
    )
  }
  const handle = auth.wrap(serve)
  return async (request: Request, env?: unknown): Promise<Response> =>
    (options.hasStaff ? await staffAuth.handle(request, env) : undefined) ?? handle(request, env)
}

/** The response to an error that the handler throws. */
export const respondToError = (): Response => responseOf(errorReply)

export const plainFetch: Subject = {
  name: 'fetch handler',
  types: { module: '@authwright/web', session: "Awaited<ReturnType<import('@authwright/web').RequestAuth['auth']>>" },
  has: new Set(['types', 'browser', 'client', 'session-store', 'http/1.1', 'http2', 'request-timeout', 'web-response']),
  start: (options) =>
    serveInProcess(options, (application) => {
      const handle = makeFetchHandler(options, application)
      const listener = getRequestListener((request) => handle(request), {
        errorHandler: (error) =>
          error instanceof RequestError ? new Response(null, { status: 400 }) : respondToError(),
        overrideGlobalObjects: false,
      })
      return options.isHttp2
        ? createHttp2Server((request, response) => void listener(request, response))
        : createServer((request, response) => void listener(request, response))
    }),
}
