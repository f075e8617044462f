import type { Awaitable } from '../base/async.ts'
import type { AdapterAuthenticator, AdapterSession, AdapterUser } from './adapter.ts'
import type { JWT } from './jwt.ts'
import type { CredentialInput } from './providers.ts'
import type { Account, DefaultSession, Profile, Session, User } from './user.ts'

/**
 * Functions of the application that decide. Each may be async, and runs while the user waits.
 * @example
 * const callbacks: Partial<CallbacksOptions> = {
 *   session: ({ session, token }) => ({ ...session, user: { ...session.user, id: token.sub } }),
 * }
 */
export interface CallbacksOptions {
  /**
   * Decides whether a user may sign in: `true` accepts, and `false` refuses with `AccessDenied`. A thrown `AuthError`
   * refuses with its own type, every other thrown value with `AccessDenied`. A string redirects the user to that address.
   * For a sign-in by e-mail, the callback runs twice: before the e-mail is sent, with `email.verificationRequest`, and
   * when the user opens the link or types the code. With `requireVerifiedEmail`, it also runs again for the account that
   * waits for this e-mail, but not after credentials, and not if the profile was too long for the cookies. The callback
   * ends no sessions: to block a user, also revoke the sessions, and check the user in `jwt` or `session`. Decide by the
   * address only if `user.emailVerified` is set; for credentials, `authorize` must return it. @default every user may sign in
   * @example
   * const callbacks: AuthConfig['callbacks'] = {
   *   signIn: ({ user, account }) => account?.provider !== 'github' || user.email?.endsWith('@example.com') === true,
   * }
   */
  signIn: (params: {
    /** The stored user with its `emailVerified`, or a new one as `profile()` or `authorize` returned it. */
    user: User | AdapterUser
    /** The account that signs in. */
    account: Account | null
    /** What an OAuth or OpenID Connect provider said about the user. */
    profile?: Profile
    /** Given for a sign-in by e-mail. `verificationRequest` is set before the e-mail is sent. */
    email?: { verificationRequest?: boolean }
    /** What the user typed into the form of a credentials provider, by the name of the field. */
    credentials?: Record<string, CredentialInput>
  }) => Awaitable<boolean | string>
  /**
   * Decides where a user goes after a sign-in or sign-out. @default URLs of the own origin, `baseUrl` for others
   * @example
   * const callbacks: AuthConfig['callbacks'] = {
   *   redirect: ({ url, baseUrl }) => (url.startsWith(`${baseUrl}/`) ? url : `${baseUrl}/welcome`),
   * }
   */
  redirect: (params: {
    /** The address that the request named. An attacker can choose it. */
    url: string
    /** The origin of the application. */
    baseUrl: string
  }) => Awaitable<string>
  /**
   * Makes the session that a client sees. `token` is given with the strategy `jwt`, `user` with `database`. After an
   * update, `newSession` is what the client sent: validate it. @default name, e-mail address and image of the user
   * @example
   * const callbacks: AuthConfig['callbacks'] = {
   *   session: ({ session, user }) => ({ ...session, user: { ...session.user, id: user.id } }),
   * }
   */
  session: (params: {
    /** The session as the default would return it. */
    session: Session & { user: AdapterUser } & Pick<AdapterSession, 'userId' | 'sessionToken'>
    /** The row of the user, with the strategy `database`. */
    user: AdapterUser
    /** The claims of the cookie, with the strategy `jwt`. */
    token: JWT
    /** What the client sent with an update. Validate it. */
    newSession: any
    /** Set when the client updates the session. */
    trigger?: 'update'
  }) => Awaitable<Session | DefaultSession>
  /**
   * Makes the claims of the session token, at sign-in and each time the session is read. `null` ends the session. With
   * the trigger `update`, `session` is what the client sent: validate it. @default the claims as they are
   * @example
   * const callbacks: AuthConfig['callbacks'] = {
   *   jwt: ({ token, account, trigger }) =>
   *     trigger === 'signIn' || trigger === 'signUp' ? { ...token, signedInWith: account?.provider } : token,
   * }
   */
  jwt: (params: {
    /** The claims, with `sub`: the id of the user. */
    token: JWT
    /** The user, when a user signs in. */
    user: User | AdapterUser
    /** The account, when a user signs in. */
    account: Account | null
    /** What an OAuth or OpenID Connect provider said about the user, when a user signs in. */
    profile?: Profile
    /** Why the claims are made. Not set when the session is read. */
    trigger?: 'signIn' | 'signUp' | 'update'
    /** @deprecated use `trigger === 'signUp'` */
    isNewUser?: boolean
    /** What the client sent with an update. Validate it. */
    session?: any
  }) => Awaitable<JWT | null>
  /**
   * Lets users delete their account on the account page, after a recent sign-in, and decides about each deletion. Delete
   * what the application stores about the user here. `true` deletes the user with accounts, passkeys and sessions;
   * `false` and a thrown value refuse with `AccessDenied`. A string redirects there and deletes nothing. With
   * `account.deletionDelay` it is called when the delay is over, by `deleteDueUsers`; then a string refuses.
   * @default users cannot delete their account
   * @example
   * const callbacks: AuthConfig['callbacks'] = { deleteUser: ({ user }) => user.email !== 'admin@example.com' }
   */
  deleteUser: (params: {
    /** The user who wants to delete the account. */
    user: AdapterUser
  }) => Awaitable<boolean | string>
}

/**
 * Functions that are called after the writes are committed. The library waits at most five seconds for each, and logs what it
 * throws as `EventError`: no event fails a sign-in.
 * @example
 * const events: AuthConfig['events'] = {
 *   signIn: ({ user, account, isNewUser }) => console.log('sign-in', user.id, account?.provider, isNewUser),
 *   signOut: (message) => console.log('sign-out', 'token' in message ? message.token?.sub : message.session?.userId),
 *   unlinkAccount: ({ user, account }) => console.log('unlinked', user.id, account.provider),
 * }
 */
export interface EventCallbacks {
  /**
   * A user signed in.
   * @example signIn: ({ user, account }) => console.log('sign-in', user.id, account?.provider)
   */
  signIn: (message: { user: User; account: Account | null; profile?: Profile; isNewUser?: boolean }) => Awaitable<void>
  /**
   * A user signed out. The message has the session with the strategy `database`, and the token with `jwt`.
   * @example signOut: (message) => console.log('token' in message ? message.token?.sub : message.session?.userId)
   */
  signOut: (message: { session: AdapterSession | void | null | undefined } | { token: JWT | null }) => Awaitable<void>
  /**
   * A user was created in the database.
   * @example createUser: async ({ user }) => void (await fetch('/welcome', { method: 'POST', body: user.email ?? '' }))
   */
  createUser: (message: { user: User }) => Awaitable<void>
  /**
   * A user was changed in the database, for example because an e-mail address was verified.
   * @example updateUser: ({ user }) => console.log('changed', user.id)
   */
  updateUser: (message: { user: User }) => Awaitable<void>
  /**
   * The account of a user was deleted. `unlinkAccount` and `deleteAuthenticator` come before, for all that the user had.
   * @example deleteUser: ({ user }) => console.log('deleted', user.id)
   */
  deleteUser: (message: { user: User | AdapterUser }) => Awaitable<void>
  /**
   * A user requested the deletion of the account, which `deleteDueUsers` deletes at `deleteAt` or later.
   * @example scheduleUserDeletion: ({ user, deleteAt }) => console.log(user.id, deleteAt.toISOString())
   */
  scheduleUserDeletion: (message: { user: User | AdapterUser; deleteAt: Date }) => Awaitable<void>
  /**
   * A user decided to keep the account before it was deleted.
   * @example cancelUserDeletion: ({ user }) => console.log('kept', user.id)
   */
  cancelUserDeletion: (message: { user: User | AdapterUser }) => Awaitable<void>
  /**
   * An account of a provider was linked to a user. A passkey is an account too.
   * @example linkAccount: ({ user, account }) => console.log('linked', user.id, account.provider)
   */
  linkAccount: (message: { user: User | AdapterUser; account: Account; profile: User | AdapterUser }) => Awaitable<void>
  /**
   * An account was unlinked. The message has its provider tokens, so that the application can revoke them.
   * @example unlinkAccount: ({ account }) => console.log('revoke', account.provider, account.refresh_token)
   */
  unlinkAccount: (message: { user: User | AdapterUser; account: Account }) => Awaitable<void>
  /**
   * A passkey was added.
   * @example createAuthenticator: ({ user, authenticator }) => console.log(user.id, authenticator.name)
   */
  createAuthenticator: (message: { user: User | AdapterUser; authenticator: AdapterAuthenticator }) => Awaitable<void>
  /**
   * A passkey was deleted.
   * @example deleteAuthenticator: ({ user, authenticator }) => console.log(user.id, authenticator.name)
   */
  deleteAuthenticator: (message: { user: User | AdapterUser; authenticator: AdapterAuthenticator }) => Awaitable<void>
  /**
   * A session was read.
   * @example session: ({ session }) => console.log('active', session.user?.id)
   */
  session: (message: { session: Session; token: JWT }) => Awaitable<void>
}
