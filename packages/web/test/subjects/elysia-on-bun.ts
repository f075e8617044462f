import { serveInProcess, type Subject } from '@authwright/testing/frameworks'
import { Elysia } from 'elysia'
import { likeNode } from '../runtimes/native.ts'
import { makeApp } from './elysia-app.ts'

/** Elysia with the server of Bun, which it uses without an adapter. It runs in Bun only. */
export const elysiaOnBun: Subject = {
  name: 'Elysia 1.4',
  // build.e2e.ts compiles the same package for the other subject.
  types: {
    module: '@authwright/web/elysia',
    session: "Awaited<ReturnType<import('@authwright/web/elysia').AuthFunctions['auth']>>",
  },
  has: new Set(['types', 'error-page', 'http/1.1', 'web-response']),
  start: (options) =>
    serveInProcess(options, (application) => {
      const app = makeApp(new Elysia(), options, application)
      return likeNode((hostname) => {
        const { server } = app.listen({ port: 0, hostname })
        if (server?.port === undefined) throw new Error('Elysia does not listen')
        return { port: server.port, stop: () => server.stop(true) }
      })
    }),
}
