import { requireUser as requireUserOf, type AccessCheck, type SignedInSession } from '@authwright/core/framework'
import type { SignInOptions, SigninProps } from '@authwright/core'
import type { ConfigSource } from '@authwright/node/engine'
import type { H3Event } from 'h3'
import type { AppSession } from './app-session.ts'
import { contextOf } from './event-context.ts'

export { AuthError, CredentialsSignin } from '@authwright/core/errors'
export type { AccessCheck, SessionOf, SignedInSession } from '@authwright/core/framework'
export type { Account, DefaultSession, Profile, Session, User } from '@authwright/core'
export type { JWT } from '@authwright/core/jwt'
export type { ConfigSource } from '@authwright/node/engine'
export type { AppSession, Register } from './app-session.ts'

/**
 * Checks the types of a config, or of a function that returns one and is called once per request, and returns it.
 *
 * @example
 * export default defineAuth({ providers: [GitHub] })
 */
export const defineAuth = <Source extends ConfigSource>(source: Source): Source => source

/**
 * The session, or `null` when the user is signed out. Throws when the session cannot be read.
 *
 * @example
 * const handler = defineEventHandler(async (event) => (await getServerSession(event))?.user ?? null)
 */
export const getServerSession = (event: H3Event): Promise<AppSession | null> =>
  // The engine returns what the callback `session` returned.
  contextOf(event).session() as Promise<AppSession | null>

/**
 * The session of a signed-in user who passes the check. Otherwise it throws, and the response is that of a guard: a page request of a
 * signed-out user is redirected to the sign-in page, other requests get status 401, and a user who fails the check gets 403.
 *
 * @example
 * const handler = defineEventHandler(async (event) => (await requireUser(event)).user)
 */
export const requireUser = (event: H3Event, check?: AccessCheck<AppSession>): Promise<SignedInSession<AppSession>> =>
  requireUserOf(contextOf(event), check as AccessCheck) as Promise<SignedInSession<AppSession>>

/**
 * Start a sign-in. Returns the address to redirect to. Throws an `AuthError` if it fails; if the application does not catch it, the
 * user is redirected to the sign-in page.
 *
 * @example
 * const handler = defineEventHandler(async (event) => sendRedirect(event, await signIn(event, 'github')))
 */
export const signIn = (event: H3Event, provider?: string, options?: SignInOptions): Promise<string> =>
  contextOf(event).signIn(provider, options)

/**
 * End the session. Returns the address to redirect to.
 *
 * @example
 * const handler = defineEventHandler(async (event) => sendRedirect(event, await signOut(event, { redirectTo: '/' })))
 */
export const signOut = (event: H3Event, options?: { readonly redirectTo?: string }): Promise<string> =>
  contextOf(event).signOut(options)

/**
 * Pass data to the `jwt` and `session` callbacks with `trigger: 'update'`.
 *
 * @example
 * const handler = defineEventHandler((event) => update(event, { theme: 'dark' }))
 */
export const update = (event: H3Event, data: unknown): Promise<AppSession | null> =>
  contextOf(event).update(data) as Promise<AppSession | null>

/**
 * The props of a sign-in page of the application.
 *
 * @example
 * const handler = defineEventHandler(async (event) => (await signInPage(event)).providers)
 */
export const signInPage = (event: H3Event): Promise<SigninProps> => contextOf(event).signInPage()
