import type { AuthConfig, DefaultSession } from '@authwright/core'
// An application may replace this module: an app.d.ts without imports that has `declare module '@authwright/core/types'`.
import type { Session } from '@authwright/core/types'
import type { AccessCheck, SignedInSession, TypedConfig } from '@authwright/core/framework'
import type { RequestEvent } from '@sveltejs/kit'

/**
 * The options of `@authwright/core`. The default of `basePath` is `/auth` below SvelteKit's `paths.base`.
 * @example const config: SvelteKitAuthConfig = { providers: [GitHub], session: { maxAge: 7 * 24 * 60 * 60 } }
 */
export interface SvelteKitAuthConfig extends Omit<AuthConfig, 'raw'> {}

/**
 * The options, or a function that returns them. The function is called once per request.
 * @example
 * const config: SvelteKitAuthConfig = { providers: [GitHub] }
 * const branded: SvelteKitAuthConfig = { ...config, theme: { brandColor: '#a00' } }
 * const source: ConfigSource = ({ url }) => (url.hostname === 'acme.example.com' ? branded : config)
 */
export type ConfigSource<S extends DefaultSession = DefaultSession> =
  | TypedConfig<SvelteKitAuthConfig, S>
  | ((event: RequestEvent) => TypedConfig<SvelteKitAuthConfig, S> | PromiseLike<TypedConfig<SvelteKitAuthConfig, S>>)

/**
 * The input of a hook. SvelteKit 2 and 3 export their type `Handle` from different modules. This type has the same shape, so
 * `handle` works in both.
 * @example
 * const handle = ({ event, resolve }: HandleInput) => {
 *   console.log(event.request.method, event.url.pathname)
 *   return resolve(event)
 * }
 */
export interface HandleInput {
  /** The event of SvelteKit. */
  event: RequestEvent
  /** Renders the page or endpoint. */
  resolve: (event: RequestEvent) => Response | Promise<Response>
}

/**
 * What an action returns when the form has `redirect=false`.
 * @example const open = ({ url }: ActionSuccess) => window.location.assign(url)
 */
export interface ActionSuccess {
  /** The redirect target. */
  url: string
}

/** `event.locals.requireUser`. */
export type RequireUser = (check?: AccessCheck) => Promise<SignedInSession>

declare global {
  namespace App {
    interface Locals {
      /**
       * The session, or `null` when the user is signed out. Throws when the session cannot be read. `handle` sets it, which
       * `src/hooks.server.ts` has to export.
       * @example export const load = async ({ locals }: RequestEvent) => ({ session: await locals.auth() })
       */
      auth(this: void): Promise<Session | null>
      /**
       * The session of a signed-in user who passes the check, such as `({ user }) => user.role === 'admin'`. A signed-out
       * user who opens a page is redirected to the sign-in page, which leads back; other requests get status 401, and a user
       * who fails the check gets 403. It throws SvelteKit's `redirect` and `error`.
       * @example export const load = async ({ locals }: RequestEvent) => ({ user: (await locals.requireUser()).user })
       */
      requireUser(this: void, check?: AccessCheck): Promise<SignedInSession>
      /**
       * The session, or `null` when the user is signed out. The name of `auth` in Auth.js.
       * @deprecated use `auth`
       * @example const session = await event.locals.getSession()
       */
      getSession(this: void): Promise<Session | null>
    }
    interface PageData {
      /**
       * Present when a load function returns it: `{ session: await event.locals.auth() }`.
       * @example const greet = ({ session }: App.PageData) => `Hello ${session?.user?.name ?? 'guest'}`
       */
      session?: Session | null
    }
  }
}
