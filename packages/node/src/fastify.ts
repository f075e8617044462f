import type { IncomingMessage } from 'node:http'
import type { AccessCheck, RequestContext, SignedInSession } from '@authwright/core/framework'
import type { DefaultSession, Runtime, Session, SignInOptions } from '@authwright/core'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { makeFastifyHooks, sendReply } from './fastify-hooks.ts'
import type { ConfigSource } from './node-engine.ts'
import { refusalOf } from './node-response.ts'

export { AuthError, CredentialsSignin } from '@authwright/core/errors'
export type { SessionOf } from '@authwright/core/framework'
export type { Account, DefaultSession, Profile, Session, SigninProps, User } from '@authwright/core'
export type { JWT } from '@authwright/core/jwt'

declare module 'fastify' {
  interface FastifyRequest {
    /**
     * The session, or `null` when the user is signed out. Throws when the session cannot be read.
     * @example app.get('/', async (request) => ({ session: await request.auth() }))
     */
    auth(): Promise<Session | null>
  }
}

/**
 * What `FastifyAuth` returns: a plugin, and functions for the application's own handlers.
 * @example
 * const auth: FastifyAuthResult = FastifyAuth({ providers: [GitHub] })
 * await app.register(auth.plugin)
 * app.get('/account', { preHandler: auth.protect() }, (request) => request.auth())
 */
export interface FastifyAuthResult<S extends Session = Session> {
  /**
   * Serves the routes below the base path, and gives every request `request.auth()`. Register it on the root instance, also if the
   * base path is below a prefix: Fastify runs no hooks of a prefixed plugin for addresses without a route.
   * @example await app.register(auth.plugin)
   */
  readonly plugin: (fastify: FastifyInstance) => Promise<void>
  /**
   * The session, or `null`. Without a reply, as for an upgrade, nothing is renewed.
   * @example app.get('/', (request, reply) => auth.auth(request, reply))
   */
  readonly auth: (request: Pick<FastifyRequest, 'raw'>, reply?: FastifyReply) => Promise<S | null>
  /**
   * A `preHandler` that lets only signed-in users pass, and only those who pass the check.
   * @example app.get('/account', { preHandler: auth.protect() }, (request) => request.auth())
   */
  readonly protect: (check?: AccessCheck<S>) => (request: FastifyRequest, reply: FastifyReply) => Promise<void>
  /**
   * The session of a signed-in user who passes the check. Otherwise it sends the reply and returns `undefined`: a page request of a
   * signed-out user is redirected to the sign-in page, other requests get status 401, and a user who fails the check gets 403.
   * @example
   * app.get('/account', async (request, reply) => {
   *   const session = await auth.requireUser(request, reply)
   *   return session === undefined ? reply : `Hello ${session.user.name}`
   * })
   */
  readonly requireUser: (
    request: FastifyRequest,
    reply: FastifyReply,
    check?: AccessCheck<S>,
  ) => Promise<SignedInSession<S> | undefined>
  /**
   * Start a sign-in. Returns the address to redirect to. Throws an `AuthError` if it fails.
   * @example app.post('/enter', async (request, reply) => reply.redirect(await auth.signIn(request, reply, 'github')))
   */
  readonly signIn: (
    request: FastifyRequest,
    reply: FastifyReply,
    provider?: string,
    options?: SignInOptions,
  ) => Promise<string>
  /**
   * End the session. Returns the address to redirect to.
   * @example app.post('/leave', async (request, reply) => reply.redirect(await auth.signOut(request, reply, { redirectTo: '/' })))
   */
  readonly signOut: (
    request: FastifyRequest,
    reply: FastifyReply,
    options?: { readonly redirectTo?: string },
  ) => Promise<string>
  /**
   * Pass data to the `jwt` and `session` callbacks with `trigger: 'update'`.
   * @example app.post('/name', (request, reply) => auth.update(request, reply, { name: 'Ada' }))
   */
  readonly update: (request: FastifyRequest, reply: FastifyReply, data: unknown) => Promise<S | null>
}

const makeFastifyAuth = (source: ConfigSource<IncomingMessage>, runtime: Runtime | undefined): FastifyAuthResult => {
  const { engine, addTo } = makeFastifyHooks(source, runtime)
  const { contextFor } = engine
  const stateOf = (request: FastifyRequest, reply: FastifyReply): RequestContext => contextFor(request.raw, reply.raw)
  const plugin = async (fastify: FastifyInstance): Promise<void> => addTo(fastify)
  const requireUser: FastifyAuthResult['requireUser'] = async (request, reply, check) => {
    const access = await stateOf(request, reply).checkAccess(check)
    if ('session' in access) return access.session
    await sendReply(reply, refusalOf(access.refusal))
    return undefined
  }
  return {
    // Without this mark the hook and the decorator count only inside of the plugin.
    plugin: Object.assign(plugin, { [Symbol.for('skip-override')]: true }),
    auth: ({ raw }, reply) => contextFor(raw, reply?.raw).session(),
    protect: (check) => async (request, reply) => {
      await requireUser(request, reply, check)
    },
    requireUser,
    signIn: (request, reply, provider, options) => stateOf(request, reply).signIn(provider, options),
    signOut: (request, reply, options) => stateOf(request, reply).signOut(options),
    update: (request, reply, data) => stateOf(request, reply).update(data),
  }
}

/**
 * Set up authentication for a Fastify application, version 5.
 *
 * @experimental its interface may change
 *
 * @example
 * const auth = FastifyAuth({ providers: [GitHub] })
 * await app.register(auth.plugin)
 * app.get('/account', { preHandler: auth.protect() }, (request) => request.auth())
 */
export const FastifyAuth = <S extends DefaultSession = Session>(
  source: ConfigSource<IncomingMessage, S>,
  runtime?: Runtime,
): FastifyAuthResult<S & Session> =>
  // The engine returns what the callback `session` returned.
  makeFastifyAuth(source, runtime) as FastifyAuthResult<S & Session>
