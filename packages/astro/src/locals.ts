import { requireUser, type AccessCheck, type RequestContext, type SignedInSession } from '@authwright/core/framework'
import type { Session, SignInOptions, SigninProps } from '@authwright/core'

/**
 * What `Astro.locals` and `context.locals` have.
 * @example const greet = async ({ auth }: AuthLocals) => `Hello ${(await auth())?.user?.name ?? 'guest'}`
 */
export interface AuthLocals<S extends Session = Session> {
  /**
   * The session, or `null` when the user is signed out. Throws when the session cannot be read.
   * @example const session = await Astro.locals.auth()
   */
  auth(this: void): Promise<S | null>
  /**
   * The session of a signed-in user who passes the check. Otherwise it throws, and the response is that of a guard: a page request of a
   * signed-out user is redirected to the sign-in page, other requests get status 401, and a user who fails the check gets 403.
   * @example const { user } = await Astro.locals.requireUser(({ user }) => user.email?.endsWith('@example.com') === true)
   */
  requireUser(this: void, check?: AccessCheck<S>): Promise<SignedInSession<S>>
  /**
   * Start a sign-in. Returns the address to redirect to. Throws an `AuthError` if it fails; if the application does not catch it, the
   * user is redirected to the sign-in page.
   * @example const url = await Astro.locals.signIn('github', { redirectTo: '/welcome' })
   */
  signIn(this: void, provider?: string, options?: SignInOptions): Promise<string>
  /**
   * End the session. Returns the address to redirect to.
   * @example const url = await Astro.locals.signOut({ redirectTo: '/' })
   */
  signOut(this: void, options?: { readonly redirectTo?: string }): Promise<string>
  /**
   * Pass data to the `jwt` and `session` callbacks with `trigger: 'update'`.
   * @example const session = await Astro.locals.update({ name: 'Ada' })
   */
  update(this: void, data: unknown): Promise<S | null>
  /**
   * The props of a sign-in page of the application.
   * @example const { providers, error } = await Astro.locals.signInPage()
   */
  signInPage(this: void): Promise<SigninProps>
}

/** The functions of one request. */
export const makeLocals = (context: RequestContext): AuthLocals => ({
  auth: context.session,
  requireUser: (check) => requireUser(context, check),
  signIn: context.signIn,
  signOut: context.signOut,
  update: context.update,
  signInPage: context.signInPage,
})

const refuse = (): never => {
  throw new Error('A prerendered page has no user. Add to it: export const prerender = false')
}

/** A build has neither a user nor a secret. */
export const prerenderedLocals: AuthLocals = {
  auth: () => Promise.resolve(null),
  requireUser: refuse,
  signIn: refuse,
  signOut: refuse,
  update: refuse,
  signInPage: refuse,
}
