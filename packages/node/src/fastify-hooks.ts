import type { IncomingMessage } from 'node:http'
import { makeObjectValues } from '@authwright/core/framework'
import type { OutgoingResponse, Runtime } from '@authwright/core'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { makeNodeEngine, type ConfigSource, type NodeEngine } from './node-engine.ts'
import { schemeOf } from './node-request.ts'

/** Send a response of the library. */
export const sendReply = (reply: FastifyReply, { status, headers, cookies, body }: OutgoingResponse): FastifyReply => {
  reply.code(status).headers(Object.fromEntries(headers))
  for (const line of cookies) reply.header('set-cookie', line)
  return reply.send(body ?? '')
}

/** Whether Fastify took scheme or host from a proxy, by its own option `trustProxy`. */
const isProxied = ({ raw, host, protocol }: FastifyRequest): boolean =>
  host !== (raw.headers.host ?? raw.headers[':authority']) || protocol !== schemeOf(raw)

/** The engine, and a function that adds it to an instance of Fastify. */
export const makeFastifyHooks = (
  source: ConfigSource<IncomingMessage>,
  runtime: Runtime | undefined,
): { readonly engine: NodeEngine<IncomingMessage>; readonly addTo: (fastify: FastifyInstance) => void } => {
  const proxied = makeObjectValues<boolean>()
  const engine = makeNodeEngine(source, (request) => proxied.get(request) === true, runtime)
  const { contextFor, respond } = engine
  const addTo = (fastify: FastifyInstance): void => {
    if (!fastify.hasRequestDecorator('auth'))
      fastify.decorateRequest('auth', function auth(this: FastifyRequest) {
        return contextFor(this.raw).session()
      })
    // Before a parser reads the body.
    fastify.addHook('onRequest', async (request, reply) => {
      if (isProxied(request)) proxied.set(request.raw, true)
      contextFor(request.raw, reply.raw)
      const own = await respond(request.raw)
      return own === undefined ? undefined : sendReply(reply, own)
    })
    // A handler may respond without waiting for the session that it reads.
    fastify.addHook('onSend', ({ raw }) => contextFor(raw).waitForSession())
  }
  return { engine, addTo }
}
