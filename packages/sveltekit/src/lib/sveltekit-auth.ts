import type { Runtime, SigninProps } from '@authwright/core'
import type { ActionFailure, RequestEvent } from '@sveltejs/kit'
import { makeSignIn, makeSignOut } from './actions.ts'
import { makeHandle } from './handle.ts'
import { makeSignInPage } from './sign-in-page.ts'
import { siteCache } from './site.ts'
import type { ActionSuccess, ConfigSource, HandleInput, SignInFailure } from './types.ts'
import { visitCache } from './visit.ts'

/** What an application exports from one of its modules. */
export interface SvelteKitAuthResult {
  /** The hook that answers below the base path and gives every event its `locals.auth()`. */
  handle: (input: HandleInput) => Promise<Response>
  /** A form action. */
  signIn: (event: RequestEvent) => Promise<ActionSuccess | ActionFailure<SignInFailure>>
  /** For the load function of a sign-in page of one's own: what it shows, what its forms send, and where they post to. */
  signInPage: (event: RequestEvent) => Promise<SigninProps>
  /** A form action. */
  signOut: (event: RequestEvent) => Promise<ActionSuccess>
}

/**
 * Sign-in for a SvelteKit application. Variables `AUTH_SECRET`, `AUTH_URL`, `AUTH_TRUST_HOST` and `AUTH_<ID>_*` fill what
 * the config leaves open, in development and in production. A function instead of a config is called once a request; let
 * it return the same object where it can, because a config is worked out once an object.
 *
 * What SvelteKit's `redirect()` and `error()` throw inside a callback stops the flow like everything that is thrown
 * there; it leads nowhere by itself. To send somebody on, return the address from the `signIn` callback.
 *
 * @param runtime the world to work in; tests hand in a clock and a network of their own
 *
 * @experimental its interface may change
 *
 * @example
 * export const { handle, signIn, signOut } = SvelteKitAuth({ providers: [GitHub] })
 */
export const SvelteKitAuth = (config: ConfigSource, runtime?: Runtime): SvelteKitAuthResult => {
  const siteOf = siteCache(runtime)
  const visitOf = visitCache(async (event) =>
    siteOf(typeof config === 'function' ? await config(event) : config, event.platform),
  )
  return {
    handle: makeHandle(visitOf),
    signIn: makeSignIn(visitOf),
    signOut: makeSignOut(visitOf),
    signInPage: makeSignInPage(visitOf),
  }
}
