import type { Server } from 'node:http'
import { node } from '@elysiajs/node'
import { serveInProcess, type Subject } from '@authwright/testing/frameworks'
import { Elysia } from 'elysia'
import { makeApp } from './elysia-app.ts'

/** What this test needs of the server on which Elysia's adapter for Node runs. */
interface SrvxServer {
  readonly node: { readonly server: Server }
  ready(): Promise<unknown>
}

/** The server that Elysia's adapter for Node starts. Elysia ends it with the process, which outlives many of them here. */
const listen = (app: ReturnType<typeof makeApp>): Promise<Server> =>
  new Promise((resolve) => {
    const before = process.listeners('beforeExit')
    app.listen({ port: 0, hostname: '127.0.0.1' }, (started) => {
      const server = Reflect.get(started, 'raw') as SrvxServer
      void server.ready().then(() => resolve(server.node.server))
    })
    for (const listener of process.listeners('beforeExit'))
      if (!before.includes(listener)) process.off('beforeExit', listener)
  })

export const elysia: Subject = {
  name: 'Elysia 1.4 on Node',
  types: {
    module: '@authwright/web/elysia',
    session: "Awaited<ReturnType<import('@authwright/web/elysia').AuthFunctions['auth']>>",
  },
  has: new Set(['types', 'browser', 'client', 'session-store', 'error-page', 'http/1.1', 'web-response']),
  refuses: { C24: "Elysia's adapter for Node drops the cookies of a Response that fetch returned" },
  start: (options) =>
    serveInProcess(options, (application) => listen(makeApp(new Elysia({ adapter: node() }), options, application))),
}
