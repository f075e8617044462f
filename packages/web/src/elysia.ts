import {
  addMissingCookies,
  describeUncaught,
  explanationOf,
  refusalResponse,
  type AccessCheck,
} from '@authwright/core/framework'
import { AuthError } from '@authwright/core/errors'
import type { DefaultSession, Runtime, Session, SignInOptions } from '@authwright/core'
import { Elysia } from 'elysia'
import { makeContexts, serveRoute, type ConfigSource, type FetchEvent } from './fetch-auth.ts'

export { AuthError, CredentialsSignin } from '@authwright/core/errors'
export type { SessionOf } from '@authwright/core/framework'
export type { Account, DefaultSession, Profile, Session, User } from '@authwright/core'
export type { JWT } from '@authwright/core/jwt'

/**
 * What the plugin adds to the context of every handler. A type and no interface: Elysia demands an index signature.
 * @example const greet = async ({ auth }: AuthFunctions) => `Hello ${(await auth())?.user?.name ?? 'guest'}`
 */
export type AuthFunctions<S extends Session = Session> = {
  /**
   * The session, or `null` when the user is signed out. Throws when the session cannot be read.
   * @example app.get('/account', ({ auth }) => auth())
   */
  readonly auth: () => Promise<S | null>
  /**
   * Start a sign-in. Returns the address to redirect to. Throws an `AuthError` if it fails.
   * @example app.post('/enter', async ({ signIn, redirect }) => redirect(await signIn('github', { redirectTo: '/welcome' })))
   */
  readonly signIn: (provider?: string, options?: SignInOptions) => Promise<string>
  /**
   * End the session. Returns the address to redirect to.
   * @example app.post('/leave', async ({ signOut, redirect }) => redirect(await signOut({ redirectTo: '/' })))
   */
  readonly signOut: (options?: { readonly redirectTo?: string }) => Promise<string>
  /**
   * Pass data to the `jwt` and `session` callbacks with `trigger: 'update'`.
   * @example app.post('/name', ({ update }) => update({ name: 'Ada' }))
   */
  readonly update: (data: unknown) => Promise<S | null>
}

/** Elysia responds to an error with its message, which gets the reference of the log. */
const addReference = (error: unknown): never => {
  const uncaught = describeUncaught(error)
  if (error instanceof AuthError && uncaught !== undefined && explanationOf(error) === undefined) {
    // Two reads of the session throw the same error.
    if (!error.message.includes(uncaught)) error.message += ` (${uncaught})`
  }
  throw error
}

let instances = 0

/**
 * Set up authentication for an Elysia application, version 1.4. Mount it with `app.use(auth)`: it serves the routes below the base
 * path, adds `auth`, `signIn`, `signOut` and `update` to the context, and the option `signedIn` to routes. It needs Elysia's option
 * `aot`, which is on by default.
 *
 * @experimental its interface may change
 *
 * @example
 * const auth = ElysiaAuth({ providers: [GitHub] })
 * new Elysia()
 *   .use(auth)
 *   .get('/account', ({ auth }) => auth(), { signedIn: true })
 *   .get('/admin', () => 'Hello', { signedIn: ({ user }) => user.email === 'ada@example.com' })
 */
// The return type is what Elysia infers of the plugin: the context and the options of routes.
export const ElysiaAuth = <S extends DefaultSession = Session>(
  source: ConfigSource<FetchEvent, S>,
  runtime?: Runtime,
) => {
  const contextFor = makeContexts<FetchEvent>(source, (event) => event, runtime)
  // Elysia takes plugins with the same name and seed for one.
  instances += 1
  return new Elysia({ name: '@authwright/web', seed: instances })
    .wrap((handler) => async (request: Request) => {
      const respond = handler as unknown as (request: Request) => Response | Promise<Response>
      const context = contextFor({ request })
      const own = await serveRoute(context, request)
      return own ?? addMissingCookies(await respond(request), await context.finish())
    })
    .derive({ as: 'global' }, ({ request }): AuthFunctions<S & Session> => {
      const { session, signIn, signOut, update } = contextFor({ request })
      // The engine returns what the callback `session` returned.
      return {
        auth: () => session().catch(addReference),
        signIn: (provider, options) => signIn(provider, options).catch(addReference),
        signOut: (options) => signOut(options).catch(addReference),
        update: (data) => update(data).catch(addReference),
      } as AuthFunctions<S & Session>
    })
    .macro({
      signedIn: (check: true | AccessCheck<S & Session>) => ({
        beforeHandle: async ({ request }: { request: Request }) => {
          const { checkAccess } = contextFor({ request })
          const access = await checkAccess(check === true ? undefined : (check as AccessCheck)).catch(addReference)
          return 'refusal' in access ? refusalResponse(access.refusal) : undefined
        },
      }),
    })
}
