import type { AuthConfig, Session } from '@authwright/core'
import type { RequestEvent } from '@sveltejs/kit'

/** What the owner wants: the options of the engine, with `basePath` defaulting to `/auth` below SvelteKit's `paths.base`. */
export type SvelteKitAuthConfig = Omit<AuthConfig, 'raw'>

/** The options, or a function that gives them for a request. A function is called once a request. */
export type ConfigSource =
  | SvelteKitAuthConfig
  | ((event: RequestEvent) => SvelteKitAuthConfig | Promise<SvelteKitAuthConfig>)

/**
 * What a hook gets. SvelteKit 2 and 3 keep their type `Handle` in different modules, so this one has its shape, and a hook
 * of this type fits both.
 */
export interface HandleInput {
  event: RequestEvent
  resolve: (event: RequestEvent) => Response | Promise<Response>
}

/** What a sign-in or sign-out action returns when the form said `redirect=false`. */
export interface ActionSuccess {
  /** Where the person would have been sent. */
  url: string
}

/** What a sign-in action fails with when the form said `redirect=false`. */
export interface SignInFailure {
  /** The public type of the error, such as `CredentialsSignin`. */
  error: string
  /** The `code` of a `CredentialsSignin`. */
  code?: string
  /** Seconds after which something that was tried too often (`TooManyRequests`) can be tried again. */
  retryAfter?: number
}

declare global {
  namespace App {
    interface Locals {
      /** The session, or `null` when nobody is signed in. Throws when that cannot be known. */
      auth: () => Promise<Session | null>
      /** @deprecated use `auth` */
      getSession: () => Promise<Session | null>
    }
    interface PageData {
      /** There when a load function returns it: `{ session: await event.locals.auth() }`. */
      session?: Session | null
    }
  }
}
