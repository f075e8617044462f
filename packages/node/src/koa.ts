import type { IncomingMessage, ServerResponse } from 'node:http'
import {
  makeObjectValues,
  type AccessCheck,
  type RequestContext,
  type SignedInSession,
} from '@authwright/core/framework'
import type { DefaultSession, OutgoingResponse, Runtime, Session, SignInOptions } from '@authwright/core'
import { makeNodeEngine, type ConfigSource } from './node-engine.ts'
import { refusalOf } from './node-response.ts'

export { AuthError, CredentialsSignin } from '@authwright/core/errors'
export type { SessionOf } from '@authwright/core/framework'
export type { Account, DefaultSession, Profile, Session, SigninProps, User } from '@authwright/core'
export type { JWT } from '@authwright/core/jwt'

/**
 * What this package reads of a context of Koa.
 * @example
 * const greet = async (context: KoaContext) => {
 *   context.body = `Hello ${(await context.auth?.())?.user?.name ?? 'guest'}`
 * }
 */
export interface KoaContext {
  /** The request of Node. */
  readonly req: IncomingMessage
  /** The response of Node. */
  readonly res: ServerResponse
  /** The application, whose `proxy` decides whether headers of a proxy count. */
  readonly app: { readonly proxy?: boolean }
  /** A parser puts the body into its member `body`. */
  readonly request: object
  /** The HTTP status of the response. */
  status: number
  /** The body of the response. */
  body: unknown
  /** Sets a header. */
  set(name: string, value: string): void
  /** Adds a value to a header. */
  append(name: string, value: string[]): void
  /** The session, or `null` when the user is signed out. Throws when the session cannot be read. */
  auth?: () => Promise<Session | null>
}

type Next = () => Promise<unknown>

const write = (context: KoaContext, { status, headers, cookies, body }: OutgoingResponse): void => {
  context.status = status
  // An empty text, because Koa responds to a body of `null` with status 204.
  context.body = body ?? ''
  for (const [name, value] of headers) context.set(name, value)
  if (cookies.length > 0) context.append('set-cookie', [...cookies])
}

/**
 * What `KoaAuth` returns: a middleware, and functions for the application's own ones.
 * @example
 * const auth: KoaAuthResult = KoaAuth({ providers: [GitHub] })
 * app.use(auth).use(auth.protect())
 */
export interface KoaAuthResult<S extends Session = Session> {
  (context: KoaContext, next: Next): Promise<void>
  /**
   * Returns the session of the request.
   * @example app.use(async (context) => { context.body = await auth.auth(context) })
   */
  auth(context: KoaContext): Promise<S | null>
  /**
   * A middleware that lets only signed-in users pass, and only those who pass the check.
   * @example app.use(auth.protect(({ user }) => user.email === 'ada@example.com'))
   */
  protect(check?: AccessCheck<S>): (context: KoaContext, next: Next) => Promise<void>
  /**
   * Returns the session of a signed-in user who passes the check. Otherwise it writes the refusal to the response and returns `undefined`.
   * @example
   * app.use(async (context) => {
   *   const session = await auth.requireUser(context)
   *   if (session !== undefined) context.body = `Hello ${session.user.name}`
   * })
   */
  requireUser(context: KoaContext, check?: AccessCheck<S>): Promise<SignedInSession<S> | undefined>
  /**
   * Start a sign-in. Returns the address to redirect to. Throws an `AuthError` if it fails.
   * @example app.use(async (context) => context.redirect(await auth.signIn(context, 'github', { redirectTo: '/welcome' })))
   */
  signIn(context: KoaContext, provider?: string, options?: SignInOptions): Promise<string>
  /**
   * Ends the session. Returns the address to redirect to.
   * @example app.use(async (context) => context.redirect(await auth.signOut(context, { redirectTo: '/' })))
   */
  signOut(context: KoaContext, options?: { readonly redirectTo?: string }): Promise<string>
  /**
   * Pass data to the `jwt` and `session` callbacks with `trigger: 'update'`.
   * @example app.use(async (context) => { context.body = await auth.update(context, { name: 'Ada' }) })
   */
  update(context: KoaContext, data: unknown): Promise<S | null>
}

const makeKoaAuth = (source: ConfigSource<IncomingMessage>, runtime: Runtime | undefined): KoaAuthResult => {
  const proxied = makeObjectValues<boolean>()
  const { contextFor, respond } = makeNodeEngine(source, (request) => proxied.get(request) === true, runtime)
  const stateOf = ({ app, req, res }: KoaContext): RequestContext => {
    if (app.proxy === true) proxied.set(req, true)
    return contextFor(req, res)
  }
  const requireUser = async (context: KoaContext, check?: AccessCheck): Promise<SignedInSession | undefined> => {
    const access = await stateOf(context).checkAccess(check)
    if ('session' in access) return access.session
    write(context, refusalOf(access.refusal))
    return undefined
  }
  const middleware = async (context: KoaContext, next: Next): Promise<void> => {
    context.auth = stateOf(context).session
    const own = await respond(context.req, Reflect.get(context.request, 'body'))
    if (own !== undefined) return write(context, own)
    try {
      await next()
    } finally {
      // A handler may respond without waiting for the session that it reads.
      await stateOf(context).waitForSession()
    }
  }
  return Object.assign(middleware, {
    auth: (context: KoaContext) => stateOf(context).session(),
    protect: (check?: AccessCheck) => async (context: KoaContext, next: Next) => {
      if ((await requireUser(context, check)) !== undefined) await next()
    },
    requireUser,
    signIn: (context: KoaContext, provider?: string, options?: SignInOptions) =>
      stateOf(context).signIn(provider, options),
    signOut: (context: KoaContext, options?: { readonly redirectTo?: string }) => stateOf(context).signOut(options),
    update: (context: KoaContext, data: unknown) => stateOf(context).update(data),
  })
}

/**
 * Set up authentication for a Koa application. Mount it with `app.use(auth)`: it serves the routes below the base path, and gives every
 * context `context.auth()`. Koa's setting `app.proxy` decides whether the headers of a proxy count.
 *
 * @experimental its interface may change
 *
 * @example
 * const auth = KoaAuth({ providers: [GitHub] })
 * app.use(auth)
 * app.use(async (context) => { context.body = await auth.auth(context) })
 */
export const KoaAuth = <S extends DefaultSession = Session>(
  source: ConfigSource<IncomingMessage, S>,
  runtime?: Runtime,
): KoaAuthResult<S & Session> =>
  // The engine returns what the callback `session` returned.
  makeKoaAuth(source, runtime) as KoaAuthResult<S & Session>
