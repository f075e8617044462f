import { makeAuthCache, makeObjectValues, makeRequestContext, type RequestContext } from '@authwright/core/framework'
import type { Runtime } from '@authwright/core'
import type { RequestEvent } from '@sveltejs/kit'
import { setCookie } from './cookies.ts'
import { configuredOrigin, isDevelopment, pathsBase, readEnvironment } from './environment.ts'
import type { ConfigSource } from './types.ts'

export type ContextFor = (event: RequestEvent) => RequestContext

/** One context per request. SvelteKit passes copies of an event, which share one `cookies` object. */
export const makeContextCache = (source: ConfigSource, runtime: Runtime | undefined): ContextFor => {
  const findAuth = makeAuthCache(
    source,
    async ({ platform }: RequestEvent) => ({
      basePath: `${await pathsBase()}/auth`,
      environment: await readEnvironment(platform),
      // A development server may have another port.
      origin: isDevelopment() ? undefined : configuredOrigin(),
    }),
    runtime,
  )
  const cache = makeObjectValues<RequestContext>()
  return (event) => {
    const { url, request, cookies } = event
    const context =
      cache.get(cookies) ??
      makeRequestContext({
        auth: () => findAuth(event),
        request: { url, headers: request.headers, method: request.method },
        setCookie: (cookie) => setCookie(cookies, cookie),
        printsCause: true,
      })
    cache.set(cookies, context)
    return context
  }
}
