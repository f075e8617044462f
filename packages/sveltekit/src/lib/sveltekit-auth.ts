import type { DefaultSession, Runtime, Session, SigninProps } from '@authwright/core'
import type { ActionFailure, RequestEvent } from '@sveltejs/kit'
import { makeSignIn, makeSignOut } from './actions.ts'
import { isPrerendering } from './environment.ts'
import { makeHandle } from './handle.ts'
import { warnOfMissingHandle } from './missing-handle.ts'
import { makeContextCache } from './request-context.ts'
import type { AccessCheck, SignedInSession, SignInFailure } from '@authwright/core/framework'
import { makeRequireUser, refusePrerendering } from './require-user.ts'
import type { ActionSuccess, ConfigSource, HandleInput } from './types.ts'

/**
 * What `SvelteKitAuth` returns. An application exports these from one of its modules.
 * @example
 * const auth: SvelteKitAuthResult = SvelteKitAuth({ providers: [GitHub] })
 * export const { handle, signIn, signOut } = auth
 */
export interface SvelteKitAuthResult<S extends Session = Session> {
  /**
   * The hook that serves the routes below the base path and sets `event.locals.auth`.
   * @example export const { handle } = SvelteKitAuth({ providers: [GitHub] }) // src/hooks.server.ts
   */
  handle: (input: HandleInput) => Promise<Response>
  /**
   * What `event.locals.auth()` returns, with the type that the callback `session` of the config returns.
   * @example const session = await auth.auth(event)
   */
  auth: (event: RequestEvent) => Promise<S | null>
  /**
   * What `event.locals.requireUser(check)` returns, with that type.
   * @example const { user } = await auth.requireUser(event, ({ user }) => user.email?.endsWith('@example.com') === true)
   */
  requireUser: (event: RequestEvent, check?: AccessCheck<S>) => Promise<SignedInSession<S>>
  /**
   * A form action that starts a sign-in, or completes it if the method has only one step. The field `providerId` names the provider.
   * @example export const actions = { default: auth.signIn } // src/routes/signin/+page.server.ts
   */
  signIn: (event: RequestEvent) => Promise<ActionSuccess | ActionFailure<SignInFailure>>
  /**
   * A load function for a custom sign-in page: the providers, the values of their forms, and the error to show.
   * @example export const load = auth.signInPage // src/routes/signin/+page.server.ts
   */
  signInPage: (event: RequestEvent) => Promise<SigninProps>
  /**
   * A form action that ends the session. The field `redirectTo` names the next page.
   * @example export const actions = { default: auth.signOut } // src/routes/signout/+page.server.ts
   */
  signOut: (event: RequestEvent) => Promise<ActionSuccess>
}

const makeSvelteKitAuth = (config: ConfigSource, runtime: Runtime | undefined): SvelteKitAuthResult => {
  warnOfMissingHandle()
  const contextFor = makeContextCache(config, runtime)
  return {
    handle: makeHandle(contextFor),
    auth: async (event) => (isPrerendering() ? null : contextFor(event).session()),
    requireUser: async (event, check) =>
      (isPrerendering() ? refusePrerendering : makeRequireUser(event, contextFor(event)))(check),
    signIn: makeSignIn(contextFor),
    signOut: makeSignOut(contextFor),
    signInPage: (event) => contextFor(event).signInPage(),
  }
}

/**
 * Set up authentication for a SvelteKit application. The variables `AUTH_SECRET`, `AUTH_URL`, `AUTH_TRUST_HOST` and
 * `AUTH_<ID>_*` are the defaults of options that the config leaves out, in development and in production.
 *
 * A function instead of a config is called once per request. Return the same object if possible: each object is resolved
 * once.
 *
 * SvelteKit's `redirect()` and `error()` inside a callback stop the flow, like every thrown error, and do not redirect. To
 * redirect the user, return the address from the `signIn` callback.
 *
 * @param runtime the clock, randomness, network and log; tests pass their own
 *
 * @experimental its interface may change
 *
 * @example
 * export const { handle, signIn, signOut } = SvelteKitAuth({ providers: [GitHub] })
 */
export const SvelteKitAuth = <S extends DefaultSession = Session>(
  config: ConfigSource<S>,
  runtime?: Runtime,
): SvelteKitAuthResult<S & Session> =>
  // The engine returns what the callback `session` returned.
  makeSvelteKitAuth(config, runtime) as SvelteKitAuthResult<S & Session>
