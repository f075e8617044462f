import {
  makeAuthCache,
  makeRequestContext,
  processVariables,
  type ConfiguredAuth,
  type RequestContext,
} from '@authwright/core/framework'
import type { Cookie, RequestLike, Runtime } from '@authwright/core'
import { cookies as nextCookies, headers as nextHeaders } from 'next/headers.js'
import type { NextRequest } from 'next/server.js'
import { defaultBasePath, type ConfigSource } from './config.ts'
import { originOf, publicPath, readCurrentRequest, withCurrentCookies } from './next-request.ts'

/** The request header in which the proxy tells pages their address: a page of Next.js does not know it. */
export const ADDRESS = 'x-authwright-address'

/** The state of one request in one phase of Next.js. */
export interface PhaseContext {
  readonly request: RequestLike
  readonly context: RequestContext
  /** Whether `auth(handler)` sends the response of a guard. */
  readonly sendsRefusals: boolean
}

/** Finds the state of a request. */
export interface Contexts {
  readonly findAuth: (request?: NextRequest) => Promise<ConfiguredAuth>
  /** That of the page, action or route handler that runs. */
  readonly current: () => Promise<PhaseContext>
  /** That of a request of the proxy or a route handler, whose response can set cookies. */
  readonly ofRequest: (request: NextRequest) => Promise<PhaseContext>
}

/** Put cookies on the response of the running action or route handler. Next.js throws in a page. */
export const putCookies = async (cookies: readonly Cookie[]): Promise<void> => {
  if (cookies.length === 0) return
  const jar = await nextCookies()
  for (const { name, value, options } of cookies) jar.set(name, value, options)
}

export const makeContexts = (source: ConfigSource, runtime: Runtime | undefined): Contexts => {
  const findAuth = makeAuthCache<NextRequest | undefined>(
    source,
    () => ({ basePath: defaultBasePath(), environment: processVariables() }),
    runtime,
  )
  // `headers()` returns one object in each phase of a request: the proxy, an action, a page, a route handler.
  const cache = new WeakMap<object, PhaseContext>()

  const makeCurrent = async (): Promise<PhaseContext> => {
    const [headers, jar] = await Promise.all([nextHeaders(), nextCookies()])
    const request = readCurrentRequest(headers, jar)
    const context = makeRequestContext({
      auth: () => findAuth(undefined),
      request,
      setCookie: ({ name, value, options }) => void jar.set(name, value, options),
      // A page cannot set cookies, and nothing tells a page from an action.
      canSetCookies: () => false,
    })
    return { request, context, sendsRefusals: false }
  }

  return {
    findAuth,
    current: async () => {
      const headers = await nextHeaders()
      const found = cache.get(headers) ?? (await makeCurrent())
      const first = cache.get(headers) ?? found
      cache.set(headers, first)
      return first
    },
    ofRequest: async (request) => {
      const from = {
        url: originOf(request.headers) + publicPath(request) + request.nextUrl.search,
        headers: withCurrentCookies(request.headers, await nextCookies()),
        method: request.method,
      }
      const context = makeRequestContext({
        auth: () => findAuth(request),
        request: from,
        setCookie: () => undefined,
      })
      const made = { request: from, context, sendsRefusals: true }
      cache.set(await nextHeaders(), made)
      return made
    },
  }
}
