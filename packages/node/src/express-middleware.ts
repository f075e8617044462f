import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Runtime, Session } from '@authwright/core'
import { makeNodeEngine, type ConfigSource, type NodeEngine } from './node-engine.ts'

/**
 * What this package reads of a request of Express 4 or 5.
 * @example const readName = async (request: ExpressRequest) => (await request.auth?.())?.user?.name
 */
export interface ExpressRequest extends IncomingMessage {
  /** The application, whose `trust proxy` decides which headers of a proxy count. */
  readonly app?: { get(setting: string): unknown }
  /** The session of the request. The middleware adds it. */
  auth?: () => Promise<Session | null>
}

export type Next = (error?: unknown) => void

export type ExpressMiddleware = (request: ExpressRequest, response: ServerResponse, next: Next) => Promise<void>

/** By Express's own setting. A request of an upgrade does not pass through Express, and has no application. */
const trustProxy = ({ app, socket }: ExpressRequest): boolean => {
  const isTrusted = app?.get('trust proxy fn') as ((address: string | undefined, hop: number) => boolean) | undefined
  return isTrusted?.(socket.remoteAddress, 0) === true
}

/** The middleware that serves the routes of the library, and its engine. */
export const makeExpressMiddleware = (
  source: ConfigSource<ExpressRequest>,
  runtime: Runtime | undefined,
): { readonly engine: NodeEngine<ExpressRequest>; readonly middleware: ExpressMiddleware } => {
  const engine = makeNodeEngine<ExpressRequest>(source, trustProxy, runtime)
  // One accessor for all requests: for a function of its own per request, V8 would make a hidden class per request, which keeps the
  // request in memory until a full garbage collection. Other middleware may set `auth` too.
  const auth: PropertyDescriptor & ThisType<ExpressRequest> = {
    get() {
      return () => engine.contextFor(this).session()
    },
    set(value) {
      Object.defineProperty(this, 'auth', { value, writable: true, enumerable: true, configurable: true })
    },
    enumerable: true,
    configurable: true,
  }
  const middleware: ExpressMiddleware = async (request, response, next) => {
    // The context knows the response from here on.
    engine.contextFor(request, response)
    Object.defineProperty(request, 'auth', auth)
    let isOwn: boolean
    try {
      isOwn = await engine.serve(request, response)
    } catch (error) {
      // Express 4 does not catch a rejection.
      next(error)
      return
    }
    if (!isOwn) next()
  }
  return { engine, middleware }
}
