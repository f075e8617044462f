import type { Session } from '@authwright/core'
import type { ExecutionContext } from '@nestjs/common'
import type { IncomingMessage } from 'node:http'

/**
 * A request of Express or Fastify, or the request of an upgrade.
 * @example const pathOf = (request: NestRequest) => ('raw' in request ? request.raw : request).url
 */
export type NestRequest =
  | IncomingMessage
  | {
      /** The request of Node, if the platform is Fastify. */
      readonly raw: IncomingMessage
    }

/** A request that has passed through Express or Fastify, where the module has added this function. */
type ServedRequest = NestRequest & { readonly auth?: () => Promise<Session | null> }

/**
 * The request of a route or of a resolver; `undefined` for other handlers. Both drivers of Nest put it into the context of GraphQL. That
 * is the third argument of a resolver, and the second of a reference resolver, which has three. The others come from the client.
 */
export const findRequest = (context: ExecutionContext): ServedRequest | undefined => {
  if (context.getType() === 'http') return context.switchToHttp().getRequest<ServedRequest>()
  if (context.getType<string>() !== 'graphql') return undefined
  const [, second, third, ...rest] = context.getArgs<unknown[]>()
  const { req } = ((rest.length === 0 ? second : third) ?? {}) as { readonly req?: ServedRequest }
  return req
}
