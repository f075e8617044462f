import type { RequestContext } from '@authwright/core/framework'
import type { NodeEngine } from '@authwright/node/engine'
import type { H3Event, NodeIncomingMessage } from 'h3'

declare module 'h3' {
  interface H3EventContext {
    /** Set by the module `@authwright/nuxt`. */
    authwright?: NodeEngine<NodeIncomingMessage>
  }
}

/**
 * The state of the request of an event. Nitro renders a page for its cache with an event that has the context of a user's request, but
 * a request without cookies. So the request decides, and never the context.
 */
export const contextOf = ({ node: { req, res }, context }: H3Event): RequestContext => {
  if (context.authwright === undefined) throw new Error('The module @authwright/nuxt is not in nuxt.config.ts')
  // A request that the application sends to itself has this member. Its cookies do not reach the browser, so nothing is renewed.
  return context.authwright.contextFor(req, '__unenv__' in req ? undefined : res)
}

/** Whether the response is for all users: Nitro prerenders the page, or keeps it in its cache. */
export const isShared = ({ node: { req }, context }: H3Event): boolean =>
  'cache' in context || req.headers['x-nitro-prerender'] !== undefined

const UNREADABLE = 'x-authwright-unreadable'

/** The error page, which Nuxt renders with a request of its own and these headers, does not try to read the session again. */
export const withoutSession = ({ node: { req } }: H3Event): void => {
  req.headers[UNREADABLE] = 'true'
}

/** Whether the request whose error page is rendered could not read the session. */
export const isUnreadable = ({ node: { req } }: H3Event): boolean => req.headers[UNREADABLE] !== undefined
