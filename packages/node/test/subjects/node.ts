import { createServer } from 'node:http'
import { createServer as createHttp2Server } from 'node:http2'
import { NodeAuth, type NodeRequest, type NodeResponse } from '@authwright/node'
import {
  applicationRoutes,
  errorReply,
  isAdmin,
  missingReply,
  protectedReply,
  SECURITY_HEADERS,
  serveInProcess,
  type Application,
  type ApplicationOptions,
  type ApplicationRoute,
  type Reply,
  type Subject,
} from '@authwright/testing/frameworks'
import { handleUpgrades, headersOf, partsOf, readFields, toolsOf } from './tools.ts'

const write = async (response: NodeResponse, reply: Reply): Promise<void> => {
  const http1 = response as Exclude<NodeResponse, { readonly stream: unknown }>
  http1.writeHead(reply.status, headersOf(reply))
  for await (const part of partsOf(reply)) http1.write(part)
  response.end()
}

const makeHandlers = ({ config, configFor, staff }: Application, options: ApplicationOptions) => {
  const hostOf = ({ headers }: NodeRequest) => headers.host ?? String(headers[':authority'])
  const source = options.hasTenants ? (request: NodeRequest) => configFor(hostOf(request)) : config
  const auth = NodeAuth(source, { trustProxy: options.trustsProxy === true })
  const staffAuth = NodeAuth(staff)

  const serve = async (request: NodeRequest, response: NodeResponse): Promise<void> => {
    const { method = 'GET', url = '/' } = request
    const [path = '/'] = url.split('?')
    const tools = toolsOf(auth, request, response, url)
    if (path === '/protected' || path === '/api/protected') {
      const check = path === '/protected' ? undefined : isAdmin
      if ((await auth.requireUser(request, response, check)) !== undefined) await write(response, protectedReply)
      return
    }
    const routes: Readonly<Record<string, ApplicationRoute>> = applicationRoutes
    await write(response, await (routes[`${method} ${path}`] ?? missingReply)(tools))
  }

  const handle = async (request: NodeRequest, response: NodeResponse): Promise<void> => {
    if (options.setsSecurityHeaders)
      for (const [name, value] of Object.entries(SECURITY_HEADERS)) response.setHeader(name, value)
    if (options.parsesBodies && request.method === 'POST') Object.assign(request, { body: await readFields(request) })
    await auth(request, response, async () => {
      try {
        if (options.hasStaff) await staffAuth(request, response, () => serve(request, response))
        else await serve(request, response)
      } catch {
        if (response.headersSent) response.destroy()
        else await write(response, errorReply)
      }
    })
  }
  return { auth, handle: (request: NodeRequest, response: NodeResponse): void => void handle(request, response) }
}

export const nodeHttp: Subject = {
  name: 'node:http',
  types: {
    module: '@authwright/node',
    session: "Awaited<ReturnType<import('@authwright/node').NodeAuthResult['auth']>>",
  },
  has: new Set([
    'types',
    'body-parser',
    'browser',
    'client',
    'error-page',
    'host-header',
    'http/1.1',
    'proxy-setting',
    'request-timeout',
    'session-store',
    'upgrade',
  ]),
  start: (options) =>
    serveInProcess(options, (application) => {
      const { auth, handle } = makeHandlers(application, options)
      return handleUpgrades(createServer(handle), (request) => auth.auth(request))
    }),
}

export const nodeHttp2: Subject = {
  name: 'node:http2',
  types: {
    module: '@authwright/node',
    session: "Awaited<ReturnType<import('@authwright/node').NodeAuthResult['auth']>>",
  },
  has: new Set(['types', 'body-parser', 'error-page', 'http2', 'proxy-setting']),
  start: (options) =>
    serveInProcess(options, (application) => createHttp2Server(makeHandlers(application, options).handle)),
}
