import type { Server } from 'node:http'
import { serveInProcess, type Subject } from '@authwright/testing/frameworks'
import { makeFetchHandler, respondToError } from '../subjects/fetch.ts'

type FetchHandler = (request: Request) => Promise<Response>

/** A server of the runtime that listens. */
interface Listening {
  readonly port: number
  readonly stop: () => Promise<unknown>
}

/** What is used of the servers of Bun and Deno. */
interface Globals {
  readonly Bun?: {
    readonly serve: (options: object) => { readonly port: number; readonly stop: (closes: boolean) => Promise<void> }
  }
  readonly Deno?: {
    readonly serve: (
      options: object,
      handler: FetchHandler,
    ) => { readonly addr: { readonly port: number }; readonly shutdown: () => Promise<void> }
  }
}

const listen = (hostname: string, handle: FetchHandler): Listening => {
  const { Bun, Deno } = globalThis as Globals
  if (Bun !== undefined) {
    const server = Bun.serve({ port: 0, hostname, fetch: handle, error: respondToError })
    return { port: server.port, stop: () => server.stop(true) }
  }
  if (Deno === undefined) throw new Error('This runtime has no server of web requests')
  const controller = new AbortController()
  const options = { port: 0, hostname, signal: controller.signal, onListen: () => undefined, onError: respondToError }
  const server = Deno.serve(options, handle)
  return { port: server.addr.port, stop: async () => controller.abort() }
}

/** A server of the runtime with the members of a server of Node that the contract uses. */
export const likeNode = (start: (hostname: string) => Listening): Server => {
  let server: Listening | undefined
  const like = {
    once: () => like,
    on: () => like,
    listen: (_port: number, hostname: string, done: () => void) => {
      server = start(hostname)
      done()
    },
    address: () => ({ port: server?.port }),
    close: (done: () => void) => void server?.stop().then(done),
    closeAllConnections: () => undefined,
  }
  return like as unknown as Server
}

/** The test application on the server that Bun or Deno has for web requests. */
export const nativeFetch: Subject = {
  name: 'fetch handler',
  has: new Set(['http/1.1', 'web-response']),
  start: (options) =>
    serveInProcess(options, (application) => {
      const handle = makeFetchHandler(options, application)
      return likeNode((hostname) => listen(hostname, (request) => handle(request)))
    }),
}
