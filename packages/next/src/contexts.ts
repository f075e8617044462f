import {
  makeAuthCache,
  makeObjectValues,
  makeRequestContext,
  processVariables,
  type RequestContext,
} from '@authwright/core/framework'
import type { RequestLike, Runtime } from '@authwright/core'
import { cookies as nextCookies, headers as nextHeaders } from 'next/headers.js'
import { connection, type NextRequest } from 'next/server.js'
import { defaultBasePath, type ConfigSource } from './config.ts'
import { readRequest } from './next-request.ts'

/** The request header in which the proxy tells pages their address: a page of Next.js does not know it. */
export const ADDRESS = 'x-authwright-address'

/** The state of one request in one phase of Next.js. */
export interface PhaseContext {
  readonly request: RequestLike
  readonly context: RequestContext
  /** Whether the phase makes a response, which can set cookies: the proxy, or a route handler in `auth(handler)`. */
  readonly makesResponse: boolean
}

/** Finds the engine and the state of a request. */
export type Contexts = ReturnType<typeof makeContexts>

export const makeContexts = (source: ConfigSource, runtime: Runtime | undefined) => {
  const findAuth = makeAuthCache<NextRequest | undefined>(
    source,
    () => ({ basePath: defaultBasePath(), environment: processVariables() }),
    runtime,
  )
  // `headers()` returns one object in each phase of a request: the proxy, an action, a page, a route handler.
  const cache = makeObjectValues<PhaseContext>()

  /** The state of the page, action or route handler that runs; or that of this request, to which the caller responds. */
  const phaseOf = async (own?: NextRequest): Promise<PhaseContext> => {
    const [headers, jar] = await Promise.all([nextHeaders(), nextCookies()])
    // With Cache Components, Next.js renders a page for its cookies before there is a request. A session needs the time of the request.
    if (own === undefined) await connection()
    const known = own === undefined ? cache.get(headers) : undefined
    if (known !== undefined) return known
    const request = readRequest(headers, jar, own)
    const makesResponse = own !== undefined
    const context = makeRequestContext({
      auth: () => findAuth(own),
      request,
      setCookie: ({ name, value, options }) => void (makesResponse || jar.set(name, value, options)),
      // A page cannot set cookies, and nothing tells a page from an action.
      canSetCookies: () => makesResponse,
    })
    const phase = { request, context, makesResponse }
    cache.set(headers, phase)
    return phase
  }

  return { findAuth, phaseOf }
}
