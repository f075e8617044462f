import type { Runtime, SigninProps } from '@authwright/core'
import type { ActionFailure, RequestEvent } from '@sveltejs/kit'
import { makeSignIn, makeSignOut } from './actions.ts'
import { makeHandle } from './handle.ts'
import { makeContextCache } from './request-context.ts'
import type { SignInFailure } from '@authwright/core/framework'
import type { ActionSuccess, ConfigSource, HandleInput } from './types.ts'

/** What `SvelteKitAuth` returns. An application exports these from one of its modules. */
export interface SvelteKitAuthResult {
  /** The hook that serves the routes below the base path and sets `event.locals.auth`. */
  handle: (input: HandleInput) => Promise<Response>
  /** A form action. */
  signIn: (event: RequestEvent) => Promise<ActionSuccess | ActionFailure<SignInFailure>>
  /** A load function for a custom sign-in page: the providers, the values of their forms, and the error to show. */
  signInPage: (event: RequestEvent) => Promise<SigninProps>
  /** A form action. */
  signOut: (event: RequestEvent) => Promise<ActionSuccess>
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
export const SvelteKitAuth = (config: ConfigSource, runtime?: Runtime): SvelteKitAuthResult => {
  const contextFor = makeContextCache(config, runtime)
  return {
    handle: makeHandle(contextFor),
    signIn: makeSignIn(contextFor),
    signOut: makeSignOut(contextFor),
    signInPage: (event) => contextFor(event).signInPage(),
  }
}
